//! The outcome of a command on a host.

use feedrate_connect::HostName;
use feedrate_machine::OtherLoad;
use feedrate_workload::Round;
use serde::Serialize;

use crate::clock::HostClock;
use crate::gate::HostFacts;

/// A host.
#[derive(Clone, Debug, Serialize)]
pub struct Host {
    /// Its name, by which it was reached.
    #[serde(serialize_with = "as_text")]
    pub name: HostName,
    /// The facts of it.
    pub facts: HostFacts,
    /// Its clock.
    pub clock: HostClock,
}

fn as_text<S: serde::Serializer>(name: &HostName, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(name.as_str())
}

/// The outcome of a command on a host.
#[derive(Clone, Debug)]
pub struct HostOutcome {
    /// The host.
    pub host: Host,
    /// Its exit code.
    pub code: i32,
    /// Its standard output.
    pub output: Vec<u8>,
    /// Its standard error.
    pub messages: Vec<u8>,
    /// Its runs, in order.
    pub rounds: Vec<HostRound>,
}

/// One run of a command on a host. Moments are in nanoseconds of the monotonic clock here.
#[derive(Clone, Debug)]
pub struct HostRound {
    /// The common start.
    pub start: u64,
    /// By how many nanoseconds the host heard of it too late.
    pub late: u64,
    /// The bytes moved by the time: moments and bytes, both rising.
    pub moved: Vec<(u64, u64)>,
    /// The share that others had of its processors; `None` if it did not tell.
    pub others: Option<OtherLoad>,
    /// The figures; `None` if it did not end.
    pub round: Option<Round>,
}

/// Why a command, or its sessions, failed.
#[derive(Clone, Debug, thiserror::Error)]
pub enum HostFailure {
    /// A host cannot be used.
    #[error("{host}: {why}")]
    Host {
        /// The host.
        host: HostName,
        /// Why.
        why: String,
    },
    /// Several hosts cannot be used.
    #[error("{}", several(.0))]
    Several(Vec<(HostName, String)>),
    /// The user has stopped it.
    #[error("interrupted")]
    Stopped,
}

/// Returns why hosts failed, in one line: those with the same reason are named together.
fn several(failures: &[(HostName, String)]) -> String {
    const SHOWN: usize = 5;
    let mut reasons: Vec<(&str, Vec<&str>)> = Vec::new();
    for (host, why) in failures {
        match reasons.iter_mut().find(|(known, _)| known == why) {
            Some((_, hosts)) => hosts.push(host.as_str()),
            None => reasons.push((why, vec![host.as_str()])),
        }
    }
    let shown = reasons.iter().take(SHOWN);
    let mut parts: Vec<String> = shown
        .map(|(why, hosts)| format!("{}: {why}", names(hosts, SHOWN)))
        .collect();
    let more = reasons.iter().skip(SHOWN);
    match more.map(|(_, hosts)| hosts.len()).sum::<usize>() {
        0 => {}
        1 => parts.push("and another host".to_owned()),
        more => parts.push(format!("and {more} more hosts")),
    }
    parts.join("; ")
}

/// Returns the first of some names, and how many more there are.
fn names(all: &[&str], most: usize) -> String {
    let shown = all[..all.len().min(most)].join(", ");
    match all.len().saturating_sub(most) {
        0 => shown,
        more => format!("{shown} and {more} more"),
    }
}

impl HostFailure {
    /// Returns the failure of one or several hosts; `None` of none.
    pub(super) fn of(mut failures: Vec<(HostName, String)>) -> Option<Self> {
        match failures.len() {
            0 => None,
            1 => failures.pop().map(|(host, why)| Self::Host { host, why }),
            _ => Some(Self::Several(failures)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(failures: &[(&str, &str)]) -> String {
        let failures = failures
            .iter()
            .map(|(host, why)| (HostName::new(host).unwrap(), (*why).to_owned()));
        HostFailure::of(failures.collect()).unwrap().to_string()
    }

    #[test]
    fn hosts_with_the_same_reason_are_named_together() {
        assert_eq!(told(&[("n1", "gone")]), "n1: gone");
        let line = told(&[("n1", "gone"), ("n2", "full"), ("n3", "gone")]);
        assert_eq!(line, "n1, n3: gone; n2: full");
        let many: Vec<String> = (1..=20).map(|number| format!("n{number}")).collect();
        let many: Vec<_> = many.iter().map(|name| (name.as_str(), "gone")).collect();
        assert_eq!(told(&many), "n1, n2, n3, n4, n5 and 15 more: gone");
        let differ: Vec<_> = many.iter().map(|(name, _)| (*name, *name)).collect();
        assert!(told(&differ).ends_with("n5: n5; and 15 more hosts"));
    }
}
