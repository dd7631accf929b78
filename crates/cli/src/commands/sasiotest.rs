//! `feedrate sasiotest`, which the program also runs if it is called by that name.

use std::ffi::OsString;

use clap::Args;
use feedrate_dialects::sasiotest::{self, Error};

use super::{dialect, drives};
use crate::command::{Execute, Invocation};
use crate::exit::{CommandResult, Exit};

/// The name at the beginning of its messages.
pub const NAME: &str = "sasiotest";

/// Run SASIOTEST's own command line: FILE first, then its options; bare, its help
#[derive(Debug, Args)]
#[command(disable_help_flag = true, disable_version_flag = true)]
pub struct SasiotestArguments {
    /// SASIOTEST's arguments
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, num_args = 0..)]
    pub arguments: Vec<OsString>,
}

impl Execute for SasiotestArguments {
    fn execute(&self, _: &Invocation<'_>) -> CommandResult {
        run(&self.arguments)
    }
}

/// Runs SASIOTEST's command line.
pub fn run(arguments: &[OsString]) -> CommandResult {
    let drives = drives::known().map_err(|error| Exit::failure_of(NAME, error))?;
    dialect::run(NAME, |signals, output| {
        let request = sasiotest::parse(arguments, &drives)?;
        sasiotest::run(&request, &signals.listen(), output)?;
        Ok::<_, Error>(Exit::Success)
    })
}
