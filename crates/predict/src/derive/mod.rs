//! From a profile to a job.

mod files;
mod order;
mod parts;
mod planned;
mod uses;

use feedrate_document::format;
use feedrate_pageio::course::Speed;

use crate::error::{Error, Result};
use crate::job::{Job, JobHeader, JobStep, Order, SPEEDS, Source};
use crate::profile::{Profile, Step};
use files::FileTable;
use parts::OwnTime;
pub use planned::from_plan;
use uses::{sort_of, uses_of};

/// The assumptions where the speed of the processor is known, and where it is not.
pub(crate) const AS_MUCH_COMPUTING: &str = "Computing is as much as in the profile: it takes longer where the \
    processor is slower at simple operations.";
pub(crate) const AS_LONG_COMPUTING: &str = "Computing takes as long as on the machine of the profile.";

/// The fewest rounds that tell the speed of a step; with fewer, it is that of the whole program. A burst has 512.
const FEWEST_ROUNDS: u64 = 16 << 9;

/// Derives the job of a profiled program.
///
/// # Errors
///
/// Fails if no step of it moved any page, a step failed, or its numbers are out of all bounds.
pub fn from_profile(profile: &Profile) -> Result<Job> {
    let steps = profile.all_steps();
    let nothing = |why: &str| Error::NothingToDerive {
        program: profile.program.clone(),
        why: why.to_owned(),
    };
    if steps.is_empty() {
        return Err(nothing("it has no step that ran"));
    }
    if let Some((_, failed)) = steps.iter().find(|(_, step)| !step.completed) {
        return Err(nothing(&format!(
            "its step {} did not complete; a job is derived from a run without errors",
            failed.title()
        )));
    }
    let mut assumptions = Vec::new();
    if profile.ended == "errors" {
        assumptions.push("The program ended with errors: steps that were only checked are left out.".to_owned());
    }
    let mut table = FileTable::new(&profile.inputs);
    let mut whole_speed = Speed::default();
    let mut speeds = Vec::with_capacity(steps.len());
    let mut derived = Vec::with_capacity(steps.len());
    for (index, (session, step)) in steps.iter().enumerate() {
        let sources = uses_of(step, index, &mut table, &mut assumptions);
        let computing = parts::computing(step, &sources);
        assumptions.extend(pause(step, computing));
        assumptions.extend(lost(step, computing));
        let parts = parts::of(step, &sources);
        let speed = parts::speed(&sources);
        whole_speed.add(speed);
        speeds.push(speed);
        derived.push(JobStep {
            name: step.name.clone(),
            line: step.line,
            session: (*session).to_owned(),
            seconds: Some(step.seconds()),
            after: Vec::new(),
            delay_seconds: 0.0,
            idle_seconds: computing.idle_seconds,
            sort: sort_of(step),
            rounds_per_second: None,
            parallel_share: computing.parallel_share,
            uses: sources.into_iter().map(|source| source.use_).collect(),
            parts,
        });
    }
    for (step, speed) in derived.iter_mut().zip(speeds) {
        let own = Some(speed).filter(|speed| speed.rounds >= FEWEST_ROUNDS);
        let speed = own.unwrap_or(whole_speed).rounds_per_second();
        step.rounds_per_second = speed.filter(|speed| SPEEDS.contains(speed));
    }
    order::set(&mut derived, &steps, profile.began_microseconds);
    let mut job = Job {
        feedrate: JobHeader::default(),
        program: profile.program.clone(),
        derived_from: Source::Profile,
        scale: 1.0,
        assumptions,
        files: table.finish(),
        steps: derived,
    };
    files::drop_open_pipes(&mut job);
    if job.steps.iter().all(|step| step.uses.is_empty()) {
        return Err(nothing("its steps moved no pages"));
    }
    job.assumptions.extend(general_assumptions(&job));
    job.check()?;
    Ok(job)
}

