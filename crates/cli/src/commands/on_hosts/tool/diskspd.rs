//! DiskSpd's command line on other hosts.

use std::ffi::OsString;

use feedrate_dialects::diskspd::{self, Request};

use super::{Needs, command};
use crate::commands::drives;

/// Returns what the command line needs.
pub(super) fn needs(arguments: &[OsString]) -> Result<Needs, String> {
    let drives = drives::known().map_err(|error| error.to_string())?;
    let request = diskspd::parse(arguments, &drives).map_err(|error| error.to_string())?;
    let Request::Test(test) = request else {
        return Err("--hosts is for tests that run".to_owned());
    };
    // A target that is created is written first, also for a test that reads.
    let is_written = test.write_percent > 0 || test.create.is_some();
    let targets = test.targets.iter().filter(|_| is_written);
    Ok(Needs {
        words: command::texts(arguments)?,
        files: Vec::new(),
        written: targets
            .map(|target| target.path.to_string_lossy().into_owned())
            .collect(),
        judges: false,
    })
}
