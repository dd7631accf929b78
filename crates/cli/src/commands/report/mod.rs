//! `feedrate report`.

mod arguments;

use feedrate_results::{beside, measured, metrics};
use feedrate_study::analysis::Analysis;
use feedrate_study::{document, result};

pub use arguments::ReportArguments;

use crate::command::{Execute, Invocation};
use crate::exit::{CommandResult, Exit};
use crate::interrupt::Interrupt;
use crate::output::{Places, Results};

impl Execute for ReportArguments {
    fn execute(&self, _: &Invocation<'_>) -> CommandResult {
        let places = Places {
            csv: self.csv.as_deref(),
            metrics: self.metrics.as_deref(),
            ..Places::from(&self.renderings)
        };
        let to = Results::to_places(&places)?;
        let interrupt = Interrupt::listen()?;
        let read = self.results.iter().map(|path| measured::read(path));
        let found = read.collect::<Result<Vec<_>, _>>()?;
        let metrics = || metrics::text(&found);
        let stop = interrupt.stop();
        let only_study = match &found[..] {
            [only] => only.study.as_deref(),
            _ => None,
        };
        let delivered = match only_study {
            Some(data) => {
                let analysis = Analysis::of(data);
                let value = result::of(data, &analysis);
                let shown = document(data, &analysis);
                to.deliver_more(&shown, &value, &shown, metrics, &stop)
            }
            None => {
                let value = beside::report(&found);
                let tables = beside::values(&found);
                to.deliver_more(&beside::document(&found), &value, &tables, metrics, &stop)
            }
        };
        interrupt.check(delivered)?;
        Ok(Exit::Success)
    }
}
