//! `feedrate report`.

mod arguments;

use feedrate_results::{beside, measured, metrics};
use feedrate_study::analysis::Analysis;
use feedrate_study::{document, result};

pub use arguments::ReportArguments;

use crate::command::{Execute, Invocation};
use crate::exit::Exit;
use crate::interrupt::Interrupt;
use crate::output::{Places, Results};

impl Execute for ReportArguments {
    fn execute(&self, _: &Invocation<'_>) -> Exit {
        report(self).unwrap_or_else(Exit::failure)
    }
}

fn report(arguments: &ReportArguments) -> Result<Exit, String> {
    let places = Places {
        csv: arguments.csv.as_deref(),
        metrics: arguments.metrics.as_deref(),
        ..Places::from(&arguments.renderings)
    };
    let to = Results::to_places(&places)?;
    let interrupt = Interrupt::listen().map_err(|error| error.to_string())?;
    let read = arguments.results.iter().map(|path| measured::read(path));
    let found: Result<Vec<_>, feedrate_results::Error> = read.collect();
    let found = found.map_err(|error| error.to_string())?;
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
    if let Some(exit) = interrupt.instead_of(&delivered) {
        return Ok(exit);
    }
    delivered?;
    Ok(Exit::Success)
}
