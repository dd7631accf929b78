//! Several profiles of one program, until they agree about its computing.

use feedrate_document::format;

use crate::derive;
use crate::error::{Error, Result};
use crate::job::{Job, JobStep};
use crate::profile::{Profile, Step};

/// The difference of the profiles in the middle that is agreement, as a share of their computing.
const AGREEMENT: f64 = 0.05;

/// The fewest and the most profiles that are taken where their number is not given.
const FEWEST: u32 = 2;
const MOST: u32 = 5;

/// The most profiles that are taken again because they show no computing.
const MOST_AGAIN: u32 = 3;

/// The number of profiles that are taken of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProfileCount {
    /// 2 to 5, until more than half of them agree within 5 %.
    Agreeing,
    /// So many.
    Exactly(u32),
}

/// The jobs of several profiles of a program.
#[derive(Clone, Debug)]
pub struct ProfiledJobs {
    /// The job whose steps are those with the computing in the middle.
    pub job: Job,
    /// The jobs of all profiles.
    pub all: Vec<Job>,
    /// Notes on how they were taken, a sentence each.
    pub notes: Vec<String>,
}

impl ProfiledJobs {
    /// Returns those of a job that is given.
    pub fn of_one(job: Job) -> Self {
        Self {
            all: vec![job.clone()],
            job,
            notes: Vec::new(),
        }
    }

    /// Returns those of profiles of one program that were taken before.
    ///
    /// # Errors
    ///
    /// Returns an error if they have other steps, or no job can be derived from one.
    pub fn of_profiles(profiles: &[Profile]) -> Result<Self> {
        let all = profiles.iter().map(derive::from_profile).collect::<Result<Vec<_>>>()?;
        Self::of_all(all, Vec::new())
    }

    /// Takes profiles with `run`, which gets the number of each, from 1 on.
    ///
    /// # Errors
    ///
    /// Returns the error of a run, or of what no job can be derived from.
    pub fn take(count: ProfileCount, run: &mut dyn FnMut(u32) -> Result<Profile>) -> Result<Self> {
        let (mut all, mut notes) = (Vec::new(), Vec::new());
        let (mut number, mut again) = (0, 0);
        let mut inputs = None;
        loop {
            number += 1;
            let profile = run(number)?;
            if again < MOST_AGAIN
                && let Some(step) = derive::step_without_computing(&profile)
            {
                again += 1;
                notes.push(format!(
                    "Profile {number} was taken again: it shows no computing of {step}, which used a processor."
                ));
                continue;
            }
            let job = derive::from_profile(&profile)?;
            all.push(job);
            let taken = all.len() as u32;
            let before = inputs.get_or_insert_with(|| profile.inputs.clone());
            let changed = match changed_input(&profile) {
                None if *before != profile.inputs => Some("an input has another size after each run".to_owned()),
                changed => changed,
            };
            match (count, changed) {
                (ProfileCount::Exactly(wanted), _) if taken < wanted => {}
                (ProfileCount::Agreeing, Some(why)) => {
                    notes.push(format!(
                        "It was profiled once, because it changes its own inputs: {why}."
                    ));
                    all.truncate(1);
                    break;
                }
                (ProfileCount::Agreeing, None) if taken < FEWEST => {}
                (ProfileCount::Agreeing, None) if taken < MOST && !agree(&all) => {}
                _ => break,
            }
        }
        Self::of_all(all, notes)
    }

    fn of_all(all: Vec<Job>, mut notes: Vec<String>) -> Result<Self> {
        let Some(job) = derive::middle(all.clone()) else {
            let program = all.first().map_or_else(String::new, |job| job.program.clone());
            return Err(Error::OtherSteps { program });
        };
        if all.len() > 1 && !agree(&all) {
            notes.push(format!(
                "The computing of {} profiles differs by {}: the machine was busy, or the program is not the same each \
                 time.",
                all.len(),
                format::percent(spread(&all)),
            ));
        }
        Ok(Self { job, all, notes })
    }
}

