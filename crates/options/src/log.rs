//! The options that the log heeds.

use crate::group::options;
use crate::value::words;

/// `IOTABLE=`: of which steps the log has a table of what they moved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum IoTable {
    /// Of those of which it tells something.
    #[default]
    Auto,
    /// Of all that moved pages.
    All,
    /// Of none.
    None,
}

words!(IoTable { "AUTO" => Auto, "ALL" => All, "NONE" => None });

options! {
    /// The options that the log heeds.
    LogOptions {
        FULLSTIMER => full_timer: bool = false,
            "The log tells all clocks and counters of a step.";
        IOTABLE => io_table: IoTable = IoTable::Auto,
            "Of which steps the log has a table of the pages that they moved. AUTO by default: of those that moved 16 MB, took a second or used a pipe, where something is to be said of it, and with FULLSTIMER of all; ALL or NONE.";
        NOTES => notes: bool = true,
            "The log has notes. On by default.";
        SOURCE => source: bool = true,
            "The log shows the lines of the program. On by default.";
        SOURCE2 => included_source: bool = false,
            "The log shows the lines of included files.";
        STIMER => timer: bool = true,
            "The log tells how long a step took. On by default.";
    }
}
