//! `feedrate completions`.

use std::io::{self, Write};

use clap::CommandFactory;
use clap_complete::Shell;

use crate::arguments::Arguments;
use crate::exit::Exit;

/// Prints the script for a shell.
pub fn run(shell: Shell) -> Exit {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Arguments::command(), "feedrate", &mut script);
    match io::stdout().lock().write_all(&script) {
        // A reader that has seen enough, such as `head`.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Exit::Success,
        Err(error) => Exit::failure(format!("cannot write to standard output: {error}")),
        Ok(()) => Exit::Success,
    }
}
