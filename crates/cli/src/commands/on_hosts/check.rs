//! `feedrate check` on several hosts: the first alone, for the setting; then 1, 2, 4 … of them at once.

use std::ffi::OsString;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::SystemTime;

use feedrate_check::on_hosts::{HostPart, ROUNDS, order, stages};
use feedrate_check::setting::Setting;
use feedrate_connect::CommandLine;
use feedrate_hosts::check::{CheckOnHosts, Growth, Stage, document};
use feedrate_hosts::{CHECK_PART, HostFailure, HostGroup, HostOutcome, combined, record};
use feedrate_report::Header;
use serde_json::Value;

use super::reach::Reach;
use super::{command, options};
use crate::arguments::CheckArguments;
use crate::commands::check::options as check_options;
use crate::exit::Exit;
use crate::interrupt::Interrupt;
use crate::output::Results;
use crate::progress::HostLine;

/// Checks the folder of the arguments on several hosts; `words` is the same as given, from the name of the command on.
pub fn run(arguments: &CheckArguments, words: &[OsString]) -> Exit {
    match check(arguments, words) {
        Ok(exit) => exit,
        Err(what) => Exit::failure(what),
    }
}

/// Runs the part of this host, which is given as JSON.
pub fn part(words: &[OsString]) -> Exit {
    let part = words.first().and_then(|word| word.to_str());
    let part = part.and_then(|text| serde_json::from_str::<HostPart>(text).ok());
    let (Some(part), Ok(interrupt)) = (part, Interrupt::listen()) else {
        return Exit::failure(format!(
            "{CHECK_PART} is for checks that `--hosts` starts on a host"
        ));
    };
    match part.run(&interrupt.control()) {
        Ok(()) => Exit::Success,
        Err(_) if interrupt.stop().load(Ordering::Relaxed) => {
            Exit::Interrupted(interrupt.signal_or_ctrl_c())
        }
        Err(error) => Exit::failure(error),
    }
}

fn check(arguments: &CheckArguments, words: &[OsString]) -> Result<Exit, String> {
    let [folder] = arguments.folders.as_slice() else {
        return Err("--hosts: name one folder; check several one after the other".to_owned());
    };
    let folder = folder
        .to_str()
        .ok_or("--hosts: the folder's name is not UTF-8")?;
    let results = Results::to(arguments.json.as_deref(), arguments.html.as_deref())?;
    let reach = Reach::of(&arguments.hosts)?;
    let interrupt = Interrupt::listen().map_err(|error| error.to_string())?;
    let started_at = humantime::format_rfc3339_seconds(SystemTime::now()).to_string();
    let stop = interrupt.stop();
    let mut line = HostLine::show();
    let measured = measure(arguments, &reach, folder, words, &stop, &mut line);
    drop(line);
    let (setting, first, outcomes) = match (measured, interrupt.signal()) {
        (Ok(measured), None) => measured,
        (Ok(_) | Err(HostFailure::Stopped), Some(signal)) => {
            return Ok(Exit::Interrupted(signal));
        }
        (Err(failure), _) => return Err(failure.to_string()),
    };
    let launcher = reach.settings.launcher.to_string();
    let begun = (started_at, launcher);
    let result = result(arguments, folder, setting, first, &outcomes, begun)
        .ok_or("nothing was measured")?;
    results.deliver(&document(&result), &result, &interrupt.stop())?;
    Ok(match result.meets {
        true => Exit::Success,
        false => Exit::FallsShort,
    })
}

/// Checks the first host alone, and measures all stages with its best setting. Returns that, the result of its check, and
/// what came of the stages.
fn measure(
    arguments: &CheckArguments,
    reach: &Reach,
    folder: &str,
    words: &[OsString],
    stop: &Arc<AtomicBool>,
    line: &mut HostLine,
) -> Result<(Setting, Value, Vec<HostOutcome>), HostFailure> {
    let mut group = HostGroup::start(&reach.hosts, &reach.settings, stop, line)?;
    let (setting, first) = first_host(&mut group, folder, words, stop, line)?;
    let outcomes = group.run(parts(arguments, reach, folder, setting), line)?;
    Ok((setting, first, outcomes))
}

