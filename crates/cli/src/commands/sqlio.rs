//! `feedrate sqlio`, which the program also runs if it is called by that name.

use std::ffi::OsString;
use std::io;

use feedrate_dialects::sqlio::{self, Error};

use super::dialect;
use super::drives;
use super::on_hosts::{self, Tool};
use crate::exit::Exit;

/// The name at the beginning of its messages.
pub const NAME: &str = "sqlio";

/// Runs sqlio's command line.
pub fn run(arguments: &[OsString]) -> Exit {
    if on_hosts::named(arguments) {
        return on_hosts::tool(Tool::Sqlio, arguments);
    }
    let drives = match drives::known() {
        Ok(drives) => drives,
        Err(error) => return Exit::failure_of(NAME, error),
    };
    dialect::carry_out(NAME, |signals, output| {
        let request = sqlio::parse(arguments, &drives)?;
        sqlio::run(&request, &signals.listen(), output, &mut io::stderr())?;
        Ok::<_, Error>(Exit::Success)
    })
}
