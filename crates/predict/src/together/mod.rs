//! Several jobs at once in a folder: of different programs, of copies of one, and of more and more users.
//!
//! | module | contents |
//! |---|---|
//! | `prediction` | the jobs, repeated, as JSON |
//! | `document` | the same as a page |
//! | `error` | the share by which profiles put them off |
//! | `space` | the space of the files of users |

mod document;
mod error;
mod prediction;
mod space;
#[cfg(test)]
mod tests;

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use feedrate_document::format;
use feedrate_machine::volume::Space;
use feedrate_machine::{Cores, ProcessorTimes};
use feedrate_runs::ramp::{ClassRun, Mix, MixRun, Room};

use crate::error::{Error, Result};
use crate::forecast::ProfileSpread;
use crate::job::{Job, Origin};
use crate::stand_in::{JobRun, StandIn, bring_memory_back_for, run_at_once};

use error::Contention;
use space::MixSpace;

pub use document::document;
pub use prediction::{FORMAT_VERSION, MixPrediction, PredictedJob, predict};

/// A job of a user.
#[derive(Clone, Debug)]
pub struct MixedJob {
    /// The name of its class.
    pub class: String,
    /// The job.
    pub job: Job,
    /// The number of its copies, which run at the same time.
    pub copies: usize,
    /// The jobs of all profiles, of which the job is the one in the middle; none where it was not derived here.
    pub profiles: Vec<Job>,
}

impl MixedJob {
    /// Returns the error that its profiles make, in seconds; `None` for fewer than two.
    pub fn profile_error(&self) -> Option<f64> {
        ProfileSpread::of(&self.job, &self.profiles).of_all()
    }

    /// Returns a note on the error of its profiles, which intervals of runs at once contain; `None` if there is none.
    pub fn error_note(&self) -> Option<String> {
        let error = self.profile_error().filter(|&error| error > 0.0)?;
        Some(format!(
            "{}: its {} profiles differ, which makes an error of {} of one run by itself (95 %). Intervals are moved \
             apart by it.",
            self.class,
            self.profiles.len(),
            format::seconds(error),
        ))
    }
}

/// Jobs that any number of users run at the same time, with their files in a folder. The files are removed when it is
/// dropped.
pub struct JobMix<'j> {
    jobs: &'j [MixedJob],
    classes: Vec<String>,
    folder: &'j Path,
    stop: &'j AtomicBool,
    progress: &'j (dyn Fn(&str) + Sync),
    cores: Cores,
    /// Those of each user, one user after the other: the number of the job, and its files.
    stand_ins: Vec<(usize, StandIn<'j>)>,
    notes: Vec<String>,
    /// The note on memory that was brought back for the last run.
    memory_note: Option<String>,
}

impl<'j> JobMix<'j> {
    /// Creates the mix of what one user runs, without files yet.
    pub fn new(
        jobs: &'j [MixedJob],
        folder: &'j Path,
        stop: &'j AtomicBool,
        progress: &'j (dyn Fn(&str) + Sync),
    ) -> Self {
        let mut classes: Vec<String> = Vec::new();
        for job in jobs {
            if !classes.contains(&job.class) {
                classes.push(job.class.clone());
            }
        }
        Self {
            jobs,
            classes,
            folder,
            stop,
            progress,
            cores: Cores::host(),
            stand_ins: Vec::new(),
            notes: Vec::new(),
            memory_note: None,
        }
    }

    /// Returns the number of jobs of each class that a user has.
    pub fn programs(&self) -> Vec<usize> {
        let of = |class: &String| {
            let jobs = self.jobs.iter().filter(|job| job.class == *class);
            jobs.map(|job| job.copies).sum()
        };
        self.classes.iter().map(of).collect()
    }

    /// Returns what could not be had, such as a cold file.
    pub fn notes(&self) -> Vec<String> {
        let mut notes = self.notes.clone();
        notes.extend(self.memory_note.clone());
        for note in self.stand_ins.iter().flat_map(|(_, stand_in)| stand_in.notes()) {
            if !notes.contains(note) {
                notes.push(note.clone());
            }
        }
        notes
    }

    /// Runs the jobs of so many users at the same time, from the state before their first steps. Returns the runs of
    /// each job.
    ///
    /// # Errors
    ///
    /// Fails if there is too little space, a file cannot be made, read or written, or the user stops it.
    pub fn run_once(&mut self, users: u32) -> Result<Vec<Vec<JobRun>>> {
        self.prepare(users)?;
        let count = users as usize * self.of_user();
        let ready = &mut self.stand_ins[..count];
        ready.iter_mut().try_for_each(|(_, stand_in)| stand_in.settle())?;
        let jobs: Vec<&Job> = ready.iter().map(|(job, _)| &self.jobs[*job].job).collect();
        self.memory_note = bring_memory_back_for(&jobs, self.stop);
        let ready: Vec<&StandIn<'_>> = ready.iter().map(|(_, stand_in)| stand_in).collect();
        let runs = run_at_once(&ready)?;
        let mut of_jobs: Vec<Vec<JobRun>> = self.jobs.iter().map(|_| Vec::new()).collect();
        for ((job, _), run) in self.stand_ins.iter().zip(runs) {
            for note in run.steps.iter().flat_map(|step| &step.notes) {
                if !self.notes.contains(note) {
                    self.notes.push(note.clone());
                }
            }
            of_jobs[*job].push(run);
        }
        Ok(of_jobs)
    }

