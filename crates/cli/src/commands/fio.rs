//! `feedrate fio`, which the program also runs if it is called by that name.

use std::ffi::OsString;
use std::io::{self, IsTerminal};

use clap::Args;
use feedrate_fio::{self as fio, Failure, FioOnHosts, Terminal};

use super::dialect;
use crate::command::{Execute, Invocation};
use crate::exit::{CommandResult, Exit};
use crate::hosts;

/// The name at the beginning of its messages.
pub const NAME: &str = "fio";

/// Run fio's job files and command line: --help lists what is understood, --lint finds traps
#[derive(Debug, Args)]
#[command(disable_help_flag = true, disable_version_flag = true)]
pub struct FioArguments {
    /// Job files, and fio's options
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, num_args = 0..)]
    pub arguments: Vec<OsString>,
}

impl Execute for FioArguments {
    fn execute(&self, _: &Invocation<'_>) -> CommandResult {
        run(&self.arguments)
    }
}

/// Runs fio's command line if the program is called by fio's name: callers of fio take any output on standard error for
/// a failure.
pub fn run_by_name(arguments: &[OsString]) -> CommandResult {
    let quiet = OsString::from("--quiet");
    let arguments: Vec<_> = std::iter::once(quiet).chain(arguments.iter().cloned()).collect();
    run(&arguments)
}

/// Runs fio's command line.
pub fn run(arguments: &[OsString]) -> CommandResult {
    if hosts::are_named(arguments) {
        return hosts::run_tool(&FioOnHosts, arguments);
    }
    let terminal = Terminal {
        stdout: io::stdout().is_terminal(),
        stderr: io::stderr().is_terminal(),
    };
    dialect::run(NAME, |signals, output| {
        let code = fio::execute_arguments(arguments, &|| signals.listen(), terminal, output, &mut io::stderr())?;
        Ok::<_, Failure>(Exit::Code(code))
    })
}
