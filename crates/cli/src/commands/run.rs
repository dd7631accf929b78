//! `feedrate run`.

use std::fs;
use std::io::{self, Read};
use std::path::Path;
use std::sync::Arc;

use feedrate_session::options::SystemOptions;
use feedrate_session::{Ending, InitialVariables, OwnCommand, Session, Setup, try_work};

use crate::arguments::RunArguments;
use crate::exit::Exit;
use crate::interrupt::Interrupt;
use crate::output::ProgramOutputs;
use crate::progress::Steps;
use crate::{say, stack};

/// Runs the program of the arguments.
pub fn run(arguments: &RunArguments) -> Exit {
    stack::run_program(|| run_program(arguments))
}

fn run_program(arguments: &RunArguments) -> Result<Exit, String> {
    let options = options(&arguments.options)?;
    let variables = variables(&arguments.given)?;
    if let Some(work) = &arguments.work {
        check_folder(work)?;
    }
    let outputs = ProgramOutputs::of(arguments)?;
    let text = text_of(&arguments.program, options.text_bytes())?;
    let name = match arguments.program.to_str() {
        Some("-") => "the program on standard input".to_owned(),
        _ => say::one_line(&arguments.program.to_string_lossy()),
    };
    let interrupt = Interrupt::listen().map_err(|error| error.to_string())?;
    let program = Program {
        name,
        text,
        options,
        variables,
    };
    let outcome = run_listening(arguments, program, &outputs, &interrupt);
    interrupt.instead_of(&outcome).map_or(outcome, Ok)
}

/// A program and its initial settings.
struct Program {
    /// Its name in messages.
    name: String,
    text: String,
    options: SystemOptions,
    variables: InitialVariables,
}

fn run_listening(
    arguments: &RunArguments,
    program: Program,
    outputs: &ProgramOutputs,
    interrupt: &Interrupt,
) -> Result<Exit, String> {
    let stop = interrupt.stop();
    // All arguments are valid now, so earlier logs and listings may be replaced.
    let progress = Steps::show(outputs.has_room_for_progress());
    let log = outputs.log(&stop)?;
    let mut session = Session::new(Setup {
        log,
        listing: outputs.listing(&program.name, &progress, &stop)?,
        work: arguments.work.clone(),
        options: program.options,
        sysparm: arguments.sysparm.clone(),
        stop: Arc::clone(&stop),
    });
    session.set_variables(program.variables);
    session.observe(&progress);
    session.allow_sessions(own_command(arguments));
    let record = session
        .run(&program.name, &program.text)
        .map_err(|error| error.to_string())?;
    let ending = session.ending();
    drop(session);
    let delivered = outputs.deliver(&record, &stop);
    let failures: Vec<String> = record.error.into_iter().chain(delivered.err()).collect();
    if !failures.is_empty() {
        return Err(failures.join("; "));
    }
    Ok(match ending {
        Ending::Clean => Exit::Success,
        Ending::Warnings => Exit::Warnings,
        Ending::Errors => Exit::Errors,
        Ending::Interrupted => Exit::Interrupted(interrupt.signal_or_ctrl_c()),
    })
}

/// Returns the system options with those of the command line: each a name, and optionally a value after an equals sign.
fn options(given: &[String]) -> Result<SystemOptions, String> {
    let mut options = SystemOptions::default();
    for option in given {
        let (word, value) = match option.split_once('=') {
            Some((word, value)) => (word, Some(value)),
            None => (option.as_str(), None),
        };
        options
            .set(word.trim(), value)
            .map_err(|error| format!("--option {option}: {error}"))?;
    }
    Ok(options)
}

/// Returns the settings with which sessions of the program start that inherit its options.
fn own_command(arguments: &RunArguments) -> OwnCommand {
    let options = arguments.options.iter().map(|option| {
        let (word, value) = match option.split_once('=') {
            Some((word, value)) => (word, Some(value.to_owned())),
            None => (option.as_str(), None),
        };
        (word.trim().to_owned(), value)
    });
    OwnCommand::of_program(
        options.collect(),
        arguments.work.clone(),
        arguments.sysparm.clone(),
    )
}

/// Returns the macro variables of the command line: each a name and a value after an equals sign.
fn variables(arguments: &[String]) -> Result<InitialVariables, String> {
    let mut variables = InitialVariables::default();
    for argument in arguments {
        let (name, value) = argument.split_once('=').ok_or_else(|| {
            format!("--let {argument}: give the macro variable a value: --let {argument}=VALUE")
        })?;
        variables
            .add(name.trim(), value)
            .map_err(|error| format!("--let {argument}: {error}"))?;
    }
    Ok(variables)
}

/// Checks that the folder of WORK can be made within a folder.
fn check_folder(folder: &Path) -> Result<(), String> {
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
fn text_of(path: &Path, longest: u64) -> Result<String, String> {
    let mut bytes = Vec::new();
    let read = if path == Path::new("-") {
        io::stdin().lock().take(longest + 1).read_to_end(&mut bytes)
    } else {
        fs::File::open(path).and_then(|file| file.take(longest + 1).read_to_end(&mut bytes))
    };
    read.map_err(|error| {
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
fn reason(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "no such file or folder".to_owned(),
        io::ErrorKind::IsADirectory => "it is a folder; name a file".to_owned(),
        kind => kind.to_string(),
    }
}
