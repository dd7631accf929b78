//! The remains of a data set that is changed in place, after other programs and failing storage.

use std::fmt;

/// The change that another program has made to a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileChange {
    /// There is no file by that name.
    Removed,
    /// Another file has the name.
    Replaced,
    /// It ends earlier.
    Cut,
    /// It is longer, or was written to.
    Written,
}

impl FileChange {
    /// Returns what to do before the step is run again.
    pub(super) fn remedy(self, is_index: bool) -> &'static str {
        match self {
            _ if is_index => "make the indexes again by `proc datasets; rebuild …;` and run",
            Self::Removed | Self::Cut => "restore the file from a copy and run",
            Self::Replaced | Self::Written => "run",
        }
    }
}

impl fmt::Display for FileChange {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Removed => "removed",
            Self::Replaced => "replaced",
            Self::Cut => "cut short",
            Self::Written => "written to",
        })
    }
}

/// The state of a data set whose changes were being made when the storage failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Remains {
    /// Its journal has all changes, which a repair makes.
    Journal {
        /// Its library.
        library: String,
        /// Its name there.
        member: String,
    },
    /// It has an unknown part of the changes, and no journal that was kept.
    Part,
    /// It has either all of the added observations or none of them.
    AllOrNone,
}

impl Remains {
    /// Returns the same as a sentence about the data set of this name.
    pub fn of(&self, name: &str) -> String {
        match self {
            Self::Journal { library, member } => format!(
                "Data set {name} must be repaired by PROC DATASETS LIBRARY={library}; REPAIR {member}; or with \
                 DLDMGACTION=REPAIR. It has all changes of this step then."
            ),
            Self::Part => format!("Data set {name} is damaged. It has a part of the changes."),
            Self::AllOrNone => {
                format!("Data set {name} has either all of the new observations or none of them.")
            }
        }
    }
}

impl fmt::Display for Remains {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Journal { library, member } => write!(
                formatter,
                "when the storage is sound again, `proc datasets library={library}; repair {member};` or \
                 DLDMGACTION=REPAIR completes it, and the data set has all changes then"
            ),
            Self::Part => formatter.write_str("the data set has a part of the changes; make it again"),
            Self::AllOrNone => formatter.write_str(
                "the data set has either all of the new observations or none of them; look which before they are \
                 added again",
            ),
        }
    }
}
