//! `feedrate run`.
//!
//! | module | contents |
//! |---|---|
//! | `arguments`, `job_arguments` | those of the command, and those of a line in a list of jobs |
//! | `once`, `repeats` | one program: once, and several times |
//! | `requests`, `jobs` | many programs: which, and all at once |
//! | `ramp` | the programs for more and more users |
//! | `output`, `progress` | the destinations of logs, listings and figures; the lines on a terminal |

mod arguments;
mod job_arguments;
mod jobs;
mod once;
mod output;
mod progress;
mod ramp;
mod repeats;
mod requests;

use std::path::Path;

use feedrate_runs::jobs::list;

pub use arguments::RunArguments;
pub use once::exit_of;
pub use output::ProgramOutputs;
pub use progress::Steps;
pub use ramp::{RampStages, exit_of as exit_of_ramp, repeats as ramp_repeats};
pub use requests::{JobRequest, RequestedPrograms, of as requests_of};

use crate::command::{Execute, Invocation};
use crate::exit::CommandResult;
use crate::interrupt::Interrupt;
use crate::stack;

impl Execute for RunArguments {
    fn execute(&self, _: &Invocation<'_>) -> CommandResult {
        stack::run_program(|| match only_program(self) {
            _ if self.ramp.ramp.is_some() => ramp::run(self),
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

fn run_program(program: &Path, arguments: &RunArguments) -> CommandResult {
    if arguments.log_dir.is_some() {
        return Err(
            "--log-dir is for several programs; name the log and the listing of one with --log FILE and \
             --listing FILE"
                .into(),
        );
    }
    let program = once::load(program, arguments)?;
    let interrupt = Interrupt::listen()?;
    interrupt.check(match arguments.repeats {
        None | Some(1) => program.run_alone(&interrupt),
        Some(repeats) => repeats::run(&program, repeats, &interrupt),
    })
}
