//! The sessions of all hosts, and commands on them.
//!
//! | module | contents |
//! |---|---|
//! | [`HostGroup`] | starts the sessions, runs a command on all, ends them |
//! | `member` | the session of one host, and what it has said |
//! | `start` | until all are there, and their clocks are known |
//! | `conduct` | one command from its start to its end on all hosts |
//! | [`HostOutcome`] | what came of it on a host |

mod conduct;
mod member;
mod outcome;
mod start;

pub use outcome::{Host, HostFailure, HostOutcome, HostRound};

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use feedrate_connect::{Bell, HostName, Launcher, RemoteProgram};

use member::Member;

/// The way to reach hosts.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The command that starts a session on a host.
    pub launcher: Launcher,
    /// The program there.
    pub there: RemoteProgram,
    /// The time that a host may take to start its session.
    pub time_to_start: Duration,
    /// The folder for output that does not fit into memory.
    pub spool: PathBuf,
}

/// Follows a command.
pub trait Observer {
    /// Called a few times a second, with what the command does on the hosts.
    fn look(&mut self, state: &State<'_>);

    /// Called when something else is done on the hosts from now on: `None` for the command itself.
    fn stage(&mut self, stage: Option<String>);
}

/// The present state of a command on the hosts.
#[derive(Clone, Debug)]
pub enum State<'a> {
    /// Sessions are being started; so many of them are there.
    Starting {
        /// The number of those that are there.
        ready: usize,
        /// Of all.
        of: usize,
    },
    /// The command prepares itself; so many are ready. Of the others, one is named.
    Preparing {
        /// The number of those that are ready.
        ready: usize,
        /// Of all.
        of: usize,
        /// One that is not.
        waits_for: Option<&'a HostName>,
    },
    /// The command runs on so many hosts, and has moved so many bytes.
    Running {
        /// The number of hosts.
        on: usize,
        /// One of them, if others have ended already.
        last: Option<&'a HostName>,
        /// The bytes of all.
        bytes: u64,
    },
}

/// The sessions of all hosts. Dropping it ends them.
#[derive(Debug)]
pub struct HostGroup {
    members: Vec<Member>,
    bell: Bell,
    stop: Arc<AtomicBool>,
    /// When the clocks were asked last.
    asked: Instant,
}

impl HostGroup {
    /// Returns the hosts with what is known of them, in their order.
    pub fn hosts(&self) -> impl Iterator<Item = Host> + '_ {
        self.members.iter().map(Member::host)
    }

    /// Ends all sessions, and waits for them. So nothing of them is left on any host that can be reached.
    fn end(&mut self) {
        // All are told before any is waited for.
        self.members.iter_mut().for_each(Member::end);
        self.members.clear();
    }
}

impl Drop for HostGroup {
    fn drop(&mut self) {
        self.end();
    }
}
