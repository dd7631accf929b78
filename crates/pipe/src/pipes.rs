//! All pipes of a session: the steps of the session open them for writing and for reading here.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::ends::receiver::Receiver;
use crate::ends::sender::Offer;
use crate::error::PipeError;
use crate::handshake::protection::{ProgramKey, Protection};
use crate::handshake::route::Route;
use crate::options::PipeOptions;
use crate::step::state::Step;
use crate::stream::dial;
use crate::stream::listener::Listener;
use crate::wire::encryption::Encryption;

/// The pipes of a session.
///
/// All pipes of a session are treated as those of one step, because a session runs one step at a time. Deadlocks
/// ([`PipeError::Deadlock`]) are searched for between steps, while a step waits for one of its pipes; while several
/// threads of a session wait for pipes, no search is made, because each of them may still proceed. Clones share the
/// same step.
#[derive(Clone)]
pub struct Pipes {
    step: Arc<Step>,
    key: ProgramKey,
    encryption: Encryption,
}

impl Pipes {
    /// Creates the pipes of a session. All waits end once `stop` is set.
    #[must_use]
    pub fn new(stop: Arc<AtomicBool>) -> Self {
        Self {
            step: Arc::new(Step::new(stop)),
            key: ProgramKey::default(),
            encryption: Encryption::default(),
        }
    }

    /// Sets the key of the program's sessions, with which pipes between hosts need no secret. Default: none.
    #[must_use]
    pub fn with_key(mut self, key: ProgramKey) -> Self {
        self.key = key;
        self
    }

    /// Sets which connections are encrypted. Default: those between hosts.
    #[must_use]
    pub fn with_encryption(mut self, encryption: Encryption) -> Self {
        self.encryption = encryption;
        self
    }

    /// Opens a pipe for writing. Readers can connect from now on. `what` is the name of the data set.
    ///
    /// A step with several pipes must offer all of them before it waits for the reader of one, so that readers may
    /// connect in any order.
    ///
    /// # Errors
    ///
    /// Returns an error if the port is in use or not permitted, if the host is not this machine, if a secret is
    /// required and missing, or if a thread cannot be started.
    pub fn offer(&self, options: &PipeOptions, what: &str) -> Result<Offer, PipeError> {
        let route = Route::of_writer(options, self.protection(options))?;
        let listener = Arc::new(Listener::open(options, route, what)?);
        self.step.open(&listener).map_err(|source| PipeError::System {
            doing: "start a thread",
            pipe: options.address.to_string(),
            source,
        })?;
        Ok(Offer::new(Arc::clone(&self.step), listener))
    }

    /// Opens a pipe for reading. Waits for the writer until the timeout. `what` is the name of the data set.
    ///
    /// # Errors
    ///
    /// Returns an error if no writer appears in time, if the writer refuses this reader, or if a thread cannot be
    /// started.
    pub fn take(&self, options: &PipeOptions, what: &str) -> Result<Receiver, PipeError> {
        let route = Route::of_reader(options, self.protection(options))?;
        let link = Arc::new(dial::dial(&self.step.stop, options, &route, what)?);
        self.step.join(&link).map_err(|source| PipeError::System {
            doing: "start a thread",
            pipe: options.address.to_string(),
            source,
        })?;
        Ok(Receiver::new(Arc::clone(&self.step), link))
    }

    fn protection(&self, options: &PipeOptions) -> Protection {
        Protection::new(options, &self.key, self.encryption)
    }
}

impl fmt::Debug for Pipes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Pipes").finish_non_exhaustive()
    }
}
