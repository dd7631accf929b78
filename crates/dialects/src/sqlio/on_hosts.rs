//! sqlio's command line on other hosts: the parameter file goes along.

use std::ffi::OsString;
use std::path::Path;

use feedrate_connect::command::{CommandError, CommandTemplate, HostCommand, Runs, as_text};

use super::parameter_file::KIND;
use super::{Request, parse};
use crate::drives::Drives;

/// sqlio's command line on other hosts.
#[derive(Clone, Debug)]
pub struct SqlioOnHosts {
    /// The mapping of drives here, by which the command line is checked.
    pub drives: Drives,
}

impl HostCommand for SqlioOnHosts {
    fn name(&self) -> &'static str {
        "sqlio"
    }

    fn runs(&self) -> Runs {
        Runs::Groups
    }

    fn template(&self, words: &[OsString]) -> Result<CommandTemplate, CommandError> {
        let request = parse(words, &self.drives).map_err(CommandError::refused)?;
        let words = as_text(words)?;
        let Request::Test(test) = request else {
            return Err(CommandError::refused("--hosts is for tests that run"));
        };
        let paths = test.pools.iter().flat_map(|pool| &pool.files);
        let written = paths.filter(|_| test.writes);
        let written = written.map(|file| file.path.to_string_lossy().into_owned());
        let mut template = CommandTemplate {
            words,
            written: written.collect(),
            ..CommandTemplate::default()
        };
        if let Some(name) = &test.parameter_file {
            template.take_along(name, &KIND, Path::new(name))?;
        }
        Ok(template)
    }
}