/// Returns the job of several runs of one program: of each step the run whose computing is in the middle. If
/// the runs used other files, such as utility files of some of them, it is the whole run in the middle. `None` if the
/// runs had other steps.
pub fn middle(mut jobs: Vec<Job>) -> Option<Job> {
    let steps = |job: &Job| job.steps.iter().map(|step| step.name.clone()).collect::<Vec<_>>();
    let files = |job: &Job| -> Vec<Vec<usize>> {
        let steps = job.steps.iter();
        steps.map(|step| step.uses.iter().map(|it| it.file).collect()).collect()
    };
    let first = jobs.first()?;
    if jobs.iter().any(|job| steps(job) != steps(first)) {
        return None;
    }
    let are_alike = jobs.iter().all(|job| files(job) == files(first));
    let all_steps = || jobs.iter().flat_map(|job| &job.steps);
    let has_speeds = all_steps().all(|step| step.rounds_per_second.is_some());
    // In rounds, or in seconds.
    let amount = move |step: &JobStep| {
        let speed = step.rounds_per_second.filter(|_| has_speeds);
        step.think_seconds() * speed.unwrap_or(1.0)
    };
    let amount_of = |job: &Job| job.steps.iter().map(amount).sum::<f64>();
    jobs.sort_by(|a, b| amount_of(a).total_cmp(&amount_of(b)));
    let place = (jobs.len() - 1) / 2;
    let mut whole = jobs[place].clone();
    if are_alike {
        for (index, step) in whole.steps.iter_mut().enumerate() {
            let mut runs: Vec<&JobStep> = jobs.iter().map(|job| &job.steps[index]).collect();
            runs.sort_by(|a, b| amount(a).total_cmp(&amount(b)));
            step.clone_from(runs[place]);
        }
    }
    Some(whole)
}

/// Returns how long a step computed, in seconds. Several threads that pass over parts of a file count once.
pub fn computing_seconds(step: &Step) -> f64 {
    let mut table = FileTable::new(&[]);
    let uses = uses_of(step, 0, &mut table, &mut Vec::new());
    parts::computing(step, &uses).seconds
}

/// Returns the title of the first step of a profile whose courses show no computing although it used a processor.
pub fn step_without_computing(profile: &Profile) -> Option<String> {
    let steps = profile.all_steps().into_iter();
    let mut lost = steps.filter(|(_, step)| {
        let uses = uses_of(step, 0, &mut FileTable::new(&[]), &mut Vec::new());
        !uses.is_empty() && parts::computing(step, &uses).is_lost
    });
    lost.next().map(|(_, step)| step.title())
}

/// Returns a note if the courses of a step show no computing.
fn lost(step: &Step, computing: OwnTime) -> Option<String> {
    computing.is_lost.then(|| {
        format!(
            "{}: its profile shows no computing between transfers; its processor time, {}, is spread evenly.",
            step.title(),
            format::seconds(computing.seconds),
        )
    })
}

/// Returns a note if a step waited for something that the job does not have.
fn pause(step: &Step, computing: OwnTime) -> Option<String> {
    (computing.idle_seconds > 0.0).then(|| {
        format!(
            "{}: it waited {} for something other than pages, processors and its own threads; the job pauses as long.",
            step.title(),
            format::seconds(computing.idle_seconds),
        )
    })
}

/// Returns what every job assumes.
fn general_assumptions(job: &Job) -> Vec<String> {
    let mut all = vec![
        match job.steps.iter().any(|step| step.rounds_per_second.is_some()) {
            true => AS_MUCH_COMPUTING.to_owned(),
            false => AS_LONG_COMPUTING.to_owned(),
        },
        "Steps begin when the steps that had ended before them have ended.".to_owned(),
    ];
    let has_random = job.steps.iter().flat_map(|step| &step.uses);
    if has_random.into_iter().any(|it| it.order == Order::Random) {
        all.push("What was read or written at random is drawn evenly from its file.".to_owned());
    }
    all
}

#[cfg(test)]
mod tests;
