//! Stand-ins for a session, for the tests of this crate and for the fuzz targets (cargo feature `testing`).

mod extent;
#[cfg(test)]
mod log;
#[cfg(test)]
mod scan;
mod silent;

pub use extent::extent_of;
pub use silent::SilentSurroundings;

#[cfg(test)]
pub(crate) use log::{Log, run, run_with, statements};
#[cfg(test)]
pub(crate) use scan::scan;
