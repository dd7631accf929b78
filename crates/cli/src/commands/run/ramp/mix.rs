//! The programs of a list for any number of users.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use feedrate_machine::{Cores, Memory, ProcessorTimes};
use feedrate_runs::jobs::{self, JobRecord, JobSetup, names};
use feedrate_runs::program::cold;
use feedrate_runs::ramp::{Mix, MixRun, Room};

use super::kept_log::KeptLog;
use super::logs::RampLogs;
use super::taken_space::{TakenSpace, free, one_for_each_volume};
use crate::commands::run::arguments::RunArguments;

/// See the [module](self).
pub(super) struct ProgramMix {
    title: String,
    /// The programs of one user.
    of_user: Vec<JobSetup<'static>>,
    classes: Vec<String>,
    /// A folder on each of the volumes that have WORK.
    folders: Vec<PathBuf>,
    logs: Option<RampLogs>,
    is_cold: bool,
    cores: Cores,
    stop: Arc<AtomicBool>,
}

impl ProgramMix {
    /// Creates the mix of what one user runs, whose logs are not kept.
    pub(super) fn new(
        title: &str,
        of_user: Vec<JobSetup<'static>>,
        arguments: &RunArguments,
        stop: Arc<AtomicBool>,
    ) -> Self {
        let mut classes: Vec<String> = Vec::new();
        for setup in &of_user {
            if !classes.contains(&setup.class) {
                classes.push(setup.class.clone());
            }
        }
        let works = of_user
            .iter()
            .map(|setup| setup.work.clone().unwrap_or_else(std::env::temp_dir));
        Self {
            title: title.to_owned(),
            folders: one_for_each_volume(works),
            of_user,
            classes,
            logs: None,
            is_cold: arguments.cold,
            cores: Cores::host(),
            stop,
        }
    }

    /// Keeps logs in a folder, which is made if it does not exist.
    ///
    /// # Errors
    ///
    /// Returns a message if they cannot be written there.
    pub(super) fn keep_logs(&mut self, folder: &Path) -> Result<(), String> {
        let of_user: Vec<String> = self.of_user.iter().map(|setup| setup.class.clone()).collect();
        self.logs = Some(RampLogs::open(folder, &of_user)?);
        Ok(())
    }

    /// Returns the names of the classes, in their order.
    pub(super) fn class_names(&self) -> &[String] {
        &self.classes
    }

    /// Returns how many programs of each class a user has.
    pub(super) fn programs(&self) -> Vec<usize> {
        let of = |class: &String| self.of_user.iter().filter(|setup| setup.class == *class).count();
        self.classes.iter().map(of).collect()
    }

    /// Returns what users run, each with a log that is kept.
    fn setups(&self, users: u32) -> (Vec<JobSetup<'static>>, Vec<KeptLog>) {
        let all = || (0..users).flat_map(|_| &self.of_user);
        let bases: Vec<String> = all().map(|setup| setup.class.clone()).collect();
        let logs: Vec<KeptLog> = bases.iter().map(|_| KeptLog::default()).collect();
        let setups = all().zip(names::unique(&bases)).zip(&logs);
        let setups = setups.map(|((setup, name), log)| JobSetup {
            name,
            class: setup.class.clone(),
            program: setup.program.clone(),
            text: setup.text.clone(),
            options: setup.options.clone(),
            variables: setup.variables.clone(),
            sysparm: setup.sysparm.clone(),
            work: setup.work.clone(),
            log_file: PathBuf::new(),
            listing_file: PathBuf::new(),
            log: Box::new(log.clone()),
            listing: Box::new(io::sink()),
        });
        (setups.collect(), logs)
    }
}

impl Mix for ProgramMix {
    fn classes(&self) -> &[String] {
        &self.classes
    }

    fn run(&mut self, users: u32) -> Result<Option<MixRun>, String> {
        let (setups, logs) = self.setups(users);
        let mut taken = TakenSpace::begin(&self.folders);
        // All share the register of what is cold, and each run has one of its own.
        let cold = self.is_cold.then(cold::begin).transpose();
        let _cold = cold.map_err(|error| error.to_string())?;
        let before = ProcessorTimes::host();
        let record = jobs::run(&self.title, setups, &self.stop, Some(&mut taken));
        // Others use the processors, too.
        let busy = ProcessorTimes::host().zip(before);
        let busy = busy.map(|(now, before)| (now.since(&before).busy() / 100.0).min(1.0));
        if record.ended == "interrupted" {
            return Ok(None);
        }
        if let Some(kept) = &mut self.logs {
            kept.write(users, self.of_user.len(), &record.jobs, &logs, &self.stop)?;
        }
        let written = record.jobs.iter().map(|job: &JobRecord| job.written_bytes).sum();
        let run = MixRun::of_jobs(&record, &self.classes, &self.cores);
        Ok(Some(MixRun {
            space_bytes: taken.most(written),
            processor_share: run.processor_share.into_iter().chain(busy).reduce(f64::max),
            ..run
        }))
    }

    fn room(&self) -> Room {
        let memory = Memory::host();
        let available = memory
            .available_bytes
            .into_iter()
            .chain(memory.cgroup_limit_bytes)
            .min();
        Room {
            space_bytes: self.folders.iter().filter_map(|folder| free(folder)).min(),
            memory_bytes: available,
        }
    }
}
