//! Streams of frames from a step that writes to a step that reads, each in its own process, both running at once.
//!
//! The writing end listens ([`Pipes::offer`]); the reading end connects and retries until the writer exists
//! ([`Pipes::take`]), so either may start first. A frame is opaque bytes to this crate. Backpressure is that of the
//! sockets: no more is in flight than their buffers hold.
//!
//! Connections between hosts are encrypted with what both ends have: a secret, or the key of their program's sessions.
//!
//! When one end fails or is killed, the other fails at once. Only what the reader has confirmed counts as delivered.
//! Steps that wait for each other in a circle fail with [`PipeError::Deadlock`].

#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

mod address;
mod admission;
mod channel;
mod cipher;
mod connection;
mod deadlock;
mod dial;
mod dial_attempt;
mod dial_talk;
mod end;
mod error;
mod frame;
mod hello;
mod link;
mod listener;
mod poller;

mod control_message;
mod control_state;
mod owner;
mod pipes;
mod proof;
mod protection;
mod receiver;
mod records;
mod route;
mod secret;
mod sender;
mod socket;
mod step;
mod totals;

pub use address::{Address, AddressError};
pub use error::PipeError;
pub use frame::LONGEST_FRAME;
pub use pipes::{PipeOptions, Pipes};
pub use protection::{Encryption, ProgramKey};
pub use receiver::{Arrival, Receiver};
pub use secret::Secret;
pub use sender::{Offer, Sender, Unconfirmed};
pub use totals::{Carrier, PipeTotals};
