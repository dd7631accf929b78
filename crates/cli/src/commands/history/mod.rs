//! `feedrate history`.

mod arguments;

use feedrate_results::compare::Verdict;
use feedrate_results::history;

pub use arguments::HistoryArguments;

use crate::command::{Execute, Invocation};
use crate::exit::Exit;
use crate::interrupt::Interrupt;
use crate::output::{Places, Results};

impl Execute for HistoryArguments {
    fn execute(&self, _: &Invocation<'_>) -> Exit {
        show(self).unwrap_or_else(Exit::failure)
    }
}

fn show(arguments: &HistoryArguments) -> Result<Exit, String> {
    let to = Results::to_places(&Places::from(&arguments.renderings))?;
    let interrupt = Interrupt::listen().map_err(|error| error.to_string())?;
    let stop = interrupt.stop();
    let outcome = history::read(&arguments.folder, arguments.tolerance, &stop)
        .map_err(|error| error.to_string())
        .and_then(|history| {
            let shown = history::document(&history);
            to.deliver(&shown, &history::json(&history), &stop)?;
            Ok(history.tally().verdict())
        });
    if let Some(exit) = interrupt.instead_of(&outcome) {
        return Ok(exit);
    }
    Ok(match outcome? {
        Verdict::Fail => Exit::FallsShort,
        Verdict::Pass | Verdict::Unknown | Verdict::NotCompared => Exit::Success,
    })
}
