//! Other tools' arguments and outputs, to and from feedrate's jobs.
//!
//! Who has scripts, habits or published figures of another tool gives that tool's arguments and gets
//! its output; between the two, pages move as they do everywhere in feedrate.
//!
//! | room | whose |
//! |---|---|
//! | [`translate`] | what one tool is told, said to another |
//! | [`diskspd`] | DiskSpd, which came after sqlio |
//! | [`sqlio`] | sqlio, the disk workload generator that came for SQL Server |
//! | [`sasiotest`] | SASIOTEST, the I/O test that comes with SAS for Windows |

#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

mod argument_error;
pub mod diskspd;
mod drives;
mod ending;
pub mod fio;
mod loads;
mod own_options;
mod rows;
pub mod sasiotest;
pub mod sqlio;
#[cfg(any(test, feature = "testing"))]
pub mod testing;
mod times;
pub mod translate;

pub use argument_error::ArgumentError;
pub use drives::{DriveError, Drives};
pub use ending::{Ended, Ending};
pub use loads::LoadError;