    fn of_user(&self) -> usize {
        self.jobs.iter().map(|job| job.copies).sum()
    }

    /// Makes the files of so many users that are there before the first steps.
    fn prepare(&mut self, users: u32) -> Result<()> {
        let present = self.stand_ins.len() / self.of_user().max(1);
        if present >= users as usize {
            return Ok(());
        }
        let needed = self.space().needed(users);
        let free = self.free()?;
        if needed > free {
            return Err(Error::Space {
                folder: self.folder.into(),
                needed: format::amount(needed),
                free: format::amount(free),
            });
        }
        for _ in present..users as usize {
            for (number, mixed) in self.jobs.iter().enumerate() {
                for _ in 0..mixed.copies {
                    let made = |name: &str| (self.progress)(&format!("making {name} of {}", mixed.class));
                    let stand_in = StandIn::prepare(&mixed.job, self.folder, self.stop, &made)?;
                    self.stand_ins.push((number, stand_in));
                }
            }
        }
        Ok(())
    }

    fn free(&self) -> Result<u64> {
        let space = Space::of(self.folder).map_err(|source| Error::File {
            action: "look at",
            path: self.folder.into(),
            source,
        })?;
        Ok(space.available_bytes)
    }

    fn space(&self) -> MixSpace {
        let present = (self.stand_ins.len() / self.of_user().max(1)) as u64;
        MixSpace {
            of_user: self.space_of_user(),
            present: present * self.inputs_of_user(),
        }
    }

    /// Returns the most space that the files of a user take at once.
    fn space_of_user(&self) -> u64 {
        self.jobs
            .iter()
            .map(|job| job.job.space_bytes() * job.copies as u64)
            .sum()
    }

    /// Returns the bytes of the files of a user that stay from run to run.
    fn inputs_of_user(&self) -> u64 {
        let inputs = |job: &MixedJob| {
            let inputs = job
                .job
                .files
                .iter()
                .filter(|file| matches!(file.origin, Origin::Input { .. }));
            inputs.map(|file| file.bytes).sum::<u64>() * job.copies as u64
        };
        self.jobs.iter().map(inputs).sum()
    }

    /// Runs the jobs of so many users, and returns the run for each class, with those of each job.
    pub(crate) fn measure(&mut self, users: u32) -> Result<(MixRun, Vec<Vec<JobRun>>)> {
        let before = ProcessorTimes::host();
        let runs = self.run_once(users)?;
        let busy = ProcessorTimes::host().zip(before);
        let all = || runs.iter().flatten();
        let seconds = all().map(|run| run.seconds).fold(0.0, f64::max);
        let bytes: u64 = all().map(bytes_of).sum();
        let rate = (seconds > 0.0).then(|| bytes as f64 / 1e6 / seconds);
        let cores = all().count().min(self.cores.physical_available).max(1);
        let contention = Contention::of(self.jobs, users, &self.cores);
        let class = |class: &String| {
            let mut of_class = ClassRun {
                bytes: Some(0),
                ..ClassRun::default()
            };
            for (job, runs) in self.jobs.iter().zip(&runs).filter(|(job, _)| job.class == *class) {
                let longest = runs.iter().map(|run| run.seconds).fold(0.0, f64::max);
                of_class.error_share = contention.error_share(job, longest).max(of_class.error_share);
                for run in runs {
                    of_class.seconds.push(run.seconds);
                    of_class.bytes = of_class.bytes.map(|sum| sum + bytes_of(run));
                    run.steps
                        .iter()
                        .for_each(|step| of_class.times.add_step(step.seconds, None));
                }
            }
            of_class
        };
        let classes: Vec<ClassRun> = self.classes.iter().map(class).collect();
        let run = MixRun {
            seconds,
            error_share: classes.iter().map(|class| class.error_share).fold(0.0, f64::max),
            classes,
            megabytes_per_second: rate,
            megabytes_per_second_and_core: rate.map(|rate| rate / cores as f64),
            processor_share: busy.map(|(now, before)| (now.since(&before).busy() / 100.0).min(1.0)),
            space_bytes: Some(u64::from(users) * self.space_of_user()),
            ..MixRun::default()
        };
        Ok((run, runs))
    }
}

impl Mix for JobMix<'_> {
    fn classes(&self) -> &[String] {
        &self.classes
    }

    fn run(&mut self, users: u32) -> std::result::Result<Option<MixRun>, String> {
        match self.measure(users) {
            Ok((run, _)) => Ok(Some(run)),
            Err(Error::Interrupted) => Ok(None),
            Err(_) if self.stop.load(Ordering::Relaxed) => Ok(None),
            Err(error) => Err(error.to_string()),
        }
    }

    fn room(&self) -> Room {
        Room {
            space_bytes: self.free().ok().map(|free| self.space().room(free)),
            memory_bytes: None,
        }
    }
}

fn bytes_of(run: &JobRun) -> u64 {
    run.steps.iter().flat_map(|step| &step.bytes).sum()
}
