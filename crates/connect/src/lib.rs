//! Sessions as separate processes, and their protocol with a client.
//!
//! This crate knows nothing of the language. A client starts a process ([`Process`]), sends requests ([`Request`]) and
//! receives its output ([`SessionOutput`]); the process has the other end of the connection ([`Server`]).
//!
//! | module | contents |
//! |---|---|
//! | [`message`] | requests and replies |
//! | [`frame`] | their encoding: frames with a kind and a length, over pipes |
//! | [`Process`] | a session, for its client |
//! | [`spool`] | output of a session that was not taken yet: bounded in memory, the rest in a file |
//! | [`Bell`] | signals output of any session, so that a client can wait for several |
//! | [`Server`] | the session's end of the connection |
//! | [`clock`] | how far the clock of another machine is from the clock here |
//! | [`Launcher`], [`RemoteStart`] | sessions on other machines, through a command of the site |
//! | [`hosts()`] | lists of hosts |
//! | [`command`] | commands that can run on several hosts at the same time |
//!
//! No session outlives its client: it stops when the connection closes, and on Linux by a signal that the system sends
//! when the client's thread ends; on another machine, also when it hears nothing of its client for [`LONGEST_SILENCE`].

#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

mod allocation;
mod bell;
pub mod clock;
pub mod command;
mod error;
pub mod frame;
mod host_list;
mod host_name;
mod input;
mod launcher;
mod line;
mod listener;
pub mod message;
mod process;
mod remote;
mod replies;
mod server;
pub mod spool;
mod standard_input;
mod system;
mod tail;

pub use bell::Bell;
pub use error::ConnectError;
pub use host_list::hosts;
pub use host_name::{HostListError, HostName};
pub use launcher::{HOST, Launcher, LauncherError, RemoteProgram, SRUN, SSH};
pub use listener::Progress;
pub use message::{
    Begin, Clocks, ColdInputs, CommandLine, HiddenText, Library, Program, Reply, Request, Role, StepBegins, Submit,
    SubmitOutcome, file_argument,
};
pub use process::{Launch, Process, SessionOutput};
pub use remote::{
    LONGEST_SILENCE, ProgramCopy, REMOTE_SUBCOMMAND, RUNS_NO_COMMAND, RemoteStart, machine_description, machine_name,
};
pub use replies::{OutputWriter, Replies};
pub use server::{ClientGone, SUBCOMMAND, Server};
pub use standard_input::take_standard_input;
