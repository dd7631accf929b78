//! SASCMD=: the options with which a session is started.

use std::path::{Path, PathBuf};

use feedrate_dataset::settings::{self, Accepts};
use feedrate_options::{Form, find};

use super::OwnCommand;
use crate::options::SystemOptions;

/// Program names that a command may have without a note: the program that is started is always this one.
const PROGRAMS: &[&str] = &["sas", "feedrate", "sas.exe", "sas_en", "sas_u8"];

/// Options of the SAS System's command line about windows and files that do not exist here, and whether a value
/// follows.
const WITHOUT_MEANING: &[(&str, bool)] = &[
    ("AUTOEXEC", true),
    ("CONFIG", true),
    ("DMR", false),
    ("NOAUTOEXEC", false),
    ("NOLOGO", false),
    ("NONEWS", false),
    ("NOSPLASH", false),
    ("NOTERMINAL", false),
    ("RSASUSER", false),
    ("TERMINAL", false),
];

/// The settings with which a session is started.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct ServerCommand {
    /// System options, in their order.
    pub(super) options: Vec<(String, Option<String>)>,
    /// The folder in which WORK is made.
    pub(super) work: Option<PathBuf>,
    /// The value of SYSPARM.
    pub(super) sysparm: String,
    /// Notes on the command for the log.
    pub(super) notes: Vec<String>,
}

/// Parses the words of a command for a session on this machine. `!sascmd` stands for the options with which this
/// session was started; other commands inherit none of them. `refused` returns the error for another program by its
/// name.
pub(super) fn read(
    words: &[String],
    own: &OwnCommand,
    refused: &dyn Fn(&str) -> String,
) -> Result<ServerCommand, String> {
    let (program, words) = first(words)?;
    if program.eq_ignore_ascii_case("!sascmd") {
        let command = ServerCommand {
            options: own.options.clone(),
            work: own.work.clone(),
            sysparm: own.sysparm.clone(),
            notes: Vec::new(),
        };
        return with_options(command, words, Place::Here);
    }
    if !is_own_program(program) {
        return Err(refused(program));
    }
    with_options(of_program(program), words, Place::Here)
}

/// Parses the words of a command for a session on another machine: those behind the launcher.
pub(super) fn read_for_host(words: &[String]) -> Result<ServerCommand, String> {
    let (program, words) = first(words)?;
    if !is_own_program(program) {
        return Err(format!(
            "SASCMD= has {program} behind the launcher, and only feedrate is started on other hosts"
        ));
    }
    with_options(of_program(program), words, Place::There)
}

/// Parses the words of a command that begins with `!sascmd` for a session on another machine. It has the options of
/// this one, except those that only concern this machine: the folder of WORK, and what the user allows of other
/// machines.
pub(super) fn read_own_for_host(words: &[String], own: &OwnCommand) -> Result<ServerCommand, String> {
    let is_for_host = |(word, _): &&(String, Option<String>)| {
        let found = find(&word.trim().to_ascii_uppercase());
        !found.is_some_and(|(definition, _)| definition.is_of_user)
    };
    let command = ServerCommand {
        options: own.options.iter().filter(is_for_host).cloned().collect(),
        sysparm: own.sysparm.clone(),
        ..ServerCommand::default()
    };
    with_options(command, words.get(1..).unwrap_or_default(), Place::There)
}

/// Returns whether a program is meant to be this one: those of the SAS System and their scripts are.
pub(super) fn is_own_program(program: &str) -> bool {
    let name = name_of(program);
    PROGRAMS.contains(&name.as_str()) || name.starts_with("sas")
}

/// Returns the name of a program's file, in lower case.
fn name_of(program: &str) -> String {
    let file = Path::new(program).file_name();
    let file = file.and_then(|name| name.to_str());
    file.unwrap_or(program).to_ascii_lowercase()
}

/// Splits the words of a command into the program and the rest.
fn first(words: &[String]) -> Result<(&str, &[String]), String> {
    match words.split_first() {
        None => Err("SASCMD= is empty; write \"!sascmd\", or `sas` and its options".to_owned()),
        Some((program, _)) if program.starts_with('-') => Err(format!(
            "SASCMD= begins with the option {program}; a program comes first: \"!sascmd\" or `sas`"
        )),
        Some((program, words)) => Ok((program, words)),
    }
}

/// Returns the settings of a command without options.
fn of_program(program: &str) -> ServerCommand {
    let mut command = ServerCommand::default();
    if !PROGRAMS.contains(&name_of(program).as_str()) {
        command.notes.push(format!(
            "{program} is not started: the session is a process of feedrate, as every session is."
        ));
    }
    command
}

/// The machine of a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    Here,
    There,
}