/// Checks the first host alone, and returns its best setting and its result.
fn first_host(
    group: &mut HostGroup,
    folder: &str,
    words: &[OsString],
    stop: &AtomicBool,
    line: &mut HostLine,
) -> Result<(Setting, Value), HostFailure> {
    let host = group.hosts().next();
    let Some(host) = host else {
        return Err(HostFailure::Stopped);
    };
    let wrong = |why: String| HostFailure::Host {
        host: host.name.clone(),
        why,
    };
    let (_, others) = options::without(words).map_err(&wrong)?;
    let mut given = command::texts(&options::without_results(&others)).map_err(&wrong)?;
    given.extend(["--json".to_owned(), "-".to_owned()]);
    let arguments = given.iter().map(|word| command::named(word, &host.name));
    let command = CommandLine {
        arguments: arguments.collect(),
        starts_together: false,
        files: Vec::new(),
    };
    // A volume that does not meet the requirement for one host is no failure of the command.
    line.stage(Some(format!("checking {} alone", host.name)));
    let outcomes = group.run_accepting(vec![command], &[0, 1], line)?;
    if stop.load(Ordering::Relaxed) {
        return Err(HostFailure::Stopped);
    }
    line.stage(None);
    let output = outcomes.first().map_or(&[][..], |outcome| &outcome.output);
    let first: Value = serde_json::from_slice(output)
        .map_err(|error| wrong(format!("its check of {folder} cannot be read: {error}")))?;
    let setting = &first["folders"][0]["verdict"]["best"]["setting"];
    match serde_json::from_value(setting.clone()) {
        Ok(setting) => Ok((setting, first)),
        Err(_) => Err(wrong(format!("no setting was found for {folder}"))),
    }
}

/// Returns the command of each host for its part in the stages.
fn parts(
    arguments: &CheckArguments,
    reach: &Reach,
    folder: &str,
    setting: Setting,
) -> Vec<CommandLine> {
    let options = check_options(arguments);
    let stages = stages(reach.hosts.len());
    let parts = reach
        .hosts
        .iter()
        .enumerate()
        .map(|(place, host)| HostPart {
            folder: Path::new(&command::named(folder, host)).to_path_buf(),
            place,
            stages: stages.clone(),
            setting,
            streams: options.streams,
            file_bytes: options.file_bytes,
            effort: options.effort,
            processes: options.processes,
        });
    parts
        .map(|part| CommandLine {
            arguments: vec![
                CHECK_PART.to_owned(),
                serde_json::to_string(&part).unwrap_or_default(),
            ],
            starts_together: true,
            files: Vec::new(),
        })
        .collect()
}

fn result(
    arguments: &CheckArguments,
    folder: &str,
    setting: Setting,
    first_host: Value,
    outcomes: &[HostOutcome],
    (started_at, launcher): (String, String),
) -> Option<CheckOnHosts> {
    let hosts: Vec<_> = outcomes
        .iter()
        .map(|outcome| outcome.host.clone())
        .collect();
    let all = combined::all_rounds(outcomes);
    let numbers = stages(hosts.len());
    let ran: Vec<usize> = (0..ROUNDS)
        .flat_map(|round| order(&numbers, round))
        .collect();
    let stages = Stage::all(&hosts, &ran, &all)?;
    let rounds: Vec<_> = all.into_iter().flatten().collect();
    let last = stages.last()?;
    let meets = last.megabytes_per_second_per_core >= arguments.require;
    let undecided = !meets && last.is_hindered();
    let start_within = rounds.iter().map(|round| round.start_within_microseconds);
    Some(CheckOnHosts {
        feedrate: Header::new("check-on-hosts", feedrate_hosts::check::FORMAT_VERSION),
        started_at,
        folder: folder.to_owned(),
        launcher,
        setting: serde_json::to_value(setting).ok()?,
        setting_text: setting.label(),
        require_mb_per_core: arguments.require,
        meets,
        undecided,
        growth: Growth::of(&stages)?,
        stages,
        start_within_microseconds: start_within.fold(0.0, f64::max),
        warnings: record::warnings(outcomes, &rounds),
        hosts,
        first_host,
        rounds,
    })
}