/// Returns whether more than half of the jobs agree about the computing of all steps together.
fn agree(jobs: &[Job]) -> bool {
    spread(jobs) <= AGREEMENT
}

/// Returns the width of the shortest range that has more than half of the jobs' computing, as a share of its middle.
fn spread(jobs: &[Job]) -> f64 {
    let mut amounts: Vec<f64> = jobs.iter().map(|job| job.steps.iter().map(amount).sum()).collect();
    amounts.sort_by(f64::total_cmp);
    let width = amounts.len() / 2;
    let ranges = amounts.windows(width + 1).map(|range| {
        let (least, most) = (range[0], range[width]);
        match least + most > 0.0 {
            true => 2.0 * (most - least) / (most + least),
            false => 0.0,
        }
    });
    ranges.reduce(f64::min).unwrap_or(0.0)
}

/// Returns how much a step computes: in rounds, or in seconds where its speed is not known.
fn amount(step: &JobStep) -> f64 {
    step.think_seconds() * step.rounds_per_second.unwrap_or(1.0)
}

/// Returns which input a program changes that it reads, or that was there before: a second run would not find what the
/// first one found.
fn changed_input(profile: &Profile) -> Option<String> {
    let mut read: Vec<&str> = Vec::new();
    let mut made: Vec<&str> = Vec::new();
    for (_, step) in profile.all_steps() {
        for file in step.read.iter().filter_map(|set| set.file.as_ref()) {
            if file.pipe.is_none() && !made.contains(&file.path.as_str()) {
                read.push(&file.path);
            }
        }
        for (name, path, is_in_place) in changes(step) {
            let is_new = made.contains(&path);
            if !is_new && (is_in_place || read.contains(&path)) {
                return Some(format!("{} changes {name}", step.title()));
            }
            made.push(path);
        }
    }
    None
}

