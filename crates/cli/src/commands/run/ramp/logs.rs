//! The logs of a ramp that are written: few of the many that its programs have.

use std::collections::HashSet;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use feedrate_runs::jobs::JobRecord;

use super::kept_log::KeptLog;
use crate::output::Destination;

/// The most logs of programs that failed in a run.
const MOST_FAILED: usize = 10;

/// The folder of the logs, and which numbers of users have theirs.
#[derive(Debug)]
pub(super) struct RampLogs {
    folder: PathBuf,
    written: HashSet<u32>,
}

impl RampLogs {
    /// Creates those of a folder, which exists.
    pub(super) fn new(folder: PathBuf) -> Self {
        Self {
            folder,
            written: HashSet::new(),
        }
    }

    /// Writes the logs of a run: of the first user, for the first run of a number of users, and of programs that
    /// failed.
    ///
    /// # Errors
    ///
    /// Returns a message about the first that cannot be written.
    pub(super) fn write(
        &mut self,
        users: u32,
        of_user: usize,
        jobs: &[JobRecord],
        logs: &[KeptLog],
        stop: &Arc<AtomicBool>,
    ) -> Result<(), String> {
        let is_first_run = self.written.insert(users);
        let mut failed = 0;
        for (number, (job, log)) in jobs.iter().zip(logs).enumerate() {
            let has_failed = !matches!(job.ended, "clean" | "warnings") && failed < MOST_FAILED;
            failed += usize::from(has_failed);
            if has_failed || is_first_run && number < of_user {
                let noun = if users == 1 { "user" } else { "users" };
                let name = format!("{}-with-{users}-{noun}.log", job.name);
                let place = Destination::of(&self.folder.join(name))?;
                place.check()?;
                place.write(&log.text(), stop)?;
            }
        }
        Ok(())
    }
}
