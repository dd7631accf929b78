//! `feedrate report`.

use std::path::Path;

use feedrate_study::analysis::{Analysis, Data};
use feedrate_study::store::Store;
use feedrate_study::{document, result};

use crate::arguments::ReportArguments;
use crate::exit::Exit;
use crate::interrupt::Interrupt;
use crate::output::Results;

/// Shows the results of the arguments.
pub fn run(arguments: &ReportArguments) -> Exit {
    report(arguments).unwrap_or_else(Exit::failure)
}

fn report(arguments: &ReportArguments) -> Result<Exit, String> {
    let results = Results::to(arguments.json.as_deref(), arguments.html.as_deref())?;
    let interrupt = Interrupt::listen().map_err(|error| error.to_string())?;
    let told = |error: feedrate_study::Error| error.to_string();
    let [only] = &arguments.results[..] else {
        return Err("name one store".to_owned());
    };
    let path: &Path = only;
    let data = Store::open(path)
        .and_then(|store| Data::read(&store))
        .map_err(told)?;
    let analysis = Analysis::of(&data);
    let value = result::of(&data, &analysis);
    results.deliver(&document(&data, &analysis), &value, &interrupt.stop())?;
    Ok(Exit::Success)
}
