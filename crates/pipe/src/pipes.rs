//! All pipes of a session: where its steps offer what they write and take what they read.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crate::{Address, Offer, PipeError, Receiver, Secret};

/// One pipe as a program names it.
#[derive(Debug, Clone)]
pub struct Way {
    /// Where it is.
    pub address: Address,
    /// How long either side waits for the other to be there.
    pub timeout: Duration,
    /// What both ends must have, if anything.
    pub secret: Option<Secret>,
}

/// The pipes of a session.
///
/// A step waits for one of its pipes at a time, and it is between steps that circles are looked for
/// ([`PipeError::Deadlock`]). All pipes of a session are taken as one step's, as a session runs one at a time; where
/// several run at once, each has its own [`Pipes::step`]. Clones are of the same step.
#[derive(Debug, Clone)]
pub struct Pipes {
    stop: Arc<AtomicBool>,
}

impl Pipes {
    /// Pipes whose waits all end once `stop` is set.
    #[must_use]
    pub fn new(stop: Arc<AtomicBool>) -> Self {
        Self { stop }
    }

    /// The pipes of another step, which runs at the same time as those made from this one.
    #[must_use]
    pub fn step(&self) -> Self {
        Self::new(Arc::clone(&self.stop))
    }

    /// Offers what a step is about to write, `what` being its name; readers can come from now on.
    ///
    /// A step with several pipes offers all before it waits for the reader of one, so that readers may come in any
    /// order.
    ///
    /// # Errors
    ///
    /// Where the port is in use or not allowed, the host is not this machine, or a secret is missing.
    pub fn offer(&self, way: &Way, what: &str) -> Result<Offer, PipeError> {
        let _ = (way, what);
        todo_pipe()
    }

    /// Takes what another step writes, `what` being its name, and waits for that step until the time limit.
    ///
    /// # Errors
    ///
    /// Where no writer is there in time, or it does not take this reader.
    pub fn take(&self, way: &Way, what: &str) -> Result<Receiver, PipeError> {
        let _ = (way, what);
        todo_pipe()
    }
}

fn todo_pipe<T>() -> Result<T, PipeError> {
    Err(PipeError::System {
        doing: "open a socket",
        pipe: String::new(),
        source: std::io::ErrorKind::Unsupported.into(),
    })
}
