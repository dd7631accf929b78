//! What commands that speak for another tool have in common: they are also the program when it is called by that
//! tool's name, their messages begin with it, and what they printed stands before a message about what went
//! wrong.

use std::ffi::{OsStr, OsString};
use std::fmt::Display;
use std::io::{self, ErrorKind, StdoutLock, Write};
use std::path::Path;

use feedrate_workload::Control;

use crate::exit::Exit;
use crate::interrupt::Interrupt;

/// What carries out a tool's command line.
pub type Command = fn(&[OsString]) -> Exit;

/// The tools that the program can be called by.
const TOOLS: [(&str, Command); 4] = [
    (super::sasiotest::NAME, super::sasiotest::run),
    (super::fio::NAME, super::fio::run),
    (super::sqlio::NAME, super::sqlio::run),
    (super::diskspd::NAME, super::diskspd::run),
];

/// The command of the tool by whose name the program was called, through a link or as a copy; batches call them
/// `SqlIO.exe` too.
pub fn called_by(name: &OsStr) -> Option<Command> {
    let stem = Path::new(name).file_stem()?;
    let tool = TOOLS
        .iter()
        .find(|(tool, _)| stem.eq_ignore_ascii_case(tool));
    tool.map(|&(_, run)| run)
}

/// What a dialect fails of.
pub trait Failed: Display {
    /// Whether the user ended it.
    fn is_interrupted(&self) -> bool;

    /// Whether a reader that has seen enough, such as `head`, closed the pipe.
    fn is_closed_pipe(&self) -> bool;
}

/// Runs what a tool does, and gives how it ended.
pub fn carry_out<E: Failed>(
    name: &'static str,
    work: impl FnOnce(&Control, &mut StdoutLock<'_>) -> Result<Exit, E>,
) -> Exit {
    let interrupt = match Interrupt::listen() {
        Ok(interrupt) => interrupt,
        Err(error) => return Exit::failure_of(name, error),
    };
    let mut output = io::stdout().lock();
    let result = work(&interrupt.control(), &mut output);
    let flushed = output.flush();
    match result {
        Err(error) if error.is_interrupted() => Exit::Interrupted(interrupt.signal_or_ctrl_c()),
        Err(error) if error.is_closed_pipe() => Exit::Success,
        Err(error) => Exit::failure_of(name, error),
        Ok(exit) => match flushed {
            Err(error) if !is_closed(&error) => Exit::failure_of(name, cannot_print(&error)),
            _ => exit,
        },
    }
}

/// The same of an error in writing.
pub fn is_closed(error: &io::Error) -> bool {
    error.kind() == ErrorKind::BrokenPipe
}

fn cannot_print(error: &io::Error) -> String {
    format!("cannot print the results: {error}")
}
