//! The options of the log.

use crate::group::options;
use crate::option_type::words;

/// `IOTABLE=`: the steps for which the log has a table of transfers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum IoTable {
    /// Steps whose table is informative.
    #[default]
    Auto,
    /// All steps that moved pages.
    All,
    /// No steps.
    None,
}

words!(IoTable { "AUTO" => Auto, "ALL" => All, "NONE" => None });

options! {
    /// The options of the log.
    LogOptions {
        FULLSTIMER => full_timer: bool = false,
            "The log tells all clocks and counters of a step.";
        IOTABLE => io_table: IoTable = IoTable::Auto,
            "Of which steps the log has a table of the pages that they moved. AUTO by default: of those that moved 16 \
             MB, took a second or used a pipe, where something is to be said of it, and with FULLSTIMER of all; ALL \
             or NONE.";
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
