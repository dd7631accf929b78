//! `feedrate measure` on several hosts.

use std::ffi::OsString;

use feedrate_hosts::command::without_results;
use feedrate_measure::MeasureOnHosts;

use super::arguments::MeasureArguments;
use crate::exit::CommandResult;
use crate::hosts::{self, without_hosts};
use crate::output::Places;

/// Runs the job of the arguments on several hosts; `words` is the same as given, from the name of the command on.
pub fn run(arguments: &MeasureArguments, words: &[OsString]) -> CommandResult {
    let (_, others) = without_hosts(words.get(1..).unwrap_or_default())?;
    let places = Places {
        json: arguments.json.as_deref(),
        ..Places::default()
    };
    let words = without_results(&others);
    let options = &arguments.options();
    let command = MeasureOnHosts { options };
    hosts::run(&command, &words, &arguments.hosts, &places)
}
