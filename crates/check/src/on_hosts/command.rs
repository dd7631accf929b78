//! The check of the first host alone.

use std::ffi::OsString;

use feedrate_hosts::command::as_text;
use feedrate_hosts::{CommandError, CommandTemplate, HostCommand, Runs};

/// The check of one host, whose result comes back as JSON.
#[derive(Clone, Copy, Debug)]
pub struct CheckOnFirstHost;

impl HostCommand for CheckOnFirstHost {
    fn name(&self) -> &'static str {
        "check"
    }

    fn runs(&self) -> Runs {
        Runs::Repeats
    }

    fn template(&self, words: &[OsString]) -> Result<CommandTemplate, CommandError> {
        let mut words = as_text(words)?;
        words.extend(["--json".to_owned(), "-".to_owned()]);
        Ok(CommandTemplate {
            words,
            // A volume that does not meet the requirement for one host is no failure of the command.
            judges: true,
            ..CommandTemplate::default()
        })
    }
}
