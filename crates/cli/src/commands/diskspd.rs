//! `feedrate diskspd`, which the program also runs if it is called by that name.

use std::ffi::OsString;
use std::io;

use feedrate_dialects::diskspd::{self, Error};

use super::dialect;
use super::drives;
use super::on_hosts::{self, Tool};
use crate::exit::Exit;

/// The name at the beginning of its messages.
pub const NAME: &str = "diskspd";

/// Runs DiskSpd's command line.
pub fn run(arguments: &[OsString]) -> Exit {
    if on_hosts::named(arguments) {
        return on_hosts::tool(Tool::Diskspd, arguments);
    }
    let drives = match drives::known() {
        Ok(drives) => drives,
        Err(error) => return Exit::failure_of(NAME, error),
    };
    dialect::carry_out(NAME, |signals, output| {
        let request = diskspd::parse(arguments, &drives)?;
        diskspd::run(&request, &signals.listen(), output, &mut io::stderr())?;
        Ok::<_, Error>(Exit::Success)
    })
}
