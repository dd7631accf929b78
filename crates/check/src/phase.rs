//! The phases of a check.

use serde::Serialize;

/// The phase of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Phase {
    /// Examining the machine and the volume.
    Preflight,
    /// Writing the files that are to be read.
    Layout,
    /// Searching among the settings.
    Search,
    /// Repeating the chosen settings.
    Confirmation,
    /// Reading and writing apart, at random, and from the cache.
    Details,
    /// Trials with more and fewer streams.
    Scaling,
    /// Running programs.
    Steps,
    /// The mixed stream for hours.
    Endurance,
    /// All folders at once.
    Together,
}

impl Phase {
    /// Returns its name for a progress line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Preflight => "looking at the volume",
            Self::Layout => "writing test files",
            Self::Search => "searching for the best settings",
            Self::Confirmation => "repeating the best settings",
            Self::Details => "reading and writing apart",
            Self::Scaling => "more and fewer streams",
            Self::Steps => "running the standard steps",
            Self::Endurance => "the mixed stream for a long time",
            Self::Together => "all folders together",
        }
    }
}
