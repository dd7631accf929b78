//! `feedrate run`.

mod arguments;
mod cold;
mod job_arguments;
mod jobs;
mod output;
mod progress;
mod repeats;
mod requests;
mod settings;

use std::io::{self, Write};
use std::path::Path;

use feedrate_runs::jobs::list;
use feedrate_session::options::SystemOptions;
use feedrate_session::plan::PlannedProgram;
use feedrate_session::record::Record;
use feedrate_session::{Ending, InitialVariables, Session, Setup};

pub use arguments::RunArguments;
use output::ProgramOutputs;
use progress::Steps;
pub(super) use settings::arguments_of;

use crate::command::{Execute, Invocation};
use crate::exit::Exit;
use crate::interrupt::Interrupt;
use crate::{say, stack};

impl Execute for RunArguments {
    fn execute(&self, _: &Invocation<'_>) -> Exit {
        stack::run_program(|| match only_program(self) {
            Some(program) => run_program(program, self),
            None => jobs::run(self),
        })
    }
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
    let loaded = load(program, arguments)?;
    let interrupt = Interrupt::listen().map_err(|error| error.to_string())?;
    let outcome = match arguments.repeats {
        0 | 1 => run_listening(arguments, &loaded, &interrupt),
        _ => repeats::run(arguments, &loaded, &interrupt),
    };
    interrupt.instead_of(&outcome).map_or(outcome, Ok)
}

/// A program whose arguments are valid: its text, its initial settings and its outputs.
pub(super) struct Loaded {
    /// Its name in messages.
    name: String,
    text: String,
    options: SystemOptions,
    variables: InitialVariables,
    outputs: ProgramOutputs,
}

impl Loaded {
    /// Returns the name of the program in messages.
    pub(super) fn name(&self) -> &str {
        &self.name
    }
}

/// Reads a program, and checks its settings and the destinations of its outputs.
///
/// # Errors
///
/// Returns a message about the first that cannot be used.
pub(super) fn load(program: &Path, arguments: &RunArguments) -> Result<Loaded, String> {
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
    Ok(Loaded {
        name,
        text,
        options,
        variables,
        outputs,
    })
}

/// Runs a program. Earlier logs and listings are replaced.
///
/// # Errors
///
/// Returns a message if its log or listing cannot be opened, or it is too long.
pub(super) fn execute(
    arguments: &RunArguments,
    loaded: &Loaded,
    interrupt: &Interrupt,
) -> Result<(Record, Ending), String> {
    let log = loaded.outputs.log(&interrupt.stop())?;
    run_once(arguments, loaded, interrupt, log, Wanted::ALL)
}

/// The results that a run leaves.
#[derive(Clone, Copy, Debug)]
struct Wanted {
    /// Its listing.
    listing: bool,
    /// The records of its steps.
    records: bool,
}

impl Wanted {
    const ALL: Self = Self {
        listing: true,
        records: true,
    };
}

/// Runs a program, in a state that no other run has left.
fn run_once(
    arguments: &RunArguments,
    loaded: &Loaded,
    interrupt: &Interrupt,
    log: Box<dyn Write>,
    wanted: Wanted,
) -> Result<(Record, Ending), String> {
    let stop = interrupt.stop();
    let outputs = &loaded.outputs;
    let progress = Steps::show(outputs.has_room_for_progress());
    let listing = match wanted.listing {
        true => outputs.listing(&loaded.name, &progress, &stop)?,
        false => Box::new(io::sink()),
    };
    let _cold = cold::begin(arguments)?;
    let mut session = Session::new(Setup {
        log,
        listing,
        work: arguments.settings.work.clone(),
        options: loaded.options.clone(),
        sysparm: arguments.settings.sysparm.clone().unwrap_or_default(),
        stop,
    });
    session.set_variables(loaded.variables.clone());
    session.observe(&progress);
    if !wanted.records {
        session.drop_records();
    }
    session.allow_sessions(settings::own_command(&arguments.settings));
    let record = session
        .run(&loaded.name, &loaded.text)
        .map_err(|error| error.to_string())?;
    Ok((record, session.ending()))
}

/// Plans a program without running it.
///
/// # Errors
///
/// Returns a message if its log or listing cannot be opened, or it is too long.
pub(super) fn plan(
    arguments: &RunArguments,
    loaded: &Loaded,
    interrupt: &Interrupt,
) -> Result<PlannedProgram, String> {
    let stop = interrupt.stop();
    let mut session = Session::new(Setup {
        log: loaded.outputs.log(&stop)?,
        listing: Box::new(io::sink()),
        work: arguments.settings.work.clone(),
        options: loaded.options.clone(),
        sysparm: arguments.settings.sysparm.clone().unwrap_or_default(),
        stop,
    });
    session.set_variables(loaded.variables.clone());
    let planned = session.plan(&loaded.name, &loaded.text);
    planned.map_err(|error| error.to_string())
}

/// Returns the exit of a program by its ending.
pub(super) fn exit_of(ending: Ending, interrupt: &Interrupt) -> Exit {
    match ending {
        Ending::Clean => Exit::Success,
        Ending::Warnings => Exit::Warnings,
        Ending::Errors => Exit::Errors,
        Ending::Interrupted => Exit::Interrupted(interrupt.signal_or_ctrl_c()),
    }
}

fn run_listening(
    arguments: &RunArguments,
    loaded: &Loaded,
    interrupt: &Interrupt,
) -> Result<Exit, String> {
    let wanted = Wanted {
        records: loaded.outputs.has_figures(),
        ..Wanted::ALL
    };
    let log = loaded.outputs.log(&interrupt.stop())?;
    let (record, ending) = run_once(arguments, loaded, interrupt, log, wanted)?;
    let delivered = loaded.outputs.deliver(&record, &interrupt.stop());
    let failures: Vec<String> = record.error.into_iter().chain(delivered.err()).collect();
    if !failures.is_empty() {
        return Err(failures.join("; "));
    }
    Ok(exit_of(ending, interrupt))
}
