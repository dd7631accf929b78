//! The place in which the process of a session is started.

use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

use feedrate_connect::HostName;

/// The place in which the process of a session is started.
pub(super) enum Place {
    /// On this machine, with WORK in this folder.
    Here { work: PathBuf },
    /// Through the launcher.
    There {
        host: Option<HostName>,
        time_to_start: Duration,
        /// Advice if the program there said nothing.
        where_is_the_program: String,
    },
}

impl Place {
    /// Returns true if the session should be there after a time.
    pub(super) fn is_late(&self, elapsed: Duration) -> bool {
        matches!(self, Self::There { time_to_start, .. } if elapsed >= *time_to_start)
    }
}

/// Shows ` on host HOST`, or nothing for this machine.
impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Here { .. } => Ok(()),
            Self::There { host: Some(host), .. } => write!(f, " on host {host}"),
            Self::There { host: None, .. } => f.write_str(" on a host of the launcher"),
        }
    }
}
