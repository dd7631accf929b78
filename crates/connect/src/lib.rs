//! Sessions as processes of their own, and what a client says with them.
//!
//! This crate knows nothing of the language. A client starts a process ([`Process`]), asks it for things
//! ([`Request`]) and hears of it ([`SessionOutput`]); the process is at the other end of the line ([`Server`]).
//!
//! | room | what is in it |
//! |---|---|
//! | [`message`] | what the two say |
//! | [`frame`] | how it travels: over pipes, each piece with its length before it |
//! | [`Process`] | a session as its client sees it |
//! | [`spool`] | what a session has said and nobody has asked for yet: bounded in memory, the rest in a file |
//! | [`Bell`] | rings when any session has said something, so that one can wait for several |
//! | [`Server`] | the session's end of the line |
//!
//! No session outlives its client: when the line ends it stops, and so it does by a signal that the system
//! sends when the client's thread is gone.

#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

mod bell;
mod error;
pub mod frame;
mod line;
mod listener;
pub mod message;
mod process;
mod replies;
mod server;
pub mod spool;
mod tail;

pub use bell::Bell;
pub use error::ConnectError;
pub use listener::Progress;
pub use message::{Begin, Library, Reply, Request, StepBegins, Submit, SubmitOutcome};
pub use process::{Launch, Process, SessionOutput};
pub use replies::{Out, Replies};
pub use server::{ClientGone, SUBCOMMAND, Server};
