//! Predictions of several programs at once, and of more and more users.

use std::path::Path;

use feedrate_document::timestamp_now;
use feedrate_predict::profile;
use feedrate_predict::scale;
use feedrate_predict::source::JobSource;
use feedrate_predict::together::{JobMix, MixedJob, document, predict};
use feedrate_runs::jobs::list::{self, MOST_JOBS};
use feedrate_runs::ramp::{self, RampOptions, RampRecord, conduct};

use super::profiled::{check_profiles, profiled_jobs};
use super::{PredictArguments, USUAL_REPEATS};
use crate::arguments::ProgramFiles;
use crate::commands::run::{JobRequest, RampStages, RequestedPrograms, exit_of_ramp, ramp_repeats, requests_of};
use crate::exit::{CommandResult, Exit};
use crate::interrupt::Interrupt;
use crate::output::Results;
use crate::progress::Stages;
use crate::say;

/// Returns the source if there is one, which is predicted alone.
pub(super) fn only_source(arguments: &PredictArguments) -> Option<&Path> {
    match &arguments.sources[..] {
        [source] if arguments.ramp.ramp.is_none() => {
            let word = source.to_string_lossy();
            let is_once = list::repetition(&word).is_ok_and(|(name, _)| name == word);
            (is_once || source.exists()).then_some(source)
        }
        _ => None,
    }
}

/// Jobs of a user, and what is to be said of them.
struct DerivedJobs {
    jobs: Vec<MixedJob>,
    regimes: Vec<String>,
    notes: Vec<String>,
}

/// Predicts several at once, or a ramp of them.
pub(super) fn run(arguments: &PredictArguments, results: &Results) -> CommandResult {
    if arguments.verify.is_some() {
        return Err("--verify is for one program, run once; leave it out, or predict one".into());
    }
    let files = ProgramFiles::default();
    let requests = requests_of(&RequestedPrograms {
        programs: &arguments.sources,
        list: arguments.jobs.as_deref(),
        settings: &arguments.settings,
        files: &files,
        log_dir: None,
    })?;
    let most = u32::try_from(MOST_JOBS / requests.len().max(1)).unwrap_or(u32::MAX);
    if let Some(Some(wanted)) = arguments.ramp.ramp
        && wanted > most
    {
        return Err(format!(
            "--ramp={wanted}: one user has {} programs, and {MOST_JOBS} are as many as run at once; give {most} users \
             at most",
            requests.len()
        )
        .into());
    }
    let mut classes: Vec<String> = Vec::new();
    for request in &requests {
        if !classes.contains(&request.class) {
            classes.push(request.class.clone());
        }
    }
    let limits = arguments.ramp.limits(&classes)?;
    let sources = sources_of(&requests, arguments)?;
    check_profiles(
        arguments.profiles,
        arguments.is_static,
        sources.iter().map(|(_, source, _)| source),
    )?;
    let interrupt = Interrupt::listen()?;
    let stages = Stages::show(&interrupt.control());
    let derived = interrupt.check(derived(arguments, &sources, &interrupt, &stages))?;
    let stop = interrupt.stop();
    if let Some(most_users) = arguments.ramp.ramp {
        drop(stages);
        let options = RampOptions {
            most_users: most_users.unwrap_or(most),
            repeats: ramp_repeats(arguments.repeats)?,
            budget: arguments.ramp.time_budget,
            limits,
        };
        return run_ramp(arguments, &derived, &options, &interrupt, results);
    }
    let shown = |what: &str| stages.begin(what, None);
    let mut mix = JobMix::new(&derived.jobs, &arguments.on, &stop, &shown);
    let repeats = arguments.repeats.unwrap_or(USUAL_REPEATS);
    let predicted = predict(&mut mix, &derived.jobs, repeats, &shown);
    drop(mix);
    drop(stages);
    let mut prediction = interrupt.check(predicted)?;
    prediction.regimes = derived.regimes;
    prediction.notes.extend(derived.notes);
    interrupt.check(results.deliver(&document(&prediction), &prediction, &stop))?;
    Ok(Exit::Success)
}

