//! The options of one pipe.

use std::time::Duration;

use crate::address::Address;
use crate::wire::secret::Secret;

/// The address and options of one pipe.
#[derive(Debug, Clone)]
pub struct PipeOptions {
    /// The address that the writer listens on.
    pub address: Address,
    /// The time that either end waits for the other one to appear.
    pub timeout: Duration,
    /// The secret that both ends must have, or `None` if none is required.
    pub secret: Option<Secret>,
}
