//! The measurement on several hosts.

use std::ffi::OsString;
use std::path::PathBuf;

use feedrate_hosts::command::as_text;
use feedrate_hosts::{CommandError, CommandTemplate, HostCommand, Runs};

use crate::options::Options;

/// The command line of a measurement on other hosts, whose results come back as JSON.
#[derive(Clone, Copy, Debug)]
pub struct MeasureOnHosts<'a> {
    /// The options that the command line gives.
    pub options: &'a Options,
}

impl HostCommand for MeasureOnHosts<'_> {
    fn name(&self) -> &'static str {
        "measure"
    }

    fn runs(&self) -> Runs {
        Runs::Repeats
    }

    fn template(&self, words: &[OsString]) -> Result<CommandTemplate, CommandError> {
        let mut words = as_text(words)?;
        words.extend(["--json".to_owned(), "-".to_owned()]);
        let (files, targets) = (&self.options.files, &self.options.write_to);
        let written: &[PathBuf] = match (self.options.action.writes(), targets.as_slice()) {
            (false, _) => &[],
            (true, []) => files,
            (true, targets) => targets,
        };
        let written = written.iter().map(|file| file.to_string_lossy().into_owned());
        Ok(CommandTemplate {
            words,
            written: written.collect(),
            ..CommandTemplate::default()
        })
    }
}
