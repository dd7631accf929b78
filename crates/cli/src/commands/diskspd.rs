//! `feedrate diskspd`, which the program also runs if it is called by that name.

use std::ffi::OsString;
use std::io;

use clap::Args;
use feedrate_dialects::diskspd::{self, DiskspdOnHosts, Error};

use super::{dialect, drives};
use crate::command::{Execute, Invocation};
use crate::exit::{CommandResult, Exit};
use crate::hosts;

/// The name at the beginning of its messages.
pub const NAME: &str = "diskspd";

/// Run DiskSpd's own command line; bare, its help
#[derive(Debug, Args)]
#[command(disable_help_flag = true, disable_version_flag = true)]
pub struct DiskspdArguments {
    /// DiskSpd's arguments
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, num_args = 0..)]
    pub arguments: Vec<OsString>,
}

impl Execute for DiskspdArguments {
    fn execute(&self, _: &Invocation<'_>) -> CommandResult {
        run(&self.arguments)
    }
}

/// Runs DiskSpd's command line.
pub fn run(arguments: &[OsString]) -> CommandResult {
    let drives = drives::known().map_err(|error| Exit::failure_of(NAME, error))?;
    if hosts::are_named(arguments) {
        return hosts::run_tool(&DiskspdOnHosts { drives }, arguments);
    }
    dialect::run(NAME, |signals, output| {
        let request = diskspd::parse(arguments, &drives)?;
        diskspd::run(&request, &signals.listen(), output, &mut io::stderr())?;
        Ok::<_, Error>(Exit::Success)
    })
}
