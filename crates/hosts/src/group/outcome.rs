//! What came of a command on a host.

use feedrate_connect::HostName;
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
    /// What is known of it.
    pub facts: HostFacts,
    /// Its clock.
    pub clock: HostClock,
}

fn as_text<S: serde::Serializer>(name: &HostName, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(name.as_str())
}

/// What came of a command on a host.
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
    /// What was moved by when: moments and bytes, both rising.
    pub moved: Vec<(u64, u64)>,
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

/// Returns a line for each host, of which the last says how many more there are.
fn several(failures: &[(HostName, String)]) -> String {
    const SHOWN: usize = 5;
    let shown = failures.iter().take(SHOWN);
    let mut lines: Vec<String> = shown.map(|(host, why)| format!("{host}: {why}")).collect();
    if let more @ 1.. = failures.len().saturating_sub(SHOWN) {
        lines.push(format!("and {more} more hosts"));
    }
    lines.join("\n")
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
