//! The repeats of a measurement, one after the other.

use feedrate_document::Header;
use feedrate_workload::{Control, Job};

use crate::error::{Error, Result};
use crate::new_files::NewFiles;
use crate::options::Options;
use crate::repeat::{self, Repeat};
use crate::result::{self, FORMAT_VERSION, Measurement, Repeats};
use crate::settings::Settings;
use crate::volumes::Volumes;
use crate::{job, resources, warnings};

/// Follows the repeats, and may interrupt them.
pub trait Observer {
    /// Called before a repeat, by its number from 1. Returns the control of its run.
    fn begins(&mut self, number: u32) -> Control;

    /// Called after a repeat.
    fn ended(&mut self);

    /// Returns the name of the signal that has interrupted the measurement, if one has.
    fn interrupted_by(&self) -> Option<&'static str>;
}

/// Measures a job until all its repeats are done or it is interrupted.
///
/// # Errors
///
/// Returns an error if the machine or the files have no room for the job, or it fails.
pub fn measure(options: &Options, observer: &mut dyn Observer) -> Result<Measurement> {
    let job = job::job(options)?;
    resources::check(&job).map_err(Error::Refused)?;
    let settings = Settings::of(options, &job);
    let settings = settings.ok_or_else(|| Error::Refused("name a file to measure".to_owned()))?;
    let files = repeat::files_of(&job);
    let beneath = Volumes::beneath(files.iter().map(AsRef::as_ref));
    if options.cold
        && let Some(volume) = beneath.in_memory()
    {
        return Err(Error::Refused(format!(
            "--cold: {} lies in memory ({}), where nothing is ever cold; leave --cold out",
            volume.path.display(),
            volume.fs_type
        )));
    }
    let mut warnings = Vec::new();
    let started_at = feedrate_document::timestamp_now();
    let runs = repeats(options, &job, &beneath, observer, &mut warnings)?;
    if let Some(run) = result::middle(&runs).map(|(_, run)| run) {
        warnings.extend(warnings::of(options, run, &beneath));
    }
    Ok(Measurement {
        job,
        feedrate: Header::new("measure", FORMAT_VERSION),
        started_at,
        settings,
        fingerprint: beneath.fingerprint(),
        interrupted_by: observer.interrupted_by(),
        warnings,
        summary: Repeats::of(&runs),
        runs,
    })
}

/// Returns the repeats that were measured until all are done or a signal is received.
fn repeats(
    options: &Options,
    job: &Job,
    beneath: &Volumes,
    observer: &mut dyn Observer,
    warnings: &mut Vec<String>,
) -> Result<Vec<Repeat>> {
    let new_files = NewFiles::by(job);
    let mut runs = Vec::new();
    for number in 1..=options.repeats {
        if options.cold {
            for warning in repeat::make_cold(job)? {
                if !warnings.contains(&warning) {
                    warnings.push(warning);
                }
            }
        }
        let control = observer.begins(number);
        let run = repeat::run(job, beneath, &control);
        observer.ended();
        let is_interrupted = observer.interrupted_by().is_some();
        match run {
            Ok(run) => runs.extend(run),
            // Work that is incomplete because it was stopped is not a failure.
            Err(error) if is_interrupted => warnings.push(error.to_string()),
            Err(error) => return Err(error),
        }
        if is_interrupted {
            return Ok(runs);
        }
    }
    new_files.keep();
    Ok(runs)
}
