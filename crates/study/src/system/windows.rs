//! Windows.

use std::env;
use std::ffi::OsString;
use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, ErrorKind};
use std::os::windows::fs::OpenOptionsExt;
use std::os::windows::process::CommandExt;
use std::path::Path;
use std::process::{Command, ExitStatus};
use std::sync::atomic::{AtomicU32, Ordering};

use feedrate_observe::Child;
use windows_sys::Win32::Storage::FileSystem::{FILE_ATTRIBUTE_TEMPORARY, FILE_FLAG_DELETE_ON_CLOSE};
use windows_sys::Win32::System::Threading::{
    CREATE_NEW_PROCESS_GROUP, GetCurrentProcess, GetProcessAffinityMask, SetProcessAffinityMask,
};

/// The file to which what nobody wants is written.
pub(crate) const NOWHERE: &str = "NUL";

/// The name of the script of [`to_file`].
const SCRIPT: &str = "run.cmd";

/// A process that goes on; none is known by its environment here.
#[derive(Debug)]
pub(crate) enum OtherProcess {}

impl OtherProcess {
    /// Ends it.
    pub(crate) fn end(&self, _by_force: bool) {
        match *self {}
    }
}

/// Returns no process: environments of others are not told here. What a command has started is in its job, and ends
/// with the value that stands for the command.
pub(crate) fn processes_with(_variable: &str) -> Vec<OtherProcess> {
    Vec::new()
}

/// The process that was started, with whose job all that it left running ends.
#[derive(Debug)]
pub(crate) struct StartedProcess {
    /// Is never read.
    _ended: Child,
}

impl StartedProcess {
    /// Keeps a process.
    pub(crate) fn of(ended: Child) -> Self {
        Self { _ended: ended }
    }
}

/// Returns a text whose lines end as patterns expect it.
pub(crate) fn with_plain_lines(text: String) -> String {
    text.replace("\r\n", "\n")
}

/// Returns the command interpreter with a line that it is to run; Ctrl-C does not reach it if it `endures`.
///
/// # Errors
///
/// Fails if it is more than a line, of which the interpreter would take the first.
pub(crate) fn shell(line: &str, endures: bool) -> io::Result<Command> {
    let line = line.trim();
    if line.contains('\n') {
        let reason = "the command interpreter takes one line; write && between commands";
        return Err(io::Error::new(ErrorKind::InvalidInput, reason));
    }
    let interpreter = env::var_os("ComSpec").unwrap_or_else(|| "cmd.exe".into());
    let mut shell = Command::new(interpreter);
    // Other exclamation marks stay where there is no variable.
    let variables = if line.contains("!FEEDRATE_") { "/V:ON" } else { "/V:OFF" };
    // With /S it takes all between the outer quotation marks as it is.
    shell.raw_arg(format!("/D {variables} /S /C \"{line}\""));
    if endures {
        shell.creation_flags(CREATE_NEW_PROCESS_GROUP);
    }
    Ok(shell)
}

/// Returns the words of a line, of which quotation marks keep several together; `None` if a quotation does not end. A
/// backslash is one, since paths have it.
pub(crate) fn words(line: &str) -> Option<Vec<String>> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quotation = None;
    for letter in line.chars() {
        match quotation {
            Some(mark) if mark == letter => quotation = None,
            None if letter == '"' || letter == '\'' => {
                quotation = Some(letter);
                word.get_or_insert_default();
            }
            None if letter.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(letter),
        }
    }
    words.extend(word);
    quotation.is_none().then_some(words)
}

/// Returns what stands for a variable in a line of the command interpreter, which puts it in after it has taken the
/// line apart.
pub(crate) fn variable(name: &str) -> String {
    format!("!{name}!")
}

/// Returns a command that is another one with a file for its standard output: a script in `folder`.
///
/// # Errors
///
/// Fails if a word cannot stand in a script, or the script cannot be written.
pub(crate) fn to_file(words: &[String], output: &Path, folder: &Path) -> io::Result<Vec<String>> {
    let output = output.to_string_lossy();
    let mut line = String::from("@");
    for word in words {
        line.push_str(&quoted(word)?);
        line.push(' ');
    }
    let script = folder.join(SCRIPT);
    line.push_str(&format!(">{}", quoted(&output)?));
    // The interpreter reads scripts as the code page of the console says.
    let code_page = match line.is_ascii() {
        true => "",
        false => "@chcp 65001 >NUL\r\n",
    };
    let text = format!("{code_page}{line}\r\n");
    fs::write(&script, text)?;
    Ok(vec![script.to_string_lossy().into_owned()])
}

/// Quotes a word of a line in a script if necessary.
fn quoted(word: &str) -> io::Result<String> {
    let is_plain = |letter: char| letter.is_alphanumeric() || r"\/:._-+@".contains(letter);
    if !word.is_empty() && word.chars().all(is_plain) {
        return Ok(word.to_owned());
    }
    if word.contains(['"', '\n', '\r']) {
        let reason =
            format!("{word:?}: a word with a quotation mark or a line break cannot be handed on; leave it out");
        return Err(io::Error::new(ErrorKind::InvalidInput, reason));
    }
    // Backslashes before the quotation mark would take it into the word.
    let last = word.len() - word.trim_end_matches('\\').len();
    Ok(format!("\"{}{}\"", word.replace('%', "%%"), "\\".repeat(last)))
}

