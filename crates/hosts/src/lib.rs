//! Commands on several machines at the same time, through launchers that a site has.
//!
//! A [`HostGroup`] starts this program on each host as a session that runs commands ([`serve()`]). The command there
//! waits at its [`LineGate`] until those of all hosts are ready; then all start at one moment, which each host is told
//! in the time of its own clock. While they run, what each has moved comes back, and at the end its figures.
//!
//! | module | contents |
//! |---|---|
//! | [`HostCommand`] | a command that can run on several hosts; each has an implementation beside its code |
//! | [`PreparedCommand`] | its command line for each host |
//! | [`reach`] | hosts and launcher from the words of a person |
//! | [`gate`] | the conversation with a command, and its end there |
//! | [`membership`] | the other hosts with which this process starts, if there are any |
//! | `serve` | the session on a host |
//! | [`clock`] | how far the clocks of hosts are apart |
//! | [`group`] | the sessions of all hosts, and commands on them |
//! | [`combined`] | the figures of all hosts together |
//! | [`record`], [`document`] | the result as JSON and as a report |

#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

pub mod combined;
pub mod document;
pub mod gate;
pub mod group;
pub mod membership;
mod prepared;
pub mod reach;
pub mod record;
mod serve;
mod system;

pub use feedrate_connect::clock;
pub use feedrate_connect::command::{self, CommandError, CommandTemplate, HostCommand, Runs};
pub use gate::{GATED, HostFacts, LineGate};
pub use group::{HostFailure, HostGroup, HostOutcome, Observer, Settings};
pub use prepared::PreparedCommand;
pub use serve::serve;
