//! `feedrate measure` on several hosts.

use std::ffi::OsString;
use std::path::PathBuf;

use feedrate_hosts::command::{as_text, without_results};
use feedrate_hosts::record::Runs;
use feedrate_hosts::{CommandError, CommandTemplate, HostCommand};

use super::arguments::MeasureArguments;
use crate::exit::Exit;
use crate::hosts::{self, without_hosts};
use crate::output::Places;

/// Runs the job of the arguments on several hosts; `words` is the same as given, from the name of the command on.
pub fn run(arguments: &MeasureArguments, words: &[OsString]) -> Exit {
    match measure(arguments, words) {
        Ok(exit) => exit,
        Err(what) => Exit::failure(what),
    }
}

fn measure(arguments: &MeasureArguments, words: &[OsString]) -> Result<Exit, String> {
    let (_, others) = without_hosts(words.get(1..).unwrap_or_default())?;
    let places = Places {
        json: arguments.json.as_deref(),
        ..Places::default()
    };
    let words = without_results(&others);
    hosts::run(
        &MeasureOnHosts(arguments),
        &words,
        &arguments.hosts,
        &places,
    )
}

/// The job of the arguments on other hosts.
struct MeasureOnHosts<'a>(&'a MeasureArguments);

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
        let (files, targets) = (&self.0.files, &self.0.write_to);
        let written: &[PathBuf] = match (self.0.what.writes(), targets.as_slice()) {
            (false, _) => &[],
            (true, []) => files,
            (true, targets) => targets,
        };
        let written = written
            .iter()
            .map(|file| file.to_string_lossy().into_owned());
        Ok(CommandTemplate {
            words,
            written: written.collect(),
            ..CommandTemplate::default()
        })
    }
}
