//! DiskSpd's command line on other hosts: the profile goes along.

use std::ffi::OsString;

use feedrate_connect::command::{CommandError, CommandTemplate, HostCommand, Runs, as_text};

use super::{PROFILE, Request, Target, parse};
use crate::drives::Drives;

/// DiskSpd's command line on other hosts.
#[derive(Clone, Debug)]
pub struct DiskspdOnHosts {
    /// The mapping of drives here, by which the command line is checked.
    pub drives: Drives,
}

impl HostCommand for DiskspdOnHosts {
    fn name(&self) -> &'static str {
        "diskspd"
    }

    fn runs(&self) -> Runs {
        Runs::Groups
    }

    fn template(&self, words: &[OsString]) -> Result<CommandTemplate, CommandError> {
        let request = parse(words, &self.drives).map_err(CommandError::refused)?;
        let Request::Test(test) = request else {
            return Err(CommandError::refused("--hosts is for tests that run"));
        };
        // A target that is created is written first, also for a test that reads.
        let is_written = |target: &&Target| target.write_percent > 0 || target.create.is_some();
        let written = test.targets().filter(is_written);
        let written = written.map(|target| target.path.to_string_lossy().into_owned());
        let mut template = CommandTemplate {
            words: as_text(words)?,
            written: written.collect(),
            ..CommandTemplate::default()
        };
        if let Some(profile) = &test.profile {
            template.take_along(&profile.name, &PROFILE, &profile.path)?;
        }
        Ok(template)
    }
}
