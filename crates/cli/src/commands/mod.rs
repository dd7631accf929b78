//! The commands, one a file.

mod measure;

use std::process::ExitCode;

use clap::{CommandFactory, Parser};

use crate::arguments::{Arguments, Command};
use crate::exit::Exit;

/// Parses the arguments and does what they say.
pub fn run() -> ExitCode {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => {
            let code = if error.use_stderr() { 2 } else { 0 };
            // Nothing is left to do when even this cannot be printed.
            let _ = error.print();
            return ExitCode::from(code);
        }
    };
    let exit = match arguments.command {
        Command::Measure(arguments) => measure::run(&arguments),
        Command::Sasiotest { .. } => Exit::failure("soon"),
        Command::Completions { shell } => {
            clap_complete::generate(shell, &mut Arguments::command(), "feedrate", &mut std::io::stdout());
            Exit::Success
        }
        Command::Man { folder } => match clap_mangen::generate_to(Arguments::command(), &folder) {
            Ok(()) => Exit::Success,
            Err(error) => Exit::failure(format!("cannot write to {}: {error}", folder.display())),
        },
    };
    exit.report()
}
