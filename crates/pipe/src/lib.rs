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
mod ends;
mod error;
mod handshake;
mod options;
mod pipes;
mod step;
mod stream;
mod system;
mod wire;

pub use address::{Address, AddressError};
pub use ends::receiver::{Arrival, Receiver};
pub use ends::sender::{Offer, Sender, UnconfirmedPipe};
pub use ends::totals::PipeTotals;
pub use error::PipeError;
pub use handshake::protection::ProgramKey;
pub use options::PipeOptions;
pub use pipes::Pipes;
pub use wire::carrier::Carrier;
pub use wire::encryption::Encryption;
pub use wire::frame::LONGEST_FRAME;
pub use wire::secret::Secret;
