//! What can go wrong with a pipe. Each message says what, where, and what to do.

use std::io;
use std::time::Duration;

/// Why a pipe did not carry what it should. `pipe` is its address as it was written, `what` the data set in it.
#[derive(Debug, thiserror::Error)]
pub enum PipeError {
    /// A host's name means nothing to this machine.
    #[error(
        "cannot find the host of the pipe '{pipe}': {source}; name another, or none for this machine"
    )]
    UnknownHost {
        /// The address.
        pipe: String,
        /// What the system said.
        source: io::Error,
    },
    /// Others than this machine could reach the pipe.
    #[error(
        "the pipe '{pipe}' can be reached from other machines and needs SECRET= at both ends; without a host it \
         stays on this one"
    )]
    NeedsSecret {
        /// The address.
        pipe: String,
    },
    /// Something listens there already.
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
    /// The system does not let this user listen there.
    #[error(
        "cannot write to the pipe '{pipe}': port {port} is for the administrator only; name a port from 1024 up"
    )]
    NotPermitted {
        /// The address.
        pipe: String,
        /// The port.
        port: u16,
    },
    /// The writer names a host that is another machine.
    #[error(
        "cannot write to the pipe '{pipe}': its host is not this machine; the step that writes names no host or one \
         of its own, the step that reads names the writer's"
    )]
    NotThisMachine {
        /// The address.
        pipe: String,
    },
    /// No reader came in time.
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
        /// Who came that was not taken, beginning with `, `; empty where nobody did.
        hint: String,
    },
    /// No writer was there in time.
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
        /// What was found there instead, beginning with `, `; empty where nothing was.
        hint: String,
    },
    /// The writer did not take this reader, for good.
    #[error("cannot read {what} from the pipe '{pipe}': {why}")]
    Refused {
        /// The address.
        pipe: String,
        /// The data set.
        what: String,
        /// The reason and what to do.
        why: String,
    },
    /// The other end told why it failed.
    #[error("the pipe '{pipe}' of {what} ended early, as the step that {side} it failed: {why}")]
    Failed {
        /// The address.
        pipe: String,
        /// The data set.
        what: String,
        /// `writes` or `reads`.
        side: &'static str,
        /// What the other end said.
        why: String,
    },
    /// The other end is gone and did not say why.
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
    /// What came is not what this program sends.
    #[error(
        "what comes through the pipe '{pipe}' of {what} is damaged: {why}; run both steps again"
    )]
    Garbled {
        /// The address.
        pipe: String,
        /// The data set.
        what: String,
        /// What is wrong with it.
        why: &'static str,
    },
    /// A frame is longer than a pipe takes.
    #[error(
        "a piece of {length} bytes is too long for the pipe '{pipe}', which takes 16 MiB at once; use a smaller BUFSIZE="
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
        /// Who waits for whom.
        circle: String,
    },
    /// The session was told to stop.
    #[error("stopped while the pipe '{pipe}' of {what} was open")]
    Stopped {
        /// The address.
        pipe: String,
        /// The data set.
        what: String,
    },
    /// The system refused something that it should not.
    #[error("cannot {doing} for the pipe '{pipe}': {source}")]
    System {
        /// What was tried.
        doing: &'static str,
        /// The address.
        pipe: String,
        /// What the system said.
        source: io::Error,
    },
}

/// A time limit as it is written: whole seconds where it is such.
fn seconds(time: &Duration) -> f64 {
    (time.as_secs_f64() * 1000.0).round() / 1000.0
}
