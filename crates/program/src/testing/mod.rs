//! Stand-ins for a session, for the tests of this crate and for the fuzz targets (cargo feature `testing`).

#[cfg(test)]
mod log;
#[cfg(test)]
mod scan;
mod shelf;
mod silent;

pub use shelf::Shelf;
pub use silent::Silent;

#[cfg(test)]
pub(crate) use log::{Log, run, run_with, statements};
#[cfg(test)]
pub(crate) use scan::scan;
