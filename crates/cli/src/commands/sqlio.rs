//! `feedrate sqlio`, which the program also runs if it is called by that name.

use std::ffi::OsString;
use std::io;

use clap::Args;
use feedrate_dialects::sqlio::{self, Error, SqlioOnHosts};

use super::{dialect, drives};
use crate::command::{Execute, Invocation};
use crate::exit::{CommandResult, Exit};
use crate::hosts;

/// The name at the beginning of its messages.
pub const NAME: &str = "sqlio";

/// Run sqlio's own command line; bare, its help
#[derive(Debug, Args)]
#[command(disable_help_flag = true, disable_version_flag = true)]
pub struct SqlioArguments {
    /// sqlio's arguments
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, num_args = 0..)]
    pub arguments: Vec<OsString>,
}

impl Execute for SqlioArguments {
    fn execute(&self, _: &Invocation<'_>) -> CommandResult {
        run(&self.arguments)
    }
}

/// Runs sqlio's command line.
pub fn run(arguments: &[OsString]) -> CommandResult {
    let drives = drives::known().map_err(|error| Exit::failure_of(NAME, error))?;
    if hosts::are_named(arguments) {
        return hosts::run_tool(&SqlioOnHosts { drives }, arguments);
    }
    dialect::run(NAME, |signals, output| {
        let request = sqlio::parse(arguments, &drives)?;
        sqlio::run(&request, &signals.listen(), output, &mut io::stderr())?;
        Ok::<_, Error>(Exit::Success)
    })
}