fn run_ramp(
    arguments: &PredictArguments,
    derived: &DerivedJobs,
    options: &RampOptions,
    interrupt: &Interrupt,
    results: &Results,
) -> CommandResult {
    let stop = interrupt.stop();
    let silent = |_: &str| {};
    let mut mix = JobMix::new(&derived.jobs, &arguments.on, &stop, &silent);
    let started_at = timestamp_now();
    let mut stages = RampStages::show(&interrupt.control());
    let ran = conduct(&mut mix, options, &stop, &mut stages);
    drop(stages);
    let ramp = interrupt.check(ran)?;
    let programs: usize = mix.programs().iter().sum();
    let noun = if programs == 1 { "program" } else { "programs" };
    let title = format!("{programs} {noun}, predicted on {}", arguments.on.display());
    let mut record = RampRecord::of(&title, started_at, &ramp, options, &mix.programs());
    record.notes.extend(mix.notes());
    record
        .notes
        .extend(derived.regimes.iter().chain(&derived.notes).cloned());
    record
        .notes
        .extend(derived.jobs.iter().filter_map(MixedJob::error_note));
    drop(mix);
    let assumptions = derived.jobs.iter().flat_map(|job| &job.job.assumptions);
    for assumption in assumptions {
        if !record.notes.contains(assumption) {
            record.notes.push(assumption.clone());
        }
    }
    interrupt.check(results.deliver(&ramp::document(&record), &record, &stop))?;
    Ok(exit_of_ramp(&ramp, &record, interrupt))
}

/// Opens what is to be derived from, once for all copies.
fn sources_of(
    requests: &[JobRequest],
    arguments: &PredictArguments,
) -> Result<Vec<(String, JobSource, usize)>, String> {
    let mut sources: Vec<(&JobRequest, JobSource, usize)> = Vec::new();
    for request in requests {
        let is_copy = |known: &JobRequest| {
            (&known.class, &known.program, &known.place) == (&request.class, &request.program, &request.place)
        };
        match sources.iter_mut().find(|(known, _, _)| is_copy(known)) {
            Some((_, _, copies)) => *copies += 1,
            None => {
                let name = say::name_of(&request.program);
                let settings = (&request.settings).into();
                let source = JobSource::open(&request.program, name, arguments.is_static, settings);
                let source = source.map_err(|error| format!("{}{error}", request.place))?;
                sources.push((request, source, 1));
            }
        }
    }
    let named = sources.into_iter();
    Ok(named
        .map(|(request, source, copies)| (request.class.clone(), source, copies))
        .collect())
}

/// Returns the jobs, each scaled and with its pages moved as the arguments say.
fn derived(
    arguments: &PredictArguments,
    sources: &[(String, JobSource, usize)],
    interrupt: &Interrupt,
    stages: &Stages,
) -> Result<DerivedJobs, String> {
    let memory = profile::machine().memory_bytes;
    let mut all = DerivedJobs {
        jobs: Vec::new(),
        regimes: Vec::new(),
        notes: Vec::new(),
    };
    for (class, source, copies) in sources {
        let profiled = profiled_jobs(source, arguments.is_static, arguments.profiles, interrupt, &|what| {
            stages.begin(what, None)
        })?;
        let mut scaled = scale::scaled(&profiled.job, arguments.scale.unwrap_or(1.0), memory);
        let profiles = match source.is_program() && !arguments.is_static {
            true => scale::all_scaled(&profiled.all, arguments.scale.unwrap_or(1.0), memory),
            false => Vec::new(),
        };
        let kept = scale::change_method(&mut scaled.job, arguments.method.change());
        let named = |text: String| format!("{class}: {text}");
        all.regimes.extend(scaled.regimes.into_iter().map(named));
        all.notes.extend(kept.into_iter().chain(profiled.notes).map(named));
        all.jobs.push(MixedJob {
            class: class.clone(),
            job: scaled.job,
            copies: *copies,
            profiles,
        });
    }
    Ok(all)
}
