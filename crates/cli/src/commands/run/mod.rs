//! `feedrate run`.

mod jobs;
mod requests;
mod settings;

use std::path::Path;
use std::sync::Arc;

use feedrate_session::jobs::list;
use feedrate_session::options::SystemOptions;
use feedrate_session::{Ending, InitialVariables, Session, Setup};

use crate::arguments::RunArguments;
use crate::exit::Exit;
use crate::interrupt::Interrupt;
use crate::output::ProgramOutputs;
use crate::progress::Steps;
use crate::{say, stack};

/// Runs the program of the arguments, or all of them at once.
pub fn run(arguments: &RunArguments) -> Exit {
    stack::run_program(|| match only_program(arguments) {
        Some(program) => run_program(program, arguments),
        None => jobs::run(arguments),
    })
}

/// Returns the program if there is one, which is to run once.
fn only_program(arguments: &RunArguments) -> Option<&Path> {
    match &arguments.programs[..] {
        [program] => {
            let word = program.to_string_lossy();
            let is_once = list::repetition(&word).is_ok_and(|(name, _)| name == word);
            (is_once || program.exists()).then_some(program)
        }
        _ => None,
    }
}

fn run_program(program: &Path, arguments: &RunArguments) -> Result<Exit, String> {
    if arguments.log_dir.is_some() {
        return Err(
            "--log-dir is for several programs; name the log and the listing of one with --log FILE and \
             --listing FILE"
                .to_owned(),
        );
    }
    let given = &arguments.settings;
    let options = settings::options(&given.options)?;
    let variables = settings::variables(&given.given)?;
    if let Some(work) = &given.work {
        settings::check_folder(work)?;
    }
    let outputs = ProgramOutputs::of(program, arguments)?;
    let text = settings::text_of(program, options.text_bytes())?;
    let name = match program.to_str() {
        Some("-") => "the program on standard input".to_owned(),
        _ => say::one_line(&program.to_string_lossy()),
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
        work: arguments.settings.work.clone(),
        options: program.options,
        sysparm: arguments.settings.sysparm.clone().unwrap_or_default(),
        stop: Arc::clone(&stop),
    });
    session.set_variables(program.variables);
    session.observe(&progress);
    session.allow_sessions(settings::own_command(&arguments.settings));
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
