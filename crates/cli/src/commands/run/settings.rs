//! The settings of a program by the command line or by a list of jobs, and its text.

use std::fs;
use std::io;
use std::path::Path;

use feedrate_pageio::named_text;
use feedrate_session::options::SystemOptions;
use feedrate_session::{InitialVariables, OwnCommand, try_work};

use crate::arguments::ProgramSettings;

/// Returns the system options with those of the command line: each a name, and optionally a value after an equals sign.
pub(super) fn options(given: &[String]) -> Result<SystemOptions, String> {
    let mut options = SystemOptions::default();
    for (option, (word, value)) in given.iter().zip(words(given)) {
        options
            .set(&word, value.as_deref())
            .map_err(|error| format!("--option {option}: {error}"))?;
    }
    options
        .check_hosts()
        .map_err(|error| format!("--option {error}"))?;
    Ok(options)
}

/// Returns the settings with which sessions of the program start that inherit its options.
pub(super) fn own_command(given: &ProgramSettings) -> OwnCommand {
    OwnCommand::of_program(
        words(&given.options),
        given.work.clone(),
        given.sysparm.clone().unwrap_or_default(),
    )
}

/// Splits system options into words and values.
pub(super) fn words(options: &[String]) -> Vec<(String, Option<String>)> {
    let split = |option: &String| match option.split_once('=') {
        Some((word, value)) => (word.trim().to_owned(), Some(value.to_owned())),
        None => (option.trim().to_owned(), None),
    };
    options.iter().map(split).collect()
}

/// Returns the macro variables of the command line: each a name and a value after an equals sign.
pub(super) fn variables(arguments: &[String]) -> Result<InitialVariables, String> {
    let mut variables = InitialVariables::default();
    for (argument, (name, value)) in arguments.iter().zip(assignments(arguments)?) {
        variables
            .add(&name, &value)
            .map_err(|error| format!("--let {argument}: {error}"))?;
    }
    Ok(variables)
}

/// Splits macro variables of the command line into names and values.
pub(super) fn assignments(arguments: &[String]) -> Result<Vec<(String, String)>, String> {
    let split = |argument: &String| {
        let (name, value) = argument.split_once('=').ok_or_else(|| {
            format!("--let {argument}: give the macro variable a value: --let {argument}=VALUE")
        })?;
        Ok((name.trim().to_owned(), value.to_owned()))
    };
    arguments.iter().map(split).collect()
}

/// Returns the arguments of `feedrate run` that give a program these settings, but for the folder of WORK.
pub(in crate::commands) fn arguments_of(given: &ProgramSettings) -> Vec<String> {
    let options = given
        .options
        .iter()
        .flat_map(|option| ["-o".to_owned(), option.clone()]);
    let variables = given
        .given
        .iter()
        .flat_map(|given| ["--let".to_owned(), given.clone()]);
    let sysparm = given
        .sysparm
        .iter()
        .flat_map(|text| ["--sysparm".to_owned(), text.clone()]);
    options.chain(variables).chain(sysparm).collect()
}

/// Checks that the folder of WORK can be made within a folder.
pub(super) fn check_folder(folder: &Path) -> Result<(), String> {
    let shown = folder.display();
    match fs::metadata(folder) {
        Err(error) => return Err(format!("--work {shown}: {}", reason(&error))),
        Ok(metadata) if !metadata.is_dir() => {
            return Err(format!("--work {shown}: it is no folder; name one"));
        }
        Ok(_) => {}
    }
    // It is tried, because permissions do not show, for example, a file system that is mounted read-only.
    try_work(folder).map_err(|error| {
        format!(
            "--work {shown}: no folder can be made there: {}",
            reason(&error)
        )
    })
}

/// Reads the text of the program, which has at most `longest` bytes. Text that is not UTF-8 is taken for Latin 1, as in
/// older programs.
pub(super) fn text_of(path: &Path, longest: u64) -> Result<String, String> {
    let bytes = named_text::read_or_input(path, longest).map_err(|error| {
        format!(
            "cannot read the program {}: {}",
            path.display(),
            reason(&error)
        )
    })?;
    if bytes.len() as u64 > longest {
        return Err(format!(
            "{} is longer than the {}K that MEMSIZE= leaves for the text of a program, which is 256M at most; raise \
             it by --option memsize=SIZE, or split the program",
            path.display(),
            longest.div_ceil(1 << 10)
        ));
    }
    Ok(String::from_utf8(bytes)
        .unwrap_or_else(|error| error.into_bytes().into_iter().map(char::from).collect()))
}

/// Returns the system's message, with advice if there is any.
pub(super) fn reason(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "no such file or folder".to_owned(),
        io::ErrorKind::IsADirectory => "it is a folder; name a file".to_owned(),
        _ if error.raw_os_error().is_none() => error.to_string(),
        kind => kind.to_string(),
    }
}
