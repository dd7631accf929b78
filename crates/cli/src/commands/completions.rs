//! `feedrate completions`.

use std::sync::Arc;

use clap::CommandFactory;
use clap_complete::Shell;

use crate::arguments::Arguments;
use crate::exit::Exit;
use crate::output;

/// Prints the script for a shell.
pub fn run(shell: Shell) -> Exit {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Arguments::command(), "feedrate", &mut script);
    match output::to_stdout(&script, &Arc::default()) {
        Ok(()) => Exit::Success,
        Err(what) => Exit::Failure(what),
    }
}
