//! `feedrate fio`, which the program also runs if it is called by that name.

use std::ffi::OsString;
use std::io::{self, IsTerminal};

use feedrate_fio::{self as fio, Failure, Terminal};

use super::dialect;
use super::on_hosts::{self, Tool};
use crate::exit::Exit;

/// The name at the beginning of its messages.
pub const NAME: &str = "fio";

/// Runs fio's command line if the program is called by fio's name: callers of fio take any output on standard error for
/// a failure.
pub fn run_by_name(arguments: &[OsString]) -> Exit {
    let quiet = OsString::from("--quiet");
    let arguments: Vec<_> = std::iter::once(quiet)
        .chain(arguments.iter().cloned())
        .collect();
    run(&arguments)
}

/// Runs fio's command line.
pub fn run(arguments: &[OsString]) -> Exit {
    if on_hosts::named(arguments) {
        return on_hosts::tool(Tool::Fio, arguments);
    }
    let terminal = Terminal {
        stdout: io::stdout().is_terminal(),
        stderr: io::stderr().is_terminal(),
    };
    dialect::carry_out(NAME, |signals, output| {
        let code = fio::carry_out_arguments(
            arguments,
            &|| signals.listen(),
            terminal,
            output,
            &mut io::stderr(),
        )?;
        Ok::<_, Failure>(Exit::Code(code))
    })
}
