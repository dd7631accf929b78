//! Linux: `/proc`, and the counters of block devices.

mod cannot_see;
mod child;
mod devices;
mod files;
mod observer;
mod pace;
mod process;
mod reaper;
mod stop;

use std::ffi::OsString;

pub use child::Child;
#[cfg(test)]
pub(crate) use files::handle::Movement;

use crate::error::Error;
use crate::observation::Observation;
use crate::options::Options;

/// Runs a command to its end, and returns what was seen of it, as [`crate::run`] describes.
///
/// # Errors
///
/// As there.
pub(crate) fn observe(
    command: &[OsString],
    options: &Options,
    stop: &dyn Fn() -> Option<i32>,
) -> Result<Observation, Error> {
    let reaper = reaper::Reaper::new();
    observer::Observer::before(options, reaper.is_one)?.run(command, stop)
}
