//! Sessions on other machines, whose pipes are those of a launcher such as `ssh`.
//!
//! The program there announces itself with a mark and its version before anything else. What a login shell or a
//! launcher prints before is skipped. From then on both ends send a sign of life while they have nothing else to send,
//! so that each notices when the other is gone without closing the connection.

use std::fs::File;
use std::io::{self, ErrorKind, Read, Write};
use std::path::PathBuf;
use std::time::Duration;

use crate::error::ConnectError;
use crate::line::Line;
use crate::system::{self, AsOpenFile};

/// The argument that makes the program a session for a client on another machine.
pub const REMOTE_SUBCOMMAND: &str = "host";

/// The likely causes where a launcher starts nothing and says nothing.
pub const RUNS_NO_COMMAND: &str = "the launcher may not run the command that it is given: the last words of what it is \
                                   called with, behind the host's name";

/// The interval of the signs of life.
pub(crate) const SIGN_OF_LIFE: Duration = Duration::from_secs(10);

/// The time for which an end may be silent before it counts as gone.
pub const LONGEST_SILENCE: Duration = Duration::from_secs(60);

/// The mark that precedes the version of the program.
const MARK: &[u8] = b"\x1efeedrate host ";

/// The mark with which the shell announces that it takes the program.
const TAKES: &[u8] = b"\x1efeedrate brought ";

/// The maximum bytes of other text before a mark.
const LONGEST_TEXT: usize = 1 << 20;

/// The maximum length of the line with the mark.
const LONGEST_LINE: usize = 100;

/// The way to begin a session on another machine.
#[derive(Clone, Debug)]
pub struct RemoteStart {
    /// The version that it must have.
    pub version: &'static str,
    /// A copy of the program, which the launcher's command, a shell, receives and starts; `None` if the command is the
    /// program itself.
    pub bring: Option<ProgramCopy>,
}

/// A copy of the program for a machine that does not have it.
#[derive(Clone, Debug)]
pub struct ProgramCopy {
    /// The file to copy.
    pub program: PathBuf,
    /// The folder there; `None` for that of temporary files.
    pub folder: Option<String>,
}

impl ProgramCopy {
    /// Returns the shell's commands, as one line, so that the shell has read them all before it runs them.
    ///
    /// The file there has no name any more before the first byte is copied, so that nothing is left however it ends. It
    /// is run once to see whether it can be: a shell that cannot replace itself would say nothing of the folder, or
    /// take a program of another kind of machine for a script.
    ///
    /// # Errors
    ///
    /// Fails if the name of the folder holds NUL, which no shell takes.
    fn script(&self, bytes: u64) -> io::Result<String> {
        let folder = match &self.folder {
            Some(folder) => shlex::try_quote(folder).map_err(|error| io::Error::new(ErrorKind::InvalidInput, error))?,
            None => "\"${TMPDIR:-/tmp}\"".into(),
        };
        let mark = TAKES.escape_ascii().to_string().replace("\\x1e", "\\036");
        Ok(format!(
            "{{ d={folder}; f=$(mktemp \"$d/feedrate.XXXXXXXX\") || exit 1; \
             trap 'rm -f \"$f\"' 0; trap 'exit 1' 1 2 13 15; \
             chmod 700 \"$f\" && exec 8>\"$f\" 9<\"$f\" && rm -f \"$f\" && printf '{mark}\\n' && \
             head -c {bytes} >&8 && exec 8>&- && [ \"$(wc -c </proc/self/fd/9)\" -eq {bytes} ] || {{ \
             echo \"the program could not be copied to $d; name another folder\" >&2; exit 1; }}; \
             /proc/self/fd/9 --version </dev/null >/dev/null || {{ \
             echo \"the program cannot be run in $d; name another folder (--bring=FOLDER), or install it\" >&2; \
             exit 1; }}; \
             trap - 0 1 2 13 15; exec /proc/self/fd/9 {REMOTE_SUBCOMMAND}; }}\n"
        ))
    }
}

/// Begins the conversation with a session on another machine: copies the program there if required, and checks its
/// version. `text` receives what else was printed.
///
/// # Errors
///
/// Fails if the connection ends before, if what comes is no session, and if that has another version.
pub(crate) fn open(
    remote: &RemoteStart,
    line: &mut Line,
    output: &mut impl Read,
    text: &mut dyn FnMut(&[u8]),
) -> Result<(), ConnectError> {
    if let Some(bring) = &remote.bring {
        if let Some(why) = system::WHY_NO_COPIES {
            return Err(ConnectError::NotBrought(why));
        }
        let program = File::open(&bring.program)?;
        let bytes = program.metadata()?.len();
        line.write_all(bring.script(bytes)?.as_bytes())?;
        skip_to(TAKES, output, text)?;
        io::copy(&mut program.take(bytes), line)?;
    }
    let version = skip_to(MARK, output, text)?;
    match version == remote.version {
        true => Ok(()),
        false => Err(ConnectError::OtherVersion {
            there: version,
            own: remote.version,
        }),
    }
}

