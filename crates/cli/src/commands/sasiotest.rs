//! `feedrate sasiotest`, which is also what the program is when it is called by that name.

use std::ffi::OsString;

use feedrate_dialects::sasiotest::{self, Error};

use super::dialect;
use crate::exit::Exit;

/// The name that its messages begin with.
pub const NAME: &str = "sasiotest";

/// Runs SASIOTEST's command line.
pub fn run(arguments: &[OsString]) -> Exit {
    dialect::carry_out(NAME, |signals, output| {
        let request = sasiotest::parse(arguments)?;
        sasiotest::run(&request, &signals.listen(), output)?;
        Ok::<_, Error>(Exit::Success)
    })
}
