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

mod account;
mod demands;
pub mod diskspd;
mod drives;
mod filling;
pub mod fio;
mod own_options;
mod rows;
pub mod sasiotest;
pub mod sqlio;
mod times;
mod totals;
pub mod translate;

pub use drives::{DriveError, Drives};
