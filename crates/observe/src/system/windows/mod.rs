//! Windows: a command runs in a job of its own. What it reads and writes is not told yet.

mod child;
mod job;

use std::ffi::OsString;

pub use child::Child;

use crate::error::Error;
use crate::observation::Observation;
use crate::options::Options;

/// Refuses to watch a command.
///
/// # Errors
///
/// Always.
pub(crate) fn observe(
    _command: &[OsString],
    _options: &Options,
    _stop: &dyn Fn() -> Option<i32>,
) -> Result<Observation, Error> {
    Err(Error::NotHere)
}
