//! `feedrate sasiotest`, which is also what the program is when it is called by that name.

use std::ffi::OsString;
use std::io::{self, Write};

use feedrate_dialects::sasiotest::{self, Error};

use crate::exit::Exit;
use crate::interrupt::Interrupt;

/// The name that its messages begin with.
const NAME: &str = "sasiotest";

/// Runs SASIOTEST's command line.
pub fn run(arguments: &[OsString]) -> Exit {
    let interrupt = match Interrupt::listen() {
        Ok(interrupt) => interrupt,
        Err(error) => return Exit::failure_of(NAME, error),
    };
    let mut output = io::stdout().lock();
    let result = sasiotest::parse(arguments)
        .and_then(|request| sasiotest::run(&request, &interrupt.control(), &mut output));
    // What was printed stands before the message about what went wrong.
    let _ = output.flush();
    match result {
        Ok(()) => Exit::Success,
        Err(error) if error.is_interrupted() => Exit::Interrupted(interrupt.signal_or_ctrl_c()),
        // A reader that has seen enough, such as `head`.
        Err(Error::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => Exit::Success,
        Err(error) => Exit::failure_of(NAME, error),
    }
}
