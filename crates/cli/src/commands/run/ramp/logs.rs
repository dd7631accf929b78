//! The logs of a ramp that are written: few of the many that its programs have.

use std::collections::HashSet;
use std::ffi::OsStr;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use feedrate_pageio::folder::entries;
use feedrate_pageio::named_file;
use feedrate_runs::jobs::{JobRecord, names};
use feedrate_runs::program::reason;

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
    /// Creates those of a folder, which is made if it does not exist. `of_user` has the classes of what one user runs.
    ///
    /// # Errors
    ///
    /// Returns a message if the folder cannot be made or written to, or has a file of which another may be the owner
    /// where a log may go.
    pub(super) fn open(folder: &Path, of_user: &[String]) -> Result<Self, String> {
        let failed = |error: io::Error| format!("--log-dir {}: {}", folder.display(), reason(&error));
        named_file::create_folders(folder).map_err(failed)?;
        let first = names::unique(of_user).into_iter().map(|name| file_name(&name, 1));
        for name in first {
            Destination::of(&folder.join(name))?.check()?;
        }
        for entry in entries(folder).map_err(failed)? {
            let path = entry.map_err(failed)?.path();
            let name = path.file_name().and_then(OsStr::to_str);
            if name.is_some_and(|name| is_of_mix(name, of_user)) {
                Destination::of(&path)?.check()?;
            }
        }
        Ok(Self {
            folder: folder.to_owned(),
            written: HashSet::new(),
        })
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
                let place = Destination::of(&self.folder.join(file_name(&job.name, users)))?;
                place.check()?;
                place.write(&log.text(), stop)?;
            }
        }
        Ok(())
    }
}

/// Returns the name of the file of a log.
fn file_name(job: &str, users: u32) -> String {
    let noun = if users == 1 { "user" } else { "users" };
    format!("{job}-with-{users}-{noun}.log")
}

/// Returns whether a file has a name that a log of one of the classes may have, with any number of users.
fn is_of_mix(name: &str, classes: &[String]) -> bool {
    let Some((job, rest)) = name.rsplit_once("-with-") else {
        return false;
    };
    let users = rest.split_once('-').and_then(|(users, _)| users.parse().ok());
    let is_number = |text: &str| text.parse::<u32>().is_ok();
    let is_job = |class: &String| match job.strip_prefix(class.as_str()) {
        Some("") => true,
        Some(number) => number.strip_prefix('-').is_some_and(is_number),
        None => false,
    };
    users.is_some_and(|users| file_name(job, users) == name) && classes.iter().any(is_job)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_logs_are_those_of_a_class_and_of_users() {
        let classes = ["m".to_owned(), "sort-2".to_owned()];
        for name in [
            "m-with-1-user.log",
            "m-3-with-8-users.log",
            "sort-2-1-with-16-users.log",
        ] {
            assert!(is_of_mix(name, &classes), "{name}");
        }
        for name in [
            "m.log",
            "m-with-1-users.log",
            "m-x-with-2-users.log",
            "sort-with-2-users.log",
            "m-with-2-users.lst",
        ] {
            assert!(!is_of_mix(name, &classes), "{name}");
        }
    }
}
