//! A command on the hosts of its arguments.

use std::ffi::OsString;

use feedrate_hosts::reach::Reach;
use feedrate_hosts::{HostCommand, HostFailure, HostGroup, PreparedCommand, document};

use super::arguments::HostArguments;
use super::options;
use super::progress::HostLine;
use crate::exit::{CommandResult, Exit};
use crate::interrupt::Interrupt;
use crate::output::{Places, Results};

/// Runs a command on several hosts and shows the result. `words` is its command line, as for [`HostCommand::template`].
///
/// # Errors
///
/// Returns a failure if it cannot run on the hosts, fails on one, or its result cannot be written.
pub fn run(command: &dyn HostCommand, words: &[OsString], hosts: &HostArguments, places: &Places<'_>) -> CommandResult {
    let reach = Reach::of(&hosts.words())?;
    let prepared = PreparedCommand::of(command, words, &reach.hosts)?;
    let results = Results::to_places(places)?;
    let interrupt = Interrupt::listen()?;
    let started_at = feedrate_document::timestamp_now();
    let mut line = HostLine::show();
    let stop = interrupt.stop();
    let outcomes = HostGroup::start(&reach.hosts, &reach.settings, &stop, &mut line)
        .and_then(|mut group| prepared.run(&mut group, &mut line));
    drop(line);
    let outcomes = match (outcomes, interrupt.signal()) {
        (Ok(outcomes), _) => outcomes,
        (Err(HostFailure::Stopped), Some(signal)) => return Ok(Exit::Interrupted(signal)),
        (Err(failure), _) => return Err(failure.into()),
    };
    let launcher = reach.settings.launcher.to_string();
    let record = prepared.record(started_at, launcher, &outcomes, interrupt.name());
    results.deliver(&document::of(&record), &record, &interrupt.stop())?;
    Ok(match interrupt.signal() {
        Some(signal) => Exit::Interrupted(signal),
        None if record.falls_short() => Exit::FallsShort,
        None => Exit::Success,
    })
}

/// Runs the command line of another tool, which has options about hosts, on several hosts.
pub fn run_tool(tool: &dyn HostCommand, arguments: &[OsString]) -> CommandResult {
    let of_tool = |exit| match exit {
        Exit::Failure(what) => Exit::FailureOf(tool.name(), what),
        other => other,
    };
    let (about_hosts, others) = options::without(arguments).map_err(|what| Exit::failure_of(tool.name(), what))?;
    let places = Places {
        json: about_hosts.hosts_json.as_deref(),
        html: about_hosts.hosts_html.as_deref(),
        ..Places::default()
    };
    run(tool, &others, &about_hosts.hosts, &places).map_err(of_tool)
}
