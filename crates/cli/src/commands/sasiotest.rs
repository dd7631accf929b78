//! `feedrate sasiotest`, which the program also runs if it is called by that name.

use std::ffi::OsString;

use feedrate_dialects::sasiotest::{self, Error};

use super::dialect;
use super::drives;
use crate::exit::Exit;

/// The name at the beginning of its messages.
pub const NAME: &str = "sasiotest";

/// Runs SASIOTEST's command line.
pub fn run(arguments: &[OsString]) -> Exit {
    let drives = match drives::known() {
        Ok(drives) => drives,
        Err(error) => return Exit::failure_of(NAME, error),
    };
    dialect::carry_out(NAME, |signals, output| {
        let request = sasiotest::parse(arguments, &drives)?;
        sasiotest::run(&request, &signals.listen(), output)?;
        Ok::<_, Error>(Exit::Success)
    })
}
