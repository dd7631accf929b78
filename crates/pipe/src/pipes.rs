//! All pipes of a session: where its steps offer what they write and take what they read.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crate::listener::Listener;
use crate::socket::Endpoint;
use crate::step::Step;
use crate::{Address, Offer, PipeError, Receiver, Secret, dial};

/// One pipe as a program names it.
#[derive(Debug, Clone)]
pub struct PipeOptions {
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
/// ([`PipeError::Deadlock`]). All pipes of a session are taken as one step's, as a session runs one at a time; while
/// several of its threads wait for pipes, none is looked for, as each may go on by itself. Clones are of the same step.
#[derive(Clone)]
pub struct Pipes {
    step: Arc<Step>,
}

impl Pipes {
    /// Pipes whose waits all end once `stop` is set.
    #[must_use]
    pub fn new(stop: Arc<AtomicBool>) -> Self {
        Self {
            step: Arc::new(Step::new(stop)),
        }
    }

    /// Offers what a step is about to write, `what` being its name; readers can come from now on.
    ///
    /// A step with several pipes offers all before it waits for the reader of one, so that readers may come in any
    /// order.
    ///
    /// # Errors
    ///
    /// Where the port is in use or not allowed, the host is not this machine, or a secret is missing.
    pub fn offer(&self, options: &PipeOptions, what: &str) -> Result<Offer, PipeError> {
        let listener = Arc::new(Listener::open(options, what)?);
        self.step
            .open(&listener)
            .map_err(|source| PipeError::System {
                doing: "start a thread",
                pipe: options.address.to_string(),
                source,
            })?;
        Ok(Offer::new(Arc::clone(&self.step), listener))
    }

    /// Takes what another step writes, `what` being its name, and waits for that step until the time limit.
    ///
    /// # Errors
    ///
    /// Where no writer is there in time, or it does not take this reader.
    pub fn take(&self, options: &PipeOptions, what: &str) -> Result<Receiver, PipeError> {
        let link = Arc::new(dial::dial(&self.step, options, what)?);
        self.step.join(&link).map_err(|source| PipeError::System {
            doing: "start a thread",
            pipe: options.address.to_string(),
            source,
        })?;
        Ok(Receiver::new(Arc::clone(&self.step), link))
    }
}

impl fmt::Debug for Pipes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Pipes").finish_non_exhaustive()
    }
}

/// Where a pipe can be reached, the better way first.
pub(crate) fn endpoints(options: &PipeOptions) -> Result<Vec<Endpoint>, PipeError> {
    let address = &options.address;
    let found = address.resolve().map_err(|source| PipeError::UnknownHost {
        pipe: address.to_string(),
        source,
    })?;
    if options.secret.is_none() && found.iter().any(|found| !found.ip().is_loopback()) {
        return Err(PipeError::NeedsSecret {
            pipe: address.to_string(),
        });
    }
    let near = address.is_near().then(|| Endpoint::Unix(address.port()));
    Ok(near
        .into_iter()
        .chain(found.into_iter().map(Endpoint::Tcp))
        .collect())
}