/// Returns an empty file that goes when it is closed.
///
/// # Errors
///
/// The error of the system.
pub(crate) fn transient_file() -> io::Result<File> {
    static MADE: AtomicU32 = AtomicU32::new(0);
    loop {
        let number = MADE.fetch_add(1, Ordering::Relaxed);
        let name = format!("feedrate-study-{}-{number}", std::process::id());
        let opened = OpenOptions::new()
            .read(true)
            .write(true)
            .create_new(true)
            .attributes(FILE_ATTRIBUTE_TEMPORARY)
            .custom_flags(FILE_FLAG_DELETE_ON_CLOSE)
            .open(env::temp_dir().join(OsString::from(name)));
        match opened {
            // One of the same number was left.
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            opened => return opened,
        }
    }
}

/// Returns no signal: processes end with a code here.
pub(crate) fn signal_of(_status: ExitStatus) -> Option<i32> {
    None
}

/// Returns the processors that this process may use, and those that it starts.
///
/// # Errors
///
/// The error of the system.
pub(crate) fn processors() -> io::Result<Vec<usize>> {
    let (mut own, mut all) = (0, 0);
    // SAFETY: the handle stands for this process, and the call writes two numbers.
    if unsafe { GetProcessAffinityMask(GetCurrentProcess(), &raw mut own, &raw mut all) } == 0 {
        return Err(io::Error::last_os_error());
    }
    Ok((0..usize::BITS as usize).filter(|&cpu| own >> cpu & 1 == 1).collect())
}

/// Makes this process use some processors only, and the processes that it starts from now on.
///
/// # Errors
///
/// The error of the system.
pub(crate) fn use_processors(processors: &[usize]) -> io::Result<()> {
    let mask = processors.iter().fold(0, |mask, &cpu| mask | 1 << cpu);
    // SAFETY: the handle stands for this process.
    match unsafe { SetProcessAffinityMask(GetCurrentProcess(), mask) } {
        0 => Err(io::Error::last_os_error()),
        _ => Ok(()),
    }
}

/// Returns whether what is in a folder for everybody is this user's: each user has such a folder here.
pub(crate) fn is_own(_metadata: &Metadata) -> bool {
    true
}

/// Returns whether a folder is on the volume of the one that it is in: a volume that is mounted there is a link here.
pub(crate) fn is_same_volume(_folder: &Metadata, _within: &Metadata) -> bool {
    true
}

/// Makes a folder removable.
///
/// # Errors
///
/// The error of the system.
pub(crate) fn make_removable(folder: &Path) -> io::Result<()> {
    let mut permissions = fs::metadata(folder)?.permissions();
    #[expect(
        clippy::permissions_set_readonly_false,
        reason = "it is an attribute here, and no right"
    )]
    permissions.set_readonly(false);
    fs::set_permissions(folder, permissions)
}

#[cfg(test)]
mod tests {
    use std::io::{Read, Seek};

    use super::*;

    /// Returns what a line prints.
    fn printed(line: &str, value: &str) -> String {
        let mut output = transient_file().unwrap();
        let mut shell = shell(line, false).unwrap();
        shell.env("FEEDRATE_VALUE", value).stdout(output.try_clone().unwrap());
        assert!(shell.status().unwrap().success());
        output.rewind().unwrap();
        let mut text = String::new();
        output.read_to_string(&mut text).unwrap();
        text.trim().to_owned()
    }

    #[test]
    fn a_value_is_no_part_of_a_line() {
        let line = format!("echo {}", variable("FEEDRATE_VALUE"));
        assert_eq!(printed(&line, "one & echo two"), "one & echo two");
        assert_eq!(printed("echo a!b!c", ""), "a!b!c");
        assert!(shell("one\ntwo", true).is_err());
    }

    #[test]
    fn words_of_a_line_keep_their_backslashes() {
        let of = |line: &str| words(line).unwrap();
        assert_eq!(
            of(r#" C:\a\b.exe  --x="c d" '' e"f" "#),
            [r"C:\a\b.exe", "--x=c d", "", "ef"]
        );
        assert_eq!(words("a \"b"), None);
    }

    #[test]
    fn a_command_writes_to_a_file() {
        let folder = tempfile::tempdir().unwrap();
        let output = folder.path().join("output");
        let words = ["echo", "50% & more"].map(str::to_owned);
        let script = to_file(&words, &output, folder.path()).unwrap();
        let status = Command::new(&script[0]).status().unwrap();
        let text = fs::read_to_string(&output).unwrap();
        assert!(status.success() && text.contains("50% & more"), "{status}: {text}");
        assert!(to_file(&["a\"b".to_owned()], &output, folder.path()).is_err());
    }

    #[test]
    fn processors_are_chosen_and_given_back() {
        let all = processors().unwrap();
        use_processors(&all[..1]).unwrap();
        assert_eq!(processors().unwrap(), all[..1]);
        use_processors(&all).unwrap();
        assert_eq!(processors().unwrap(), all);
    }
}
