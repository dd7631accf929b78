//! sqlio, DiskSpd, SASIOTEST, iotest.sh and rhel_iotest.sh: their arguments and outputs, on feedrate's loads and jobs.
//!
//! Users with scripts, habits or published figures of another tool can use that tool's arguments and get its output;
//! pages are moved as everywhere in feedrate.
//!
//! | module | tool |
//! |---|---|
//! | [`diskspd`] | DiskSpd, the successor of sqlio |
//! | [`sqlio`] | sqlio, the disk workload generator that was published for SQL Server |
//! | [`iotest`] | iotest.sh and rhel_iotest.sh, the scripts around dd that SAS's support asks sites to run |
//! | [`sasiotest`] | SASIOTEST, the I/O test that comes with SAS for Windows |

#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

/// Writes a line to a string, which never fails.
macro_rules! line {
    ($text:expr, $($format:tt)*) => {{
        use std::fmt::Write as _;
        let _ = writeln!($text, $($format)*);
    }};
}

/// Implements what the errors of tools have in common, which have the variants `Argument` and `Load`.
macro_rules! tool_error {
    ($error:ty) => {
        impl From<std::io::Error> for $error {
            fn from(error: std::io::Error) -> Self {
                Self::Load(error.into())
            }
        }

        impl From<crate::DriveError> for $error {
            fn from(error: crate::DriveError) -> Self {
                Self::Argument(error.into())
            }
        }

        impl feedrate_workload::CommandError for $error {
            fn early_end(&self) -> Option<feedrate_workload::EarlyEnd> {
                match self {
                    Self::Load(error) => error.early_end(),
                    _ => None,
                }
            }
        }
    };
}

mod argument;
mod argument_error;
pub mod diskspd;
mod drives;
pub mod iotest;
mod loads;
mod own_options;
mod rows;
pub mod sasiotest;
pub mod sqlio;
mod system;
#[cfg(any(test, feature = "testing"))]
pub mod testing;
mod times;

pub use argument_error::{ArgumentError, sentence};
pub use drives::{DriveError, Drives};
pub use loads::LoadError;