/// Announces this program to a client on another machine.
pub(crate) fn announce(version: &str, out: &mut impl Write) -> io::Result<()> {
    let line = [MARK, version.as_bytes(), b"\n"].concat();
    out.write_all(&line)?;
    out.flush()
}

/// Reads to the end of the line that begins with a mark, and returns the rest of that line.
fn skip_to(mark: &[u8], input: &mut impl Read, text: &mut dyn FnMut(&[u8])) -> Result<String, ConnectError> {
    let mut line = Vec::new();
    let mut skipped = 0;
    // Byte by byte, because what follows the line belongs to others.
    let mut byte = [0];
    loop {
        match input.read(&mut byte) {
            Ok(0) => return Err(io::Error::from(io::ErrorKind::UnexpectedEof).into()),
            Ok(_) => line.push(byte[0]),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error.into()),
        }
        let is_end = byte[0] == b'\n';
        if is_end && let Some(at) = position(&line, mark) {
            text(&line[..at]);
            let rest = &line[at + mark.len()..line.len() - 1];
            let rest = rest.strip_suffix(b"\r").unwrap_or(rest);
            let rest = &rest[..rest.len().min(LONGEST_LINE)];
            return Ok(rest.escape_ascii().to_string());
        }
        if is_end || line.len() >= LONGEST_TEXT {
            skipped += line.len();
            text(&line);
            line.clear();
        }
        if skipped >= LONGEST_TEXT {
            let what = "more than a megabyte of other text came before its first words";
            return Err(ConnectError::nonsense(what));
        }
    }
}

fn position(bytes: &[u8], what: &[u8]) -> Option<usize> {
    bytes.windows(what.len()).position(|part| part == what)
}

/// A reader that fails when nothing arrives for a time.
#[derive(Debug)]
pub(crate) struct PatientReader<T> {
    input: T,
    longest: Option<Duration>,
}

impl<T> PatientReader<T> {
    /// Creates a reader that waits for as long as `longest`; `None` if it waits forever.
    pub(crate) fn new(input: T, longest: Option<Duration>) -> Self {
        Self { input, longest }
    }

    /// Sets how long it waits.
    pub(crate) fn set_longest(&mut self, longest: Option<Duration>) {
        self.longest = longest;
    }
}

impl<T: Read + AsOpenFile> Read for PatientReader<T> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        if let Some(longest) = self.longest {
            system::wait_to_read(&self.input, longest)?;
        }
        self.input.read(bytes)
    }
}

/// Returns the name of this machine.
pub fn machine_name() -> String {
    system::machine_name()
}

/// Returns the system, its release and version, and the processor of this machine.
pub fn machine_description() -> String {
    system::machine_description()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn skipped(bytes: &[u8]) -> (Result<String, ConnectError>, Vec<u8>, Vec<u8>) {
        let mut input = bytes;
        let mut text = Vec::new();
        let found = skip_to(MARK, &mut input, &mut |part| text.extend_from_slice(part));
        (found, text, input.to_vec())
    }

    #[test]
    fn what_a_login_prints_is_skipped() {
        let (found, text, rest) = skipped(b"Welcome!\n$ \x1efeedrate host 1.2.3\nm\x02\0\0\0{}");
        assert_eq!(found.unwrap(), "1.2.3");
        assert_eq!(text, b"Welcome!\n$ ");
        assert_eq!(rest, b"m\x02\0\0\0{}");
    }

    #[test]
    fn a_program_that_says_nothing_or_too_much_is_no_session() {
        let (found, text, _) = skipped(b"bash: feedrate: command not found\n");
        assert!(matches!(found, Err(ConnectError::Broken(_))));
        assert_eq!(text, b"bash: feedrate: command not found\n");
        let (found, text, _) = skipped(&vec![b'y'; 3 << 20]);
        assert!(matches!(found, Err(ConnectError::Nonsense { .. })));
        assert_eq!(text.len(), 1 << 20);
    }

    #[test]
    fn a_version_is_shown_safely() {
        let mut bytes = MARK.to_vec();
        bytes.extend_from_slice(b"\x1b[31m");
        bytes.extend_from_slice(&[b'x'; 1000]);
        bytes.push(b'\n');
        let version = skipped(&bytes).0.unwrap();
        assert!(version.starts_with("\\x1b[31mxx") && version.len() < 200);
    }

    #[test]
    fn silence_ends_the_wait() {
        let (reader, _writer) = io::pipe().unwrap();
        let mut reader = PatientReader::new(reader, Some(Duration::from_millis(30)));
        let error = reader.read(&mut [0]).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::TimedOut);
    }
}
