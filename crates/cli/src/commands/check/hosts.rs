//! `feedrate check` on several hosts.

use std::ffi::OsString;
use std::sync::atomic::Ordering;

use feedrate_check::on_hosts::{self, HostPart, HostsCheck, PART};
use feedrate_hosts::HostFailure;
use feedrate_hosts::command::without_results;
use feedrate_hosts::reach::Reach;

use super::arguments::CheckArguments;
use crate::exit::{CommandResult, Exit};
use crate::hosts::{HostLine, without_hosts};
use crate::interrupt::Interrupt;
use crate::output::Results;
use crate::progress::span;
use crate::say;

/// Checks the folder of the arguments on several hosts; `words` is the same as given, from the name of the command on.
pub fn run(arguments: &CheckArguments, words: &[OsString]) -> CommandResult {
    let [folder] = arguments.folders.as_slice() else {
        return Err("--hosts: name one folder; check several one after the other".into());
    };
    if arguments.hours.is_some() || arguments.until_steady.is_some() {
        return Err("--hours is for one host; run such a check on each of them".into());
    }
    let folder = folder.to_str().ok_or("--hosts: the folder's name is not UTF-8")?;
    let results = Results::to(arguments.json.as_deref(), arguments.html.as_deref())?;
    let reach = Reach::of(&arguments.hosts.words())?;
    let (_, others) = without_hosts(words.get(1..).unwrap_or_default())?;
    let check = HostsCheck {
        options: &super::options(arguments),
        folder,
        words: &without_results(&others),
        reach: &reach,
    };
    let interrupt = Interrupt::listen()?;
    let started_at = feedrate_document::timestamp_now();
    let time = check.time();
    let (takes, ends) = (span(time), feedrate_document::clock_time_in(time));
    say::line(format_args!("This check takes about {takes}, and ends about {ends}."));
    let stop = interrupt.stop();
    let mut line = HostLine::show();
    let measured = check.measure(&stop, &mut line);
    drop(line);
    let measured = match (measured, interrupt.signal()) {
        (Ok(measured), None) => measured,
        (Ok(_) | Err(HostFailure::Stopped), Some(signal)) => return Ok(Exit::Interrupted(signal)),
        (Err(failure), _) => return Err(failure.into()),
    };
    let result = check.result(measured, started_at).ok_or("nothing was measured")?;
    results.deliver(&on_hosts::document(&result), &result, &interrupt.stop())?;
    Ok(match result.meets {
        true => Exit::Success,
        false => Exit::FallsShort,
    })
}

/// Runs the part of this host, which is given as JSON.
pub fn run_part(words: &[OsString]) -> CommandResult {
    let part = words.first().and_then(|word| word.to_str());
    let part = part.and_then(|text| serde_json::from_str::<HostPart>(text).ok());
    let (Some(part), Ok(interrupt)) = (part, Interrupt::listen()) else {
        return Err(format!("{PART} is for checks that `--hosts` starts on a host").into());
    };
    match part.run(&interrupt.control()) {
        Ok(()) => Ok(Exit::Success),
        Err(_) if interrupt.stop().load(Ordering::Relaxed) => Ok(Exit::Interrupted(interrupt.signal_or_ctrl_c())),
        Err(error) => Err(error.into()),
    }
}
