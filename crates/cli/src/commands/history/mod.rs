//! `feedrate history`.

mod arguments;

use feedrate_results::compare::Verdict;
use feedrate_results::history;

pub use arguments::HistoryArguments;

use crate::command::{Execute, Invocation};
use crate::exit::{CommandResult, Exit};
use crate::interrupt::Interrupt;
use crate::output::{Places, Results};

impl Execute for HistoryArguments {
    fn execute(&self, _: &Invocation<'_>) -> CommandResult {
        let to = Results::to_places(&Places::from(&self.renderings))?;
        let interrupt = Interrupt::listen()?;
        let stop = interrupt.stop();
        let history = interrupt.check(history::read(&self.folder, self.tolerance, &stop))?;
        interrupt.check(to.deliver(&history::document(&history), &history::json(&history), &stop))?;
        Ok(match history.tally().verdict() {
            Verdict::Fail => Exit::FallsShort,
            Verdict::Pass | Verdict::Unknown | Verdict::NotCompared => Exit::Success,
        })
    }
}
