//! Streams of frames from a step that writes to a step that reads, in two processes that run at once.
//!
//! The side that writes listens ([`Pipes::offer`]), the side that reads dials until the writer is there
//! ([`Pipes::take`]), so that either may be first. A frame is bytes to this crate; what they mean is for those who
//! use it. Backpressure is the sockets': no more lies between the two than their buffers hold.
//!
//! An end that fails or is killed makes the other fail at once, and what was not confirmed by the reader was not
//! delivered. Steps that wait for each other in a circle are told so ([`PipeError::Deadlock`]).

#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

mod address;
mod connection;
mod deadlock;
mod dial;
mod end;
mod error;
mod frame;
mod hello;
mod link;
mod listener;
mod poller;

mod control_message;
mod owner;
mod pipes;
mod proof;
mod receiver;
mod secret;
mod sender;
mod socket;
mod step;
mod totals;

pub use address::{Address, AddressError};
pub use error::PipeError;
pub use frame::LONGEST_FRAME;
pub use pipes::{PipeOptions, Pipes};
pub use receiver::{Arrival, Receiver};
pub use secret::Secret;
pub use sender::{Offer, Sender, Unconfirmed};
pub use totals::{Carrier, PipeTotals};
