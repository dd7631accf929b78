//! The result of a command on several hosts as JSON.

use std::collections::BTreeMap;

use feedrate_connect::command::Runs;
use feedrate_document::{Header, format};
use feedrate_machine::OtherLoad;
use feedrate_stats::Summary;
use serde::Serialize;
use serde_json::Value;

use crate::combined::{self, CombinedRound};
use crate::group::{Host, HostOutcome};

/// The version of this format. It is increased with every change that is not an addition.
pub const FORMAT_VERSION: u32 = 1;

/// The result of a command on several hosts.
#[derive(Clone, Debug, Serialize)]
pub struct Record {
    /// The header.
    pub feedrate: Header,
    /// When it was begun, by RFC 3339.
    pub started_at: String,
    /// The command, as given, without the options about hosts.
    pub command: Vec<String>,
    /// The launcher.
    pub launcher: String,
    /// The signal that ended it early.
    pub interrupted_by: Option<&'static str>,
    /// Warnings.
    pub warnings: Vec<String>,
    /// The runs, such as repeats, or the groups of jobs.
    pub rounds: Vec<CombinedRound>,
    /// 10^6 bytes a second of all hosts over the runs; absent without runs, and if they are groups of jobs.
    pub megabytes_per_second: Option<Summary>,
    /// The hosts, each with what the command printed there.
    pub hosts: Vec<HostRecord>,
}

/// A host, and what the command printed there.
#[derive(Clone, Debug, Serialize)]
pub struct HostRecord {
    /// The host.
    #[serde(flatten)]
    pub host: Host,
    /// The exit code of the command.
    pub exit_code: i32,
    /// Its standard output: as JSON if it is JSON, else as text.
    pub output: Value,
    /// The lines of its standard error.
    pub messages: Vec<String>,
}

impl Record {
    /// Returns the result of what came of a command.
    pub fn of(
        started_at: String,
        command: Vec<String>,
        launcher: String,
        outcomes: &[HostOutcome],
        interrupted_by: Option<&'static str>,
        runs: Runs,
    ) -> Self {
        let rounds = combined::rounds(outcomes);
        let rates: Vec<f64> = rounds.iter().map(|round| round.megabytes_per_second).collect();
        Self {
            feedrate: Header::new("hosts", FORMAT_VERSION),
            started_at,
            command,
            launcher,
            interrupted_by,
            warnings: warnings(outcomes, &rounds),
            megabytes_per_second: Summary::of(&rates).filter(|_| runs == Runs::Repeats || rates.len() == 1),
            rounds,
            hosts: outcomes.iter().map(HostRecord::of).collect(),
        }
    }
}

impl Record {
    /// Returns true if the command judged on a host that it falls short.
    pub fn falls_short(&self) -> bool {
        self.hosts.iter().any(|host| host.exit_code == 1)
    }
}

impl HostRecord {
    fn of(outcome: &HostOutcome) -> Self {
        let text = || Value::String(String::from_utf8_lossy(&outcome.output).into_owned());
        let messages = String::from_utf8_lossy(&outcome.messages);
        Self {
            host: outcome.host.clone(),
            exit_code: outcome.code,
            output: serde_json::from_slice(&outcome.output).unwrap_or_else(|_| text()),
            messages: messages.lines().map(ToOwned::to_owned).collect(),
        }
    }
}

/// Returns warnings about the result.
pub fn warnings(outcomes: &[HostOutcome], rounds: &[CombinedRound]) -> Vec<String> {
    let mut warnings = Vec::new();
    for names in one_machine(outcomes) {
        warnings.push(format!(
            "{names} are one machine: they share its cores, its page cache and its line to storage."
        ));
    }
    let reads = rounds.iter().any(|round| round.read.is_some());
    if reads && outcomes.len() > 1 {
        warnings.push(
            "The page cache is that of the host that reads. What a file server or a storage system served from its \
             own memory cannot be known from here; a file that another host has just written may lie there."
                .to_owned(),
        );
    }
    for round in rounds.iter().filter(|round| round.stopped) {
        let is_shown = |outcome: &&HostOutcome| {
            let name = outcome.host.name.as_str();
            round.hosts.iter().any(|host| host.name == name)
        };
        let missing = outcomes.iter().filter(|outcome| !is_shown(outcome));
        let names: Vec<&str> = missing.map(|outcome| outcome.host.name.as_str()).collect();
        if !names.is_empty() {
            warnings.push(format!("Without what {} did, which did not say.", names.join(", ")));
        }
    }
    let short = outcomes.iter().filter(|outcome| outcome.code == 1);
    let short: Vec<&str> = short.map(|outcome| outcome.host.name.as_str()).collect();
    if !short.is_empty() {
        warnings.push(format!(
            "Not fast enough for the cores there, as the command says: {}.",
            short.join(", ")
        ));
    }
    warnings.extend(of_others(outcomes, rounds));
    for round in rounds {
        for host in &round.hosts {
            for error in &host.errors {
                warnings.push(format!("{}: {error}", host.name));
            }
        }
    }
    warnings
}

/// Returns a warning of each host on which others had a noticeable share of the processors in the median of its runs.
fn of_others(outcomes: &[HostOutcome], rounds: &[CombinedRound]) -> Vec<String> {
    let of_host = |outcome: &HostOutcome| {
        let name = outcome.host.name.as_str();
        let runs = rounds.iter().flat_map(|round| &round.hosts);
        let runs = runs.filter(|host| host.name == name);
        let shares: Vec<f64> = runs.filter_map(|host| host.processor_share_of_others).collect();
        let share = Summary::of(&shares)?.median;
        (share >= OtherLoad::NOTICEABLE).then(|| {
            format!(
                "{name}: others had {} of its processors: rates may be higher when these are idle.",
                format::percent(share)
            )
        })
    };
    outcomes.iter().filter_map(of_host).collect()
}

/// Returns the names of hosts that are one machine, for each such machine.
fn one_machine(outcomes: &[HostOutcome]) -> Vec<String> {
    let mut names_of: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for outcome in outcomes {
        if let Some(boot) = &outcome.host.facts.boot {
            let names = names_of.entry(boot).or_default();
            names.push(outcome.host.name.to_string());
        }
    }
    let several = names_of.values().filter_map(|names| match names.as_slice() {
        [others @ .., last] if !others.is_empty() => Some(format!("{} and {last}", others.join(", "))),
        _ => None,
    });
    several.collect()
}