/// Returns the names and paths of the files that a step makes or changes, and whether it changes them in place.
fn changes(step: &Step) -> impl Iterator<Item = (&str, &str, bool)> {
    let appends = step.name == "APPEND";
    let made = step.made.iter().map(move |set| (set, appends));
    let updated = step.updated.iter().map(|set| (set, true));
    made.chain(updated).filter_map(|(set, is_in_place)| {
        let file = set.file.as_ref().filter(|file| file.pipe.is_none())?;
        Some((set.name.as_str(), file.path.as_str(), is_in_place))
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const PAGE: u64 = 1 << 16;

    /// Returns a file whose transfers kept the step for the rest of its 2 s.
    fn file(path: &str, direction: &str, computed: f64) -> serde_json::Value {
        json!({
            "path": path, "direction": direction, "page_bytes": PAGE, "pages": 9, "transfers": 10, "bytes": 10 * PAGE,
            "method": "cached", "course": {
                "began_microseconds": 1_000_000, "interval_microseconds": 1_000_000,
                "intervals": [{"read_bytes": 10 * PAGE, "written_bytes": 0, "transfers": 10,
                    "held_microseconds": ((2.0 - computed) * 1e6) as u64,
                    "computed_microseconds": (computed * 1e6) as u64}],
                "sizes": {"counts": [[PAGE, 10]], "others": 0, "others_bytes": 0}, "in_order": 9, "threads": 1,
            },
        })
    }

    fn step(name: &str, read: &str, made: Option<&str>, computed: f64) -> serde_json::Value {
        let made: Vec<_> = made
            .iter()
            .map(|path| json!({"name": "OUT.B", "file": file(path, "write", 0.0)}))
            .collect();
        json!({
            "name": name, "line": 1, "ran": true, "completed": true, "began_microseconds": 1_000_000,
            "ended_microseconds": 3_000_000, "usage": {"user_cpu_seconds": 1.0},
            "read": [{"name": "IN.A", "file": file(read, "read", computed)}], "made": made,
        })
    }

    fn profile(steps: Vec<serde_json::Value>, input_bytes: u64) -> Profile {
        serde_json::from_value(json!({
            "program": "p.sas", "steps": steps, "inputs": [{"path": "in", "bytes": input_bytes}],
        }))
        .unwrap()
    }

    /// Takes profiles whose computing is this, one after another.
    fn taken(count: ProfileCount, computing: &[f64]) -> ProfiledJobs {
        ProfiledJobs::take(count, &mut |number| {
            let computed = computing[number as usize - 1];
            Ok(profile(vec![step("MEANS", "in", None, computed)], 10 * PAGE))
        })
        .unwrap()
    }

    #[test]
    fn profiles_are_taken_until_more_than_half_of_them_agree() {
        let counts = |computing: &[f64]| {
            let jobs = taken(ProfileCount::Agreeing, computing);
            (jobs.all.len(), jobs.notes.len(), jobs.job.steps[0].think_seconds())
        };
        assert_eq!(counts(&[0.50, 0.51]), (2, 0, 0.50));
        // One is disturbed.
        assert_eq!(counts(&[0.50, 0.80, 0.51]), (3, 0, 0.51));
        assert_eq!(counts(&[0.50, 0.80, 0.60, 0.51, 0.505]), (5, 0, 0.51));
        // They never agree: this is said, and all are taken.
        assert_eq!(counts(&[0.5, 0.6, 0.7, 0.8, 0.9]), (5, 1, 0.7));
        let fixed = taken(ProfileCount::Exactly(3), &[0.5, 0.5, 0.5]);
        assert_eq!((fixed.all.len(), fixed.notes.len()), (3, 0));
        assert_eq!(taken(ProfileCount::Exactly(1), &[0.5]).all.len(), 1);
    }

    #[test]
    fn a_profile_without_computing_is_taken_again() {
        let jobs = taken(ProfileCount::Agreeing, &[0.0, 0.5, 0.5]);
        assert_eq!((jobs.all.len(), jobs.job.steps[0].think_seconds()), (2, 0.5));
        let [note] = &jobs.notes[..] else {
            panic!("{:?}", jobs.notes)
        };
        assert!(
            note.contains("taken again: it shows no computing of MEANS, line 1"),
            "{note}"
        );
        // At last its processor time is all that is known.
        let jobs = taken(ProfileCount::Exactly(1), &[0.0; 4]);
        assert_eq!(jobs.job.steps[0].think_seconds(), 1.0);
        assert!(
            jobs.job.assumptions.iter().any(|it| it.contains("spread evenly")),
            "{:?}",
            jobs.job.assumptions
        );
    }

    #[test]
    fn a_program_that_changes_its_inputs_is_profiled_once() {
        let runs = |steps: Vec<serde_json::Value>, grows: u64| {
            let mut runs = 0;
            let jobs = ProfiledJobs::take(ProfileCount::Agreeing, &mut |number| {
                runs = number;
                Ok(profile(steps.clone(), (10 + grows * u64::from(number)) * PAGE))
            });
            (runs, jobs.unwrap().notes.concat())
        };
        assert_eq!(runs(vec![step("DATA", "in", Some("out"), 0.5)], 0), (2, String::new()));
        let (count, note) = runs(vec![step("DATA", "in", Some("in"), 0.5)], 0);
        assert_eq!(count, 1);
        assert!(
            note.contains("changes its own inputs: DATA, line 1 changes OUT.B"),
            "{note}"
        );
        assert_eq!(runs(vec![step("APPEND", "in", Some("out"), 0.5)], 0).0, 1);
        // It makes again all that it made itself.
        let made = vec![
            step("DATA", "in", Some("out"), 0.5),
            step("APPEND", "in", Some("out"), 0.5),
        ];
        assert_eq!(runs(made, 0).0, 2);
        let (count, note) = runs(vec![step("DATA", "in", None, 0.5)], 1);
        assert_eq!(count, 2);
        assert!(note.contains("another size"), "{note}");
    }
}
