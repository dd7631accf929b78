//! `feedrate measure`: one synthetic job, once or several times.
//!
//! | module | contents |
//! |---|---|
//! | `combination` | options that cannot be combined |
//! | `plan` | from the arguments to a job |
//! | `resources` | checks that the machine has room for it |
//! | `repeat` | one repeat, with counters of the system |
//! | `new_files` | files that an incomplete measurement removes |
//! | `settings`, `result` | the JSON |
//! | `document`, `facts`, `tables`, `warnings` | the report |

mod arguments;
mod combination;
mod document;
mod facts;
mod hosts;
mod new_files;
mod plan;
mod progress;
mod repeat;
mod resources;
mod result;
mod settings;
mod tables;
mod warnings;

use std::time::SystemTime;

use feedrate_report::Header;
use feedrate_workload::Job;

pub use arguments::MeasureArguments;
use new_files::NewFiles;
use progress::Throughput;
use repeat::Repeat;
use result::{FORMAT_VERSION, Measurement, Repeats, Volumes};
use settings::Settings;

use crate::command::{Execute, Invocation};
use crate::exit::Exit;
use crate::interrupt::Interrupt;
use crate::output::Results;

impl Execute for MeasureArguments {
    fn execute(&self, invocation: &Invocation<'_>) -> Exit {
        if self.hosts.hosts.is_some() {
            return hosts::run(self, invocation.words);
        }
        match measure(self) {
            Ok(exit) => exit,
            Err(what) => Exit::failure(what),
        }
    }
}

fn measure(arguments: &MeasureArguments) -> Result<Exit, String> {
    combination::check(arguments)?;
    let results = Results::to(arguments.json.as_deref(), None)?;
    let interrupt = Interrupt::listen().map_err(|error| error.to_string())?;
    let job = plan::job(arguments)?;
    resources::check(&job)?;
    let settings = Settings::of(arguments, &job).ok_or("name a file to measure")?;
    let files = repeat::files_of(&job);
    let beneath = Volumes::beneath(files.iter().map(AsRef::as_ref));
    if arguments.cold
        && let Some(volume) = beneath.in_memory()
    {
        return Err(format!(
            "--cold: {} lies in memory ({}), where nothing is ever cold; leave --cold out",
            volume.path.display(),
            volume.fs_type
        ));
    }
    let mut warnings = Vec::new();
    let started_at = humantime::format_rfc3339_seconds(SystemTime::now()).to_string();
    let runs = repeats(arguments, &job, &beneath, &interrupt, &mut warnings)?;
    if let Some(run) = result::middle(&runs).map(|(_, run)| run) {
        warnings.extend(warnings::of(arguments, run, &beneath));
    }
    let measurement = Measurement {
        feedrate: Header::new("measure", FORMAT_VERSION),
        started_at,
        settings,
        fingerprint: beneath.fingerprint(),
        interrupted_by: interrupt.name(),
        warnings,
        summary: Repeats::of(&runs),
        runs,
    };
    let document = document::of(arguments, &job, &measurement);
    let delivered = results.deliver(&document, &measurement, &interrupt.stop());
    if let Some(exit) = interrupt.instead_of(&delivered) {
        return Ok(exit);
    }
    delivered?;
    Ok(match interrupt.signal() {
        Some(signal) => Exit::Interrupted(signal),
        None => Exit::Success,
    })
}

/// Returns the repeats that were measured until all are done or a signal is received.
fn repeats(
    arguments: &MeasureArguments,
    job: &Job,
    beneath: &Volumes,
    interrupt: &Interrupt,
    warnings: &mut Vec<String>,
) -> Result<Vec<Repeat>, String> {
    let new_files = NewFiles::by(job);
    let mut runs = Vec::new();
    for number in 1..=arguments.repeats {
        if arguments.cold {
            for warning in repeat::make_cold(job)? {
                if !warnings.contains(&warning) {
                    warnings.push(warning);
                }
            }
        }
        let control = interrupt.control();
        let what = match arguments.repeats {
            1 => "measuring".to_owned(),
            repeats => format!("measuring, {number} of {repeats}"),
        };
        let progress = Throughput::show(&what, &control);
        let run = repeat::run(job, beneath, &control);
        drop(progress);
        match run.map_err(repeat::explain) {
            Ok(run) => runs.extend(run),
            // Work that is incomplete because it was stopped is not a failure.
            Err(what) if interrupt.signal().is_some() => warnings.push(what),
            Err(what) => return Err(what),
        }
        if interrupt.signal().is_some() {
            return Ok(runs);
        }
    }
    new_files.keep();
    Ok(runs)
}
