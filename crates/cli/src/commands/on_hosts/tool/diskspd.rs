//! DiskSpd's command line on other hosts: the profile goes along.

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
    let mut words = command::texts(arguments)?;
    let files = match &test.profile {
        None => Vec::new(),
        Some(profile) => vec![command::file_along(
            &mut words,
            &profile.name,
            &diskspd::PROFILE,
            &profile.path,
        )?],
    };
    // A target that is created is written first, also for a test that reads.
    let is_written =
        |target: &&diskspd::Target| target.write_percent > 0 || target.create.is_some();
    Ok(Needs {
        words,
        files,
        written: test
            .targets()
            .filter(is_written)
            .map(|target| target.path.to_string_lossy().into_owned())
            .collect(),
        judges: false,
    })
}
