//! `feedrate fio`, which is also what the program is when it is called by that name.

use std::ffi::OsString;
use std::io::{self, IsTerminal};

use feedrate_dialects::fio::{self, Failure, Terminal};

use super::dialect::{self, Failed};
use crate::exit::Exit;

/// The name that its messages begin with.
pub const NAME: &str = "fio";

/// Runs fio's command line.
pub fn run(arguments: &[OsString]) -> Exit {
    let terminal = Terminal {
        stdout: io::stdout().is_terminal(),
        stderr: io::stderr().is_terminal(),
    };
    dialect::carry_out(NAME, |control, output| {
        let code =
            fio::carry_out_arguments(arguments, control, terminal, output, &mut io::stderr())?;
        Ok::<_, Failure>(Exit::Code(code))
    })
}

impl Failed for Failure {
    fn is_interrupted(&self) -> bool {
        self.is_interrupted()
    }

    fn is_closed_pipe(&self) -> bool {
        self.is_closed_pipe()
    }
}
