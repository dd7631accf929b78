//! The errors of pipes. Each message says what failed, where, and what to do.

use std::io;
use std::time::Duration;

/// Why a pipe failed. `pipe` is its address as it was written, `what` the data set.
#[derive(Debug, thiserror::Error)]
pub enum PipeError {
    /// The host name cannot be resolved.
    #[error("cannot find the host of the pipe '{pipe}': {source}; name another, or none for this machine")]
    UnknownHost {
        /// The address.
        pipe: String,
        /// The error of the system.
        source: io::Error,
    },
    /// Other machines could reach the pipe, and it has neither a secret nor the key of a program's sessions.
    #[error(
        "the pipe '{pipe}' can be reached from other machines and needs SECRET= at both ends; only sessions of one \
         program need none, and without a host it stays on this machine"
    )]
    NeedsSecret {
        /// The address.
        pipe: String,
    },
    /// The port is in use.
    #[error(
        "cannot write to the pipe '{pipe}': port {port} is in use by another program or step; end it or name another \
         port"
    )]
    InUse {
        /// The address.
        pipe: String,
        /// The port.
        port: u16,
    },
    /// The user may not listen on the port.
    #[error("cannot write to the pipe '{pipe}': port {port} is for the administrator only; name a port from 1024 up")]
    NotPermitted {
        /// The address.
        pipe: String,
        /// The port.
        port: u16,
    },
    /// The writer's host is another machine.
    #[error(
        "cannot write to the pipe '{pipe}': its host is not this machine; the step that writes names no host or one \
         of its own, the step that reads names the writer's"
    )]
    NotThisMachine {
        /// The address.
        pipe: String,
    },
    /// No reader connected in time.
    #[error(
        "no step came to read {what} from the pipe '{pipe}' within {} s{hint}; start one, or raise TIMEOUT=",
        seconds(.waited)
    )]
    NoReader {
        /// The address.
        pipe: String,
        /// The data set.
        what: String,
        /// The time limit.
        waited: Duration,
        /// Which connections were rejected, beginning with `, `; empty if there were none.
        hint: String,
    },
    /// No writer listened in time.
    #[error(
        "no step writes {what} to the pipe '{pipe}' after {} s{hint}; start one, or raise TIMEOUT=",
        seconds(.waited)
    )]
    NoWriter {
        /// The address.
        pipe: String,
        /// The data set.
        what: String,
        /// The time limit.
        waited: Duration,
        /// The thing that was found there instead, beginning with `, `; empty if there was nothing.
        hint: String,
    },
    /// The writer refused this reader permanently.
    #[error("cannot read {what} from the pipe '{pipe}': {why}")]
    Refused {
        /// The address.
        pipe: String,
        /// The data set.
        what: String,
        /// The reason and what to do.
        why: String,
    },
    /// The other end failed and sent the reason.
    #[error("the pipe '{pipe}' of {what} ended early, as the step that {side} it failed: {why}")]
    Failed {
        /// The address.
        pipe: String,
        /// The data set.
        what: String,
        /// `writes` or `reads`.
        side: &'static str,
        /// The reason.
        why: String,
    },
    /// The other end is gone without a message.
    #[error(
        "the pipe '{pipe}' of {what} ended early: the step that {side} it is gone without a word (killed, or its \
         machine cannot be reached); see its log"
    )]
    Gone {
        /// The address.
        pipe: String,
        /// The data set.
        what: String,
        /// `writes` or `reads`.
        side: &'static str,
    },
    /// The received bytes are not what this program sends.
    #[error("what comes through the pipe '{pipe}' of {what} is damaged: {why}; run both steps again")]
    Garbled {
        /// The address.
        pipe: String,
        /// The data set.
        what: String,
        /// The fault.
        why: &'static str,
    },
    /// A frame exceeds the maximum length.
    #[error(
        "a piece of {length} bytes is too long for the pipe '{pipe}', which takes 16 MiB at once; use a smaller \
         BUFSIZE="
    )]
    TooLong {
        /// The address.
        pipe: String,
        /// Its length in bytes.
        length: usize,
    },
    /// Steps wait for each other in a circle.
    #[error(
        "the pipe '{pipe}' of {what} cannot go on, as steps wait for each other: {circle}; write the steps so that \
         both pipes are read in one step at once, or write one of the data sets to disk"
    )]
    Deadlock {
        /// The address.
        pipe: String,
        /// The data set.
        what: String,
        /// A description of the circle.
        circle: String,
    },
    /// The session was stopped.
    #[error("stopped while the pipe '{pipe}' of {what} was open")]
    Stopped {
        /// The address.
        pipe: String,
        /// The data set.
        what: String,
    },
    /// An unexpected error of the system.
    #[error("cannot {doing} for the pipe '{pipe}': {source}")]
    System {
        /// The call that failed.
        doing: &'static str,
        /// The address.
        pipe: String,
        /// The error of the system.
        source: io::Error,
    },
}

/// Converts a time limit to seconds, without a fraction where it was written so.
fn seconds(time: &Duration) -> f64 {
    (time.as_secs_f64() * 1000.0).round() / 1000.0
}