/// Adds the options of a command.
fn with_options(mut command: ServerCommand, words: &[String], place: Place) -> Result<ServerCommand, String> {
    let mut words = words.iter();
    // Errors are found before a process is started.
    let mut checked = SystemOptions::default();
    while let Some(word) = words.next() {
        let Some(option) = word.strip_prefix('-') else {
            return Err(format!(
                "SASCMD= has `{word}` where an option with `-` before it is expected"
            ));
        };
        let (name, value) = match option.split_once('=') {
            Some((name, value)) => (name, Some(value.to_owned())),
            None => (option, None),
        };
        let name = name.to_ascii_uppercase();
        let ignored = WITHOUT_MEANING.iter().find(|(word, _)| *word == name);
        let takes_value = match ignored {
            Some((_, takes_value)) => *takes_value,
            None => takes_value(&name),
        };
        let value = match (value, takes_value) {
            (None, true) => {
                let next = words
                    .next()
                    .ok_or_else(|| format!("-{} at the end of SASCMD= needs a value", name.to_lowercase()))?;
                Some(next.clone())
            }
            (value, _) => value,
        };
        match name.as_str() {
            _ if ignored.is_some() => command.notes.push(format!(
                "-{} of SASCMD= has no meaning for a session of feedrate.",
                name.to_lowercase()
            )),
            "WORK" => command.work = Some(folder(value.unwrap_or_default(), place)?),
            "SYSPARM" => command.sysparm = value.unwrap_or_default(),
            _ => {
                let set = checked.set_by_program(&name, value.as_deref());
                set.map_err(|error| format!("SASCMD= has -{}: {}", name.to_lowercase(), error.text()))?;
                command.options.push((name, value));
            }
        }
    }
    Ok(command)
}

/// Returns whether the next word is the value of an option.
fn takes_value(name: &str) -> bool {
    if matches!(name, "WORK" | "SYSPARM") {
        return true;
    }
    if let Some((definition, _)) = settings::find(name) {
        return definition.accepts != Accepts::Switch;
    }
    find(name).is_some_and(|(definition, _)| definition.form != Form::Switch)
}

/// Returns an existing folder. That of another machine is looked for there.
fn folder(path: String, place: Place) -> Result<PathBuf, String> {
    match place == Place::There || Path::new(&path).is_dir() {
        true => Ok(PathBuf::from(path)),
        false => Err(format!(
            "SASCMD= has -work {path}, which is no folder; make it, or name another"
        )),
    }
}

#[cfg(test)]
mod tests {
    use feedrate_pipe::ProgramKey;

    use super::*;

    fn own() -> OwnCommand {
        OwnCommand {
            options: vec![("FULLSTIMER".to_owned(), None)],
            work: Some(PathBuf::from("/var/tmp")),
            sysparm: "night".to_owned(),
            depth: 0,
            pipe_key: ProgramKey::default(),
        }
    }

    fn of(text: &str) -> Result<ServerCommand, String> {
        let words: Vec<String> = text.split_whitespace().map(ToOwned::to_owned).collect();
        read(&words, &own(), &|name| format!("not {name}"))
    }

    #[test]
    fn the_options_of_a_command() {
        let asked = of("sas -cpucount 2 -THREADS -memsize=2G -work /tmp -nosgio -bufno 7 -sysparm x").unwrap();
        let named = |name: &str, value: Option<&str>| (name.to_owned(), value.map(ToOwned::to_owned));
        assert_eq!(
            asked.options,
            [
                named("CPUCOUNT", Some("2")),
                named("THREADS", None),
                named("MEMSIZE", Some("2G")),
                named("NOSGIO", None),
                named("BUFNO", Some("7")),
            ]
        );
        assert_eq!(asked.work.as_deref(), Some(Path::new("/tmp")));
        assert_eq!(asked.sysparm, "x");
        assert_eq!(asked.notes, [""; 0]);
    }

    #[test]
    fn only_the_own_command_brings_own_options() {
        let asked = of("!SASCMD -nonotes").unwrap();
        assert_eq!(asked.options.len(), 2);
        assert_eq!((asked.sysparm.as_str(), asked.work), ("night", own().work));
        let asked = of("/opt/sas/bin/sas -dmr").unwrap();
        assert_eq!((asked.options.len(), asked.work), (0, None));
        assert_eq!(asked.notes.len(), 1);
        assert!(of("sas94.sh").unwrap().notes[0].contains("sas94.sh is not started"));
        assert_eq!(of("python3").unwrap_err(), "not python3");
    }

    #[test]
    fn what_is_wrong_is_told() {
        for (command, says) in [
            ("", "is empty"),
            ("-threads", "a program comes first"),
            ("sas threads", "`threads`"),
            ("sas -cpucout 2", "is CPUCOUNT meant?"),
            ("sas -cpucount", "needs a value"),
            (
                "sas -cpucount many",
                "Invalid option value MANY for SAS option CPUCOUNT",
            ),
            ("sas -work /no/such/folder", "no folder"),
        ] {
            let refused = of(command).unwrap_err();
            assert!(refused.contains(says), "{command}: {refused}");
        }
    }
}
