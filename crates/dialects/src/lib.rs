//! sqlio, DiskSpd and SASIOTEST: their arguments and outputs, on feedrate's loads and jobs.
//!
//! Who has scripts, habits or published figures of another tool gives that tool's arguments and gets
//! its output; between the two, pages move as they do everywhere in feedrate.
//!
//! | room | whose |
//! |---|---|
//! | [`diskspd`] | DiskSpd, which came after sqlio |
//! | [`sqlio`] | sqlio, the disk workload generator that came for SQL Server |
//! | [`sasiotest`] | SASIOTEST, the I/O test that comes with SAS for Windows |

#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

mod argument_error;
pub mod diskspd;
mod drives;
mod loads;
mod own_options;
mod rows;
pub mod sasiotest;
pub mod sqlio;
#[cfg(any(test, feature = "testing"))]
pub mod testing;
mod times;

pub use argument_error::ArgumentError;
pub use drives::{DriveError, Drives};
pub use loads::LoadError;
