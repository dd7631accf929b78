//! `feedrate sasiotest`, which is also what the program is when it is called by that name.

use std::ffi::OsString;

use feedrate_dialects::sasiotest::{self, Error};

use super::dialect::{self, Failed};
use crate::exit::Exit;

/// The name that its messages begin with.
pub const NAME: &str = "sasiotest";

/// Runs SASIOTEST's command line.
pub fn run(arguments: &[OsString]) -> Exit {
    dialect::carry_out(NAME, |control, output| {
        let request = sasiotest::parse(arguments)?;
        sasiotest::run(&request, control, output)?;
        Ok::<_, Error>(Exit::Success)
    })
}

impl Failed for Error {
    fn is_interrupted(&self) -> bool {
        self.is_interrupted()
    }

    fn is_closed_pipe(&self) -> bool {
        matches!(self, Self::Output(error) if dialect::is_closed(error))
    }
}
