//! sqlio, DiskSpd and SASIOTEST: their arguments and outputs, on feedrate's loads and jobs.
//!
//! Users with scripts, habits or published figures of another tool can use that tool's arguments and get its output;
//! pages are moved as everywhere in feedrate.
//!
//! | module | tool |
//! |---|---|
//! | [`diskspd`] | DiskSpd, the successor of sqlio |
//! | [`sqlio`] | sqlio, the disk workload generator that was published for SQL Server |
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
