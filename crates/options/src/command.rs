//! The option about commands of the system.

use crate::group::options;

/// The reason why a program cannot run a command of the system.
pub const NO_COMMANDS: &str = "Shell escape is not valid in this SAS session.\nCommands of the system run only where \
                               the user allows them, as in `feedrate run -o xcmd`.";

options! {
    /// The option about commands of the system, which only the user sets.
    [user] CommandOptions {
        XCMD => allowed: bool = false,
            "Programs may run commands of the system: X, %SYSEXEC, CALL SYSTEM, SYSTEM and pipes of FILENAME, INFILE \
             and FILE. Off by default; only the user sets it, on the command line.";
    }
}
