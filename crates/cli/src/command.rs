//! A command: its arguments, which execute it.

use std::ffi::OsString;

use crate::exit::CommandResult;

/// The arguments of a command.
pub trait Execute {
    /// Executes the command.
    ///
    /// # Errors
    ///
    /// Returns the ending of a command that could not be completed.
    fn execute(&self, invocation: &Invocation<'_>) -> CommandResult;
}

/// The invocation of a command.
#[derive(Clone, Copy, Debug)]
pub struct Invocation<'a> {
    /// The words of the command line, from the name of the command on.
    pub words: &'a [OsString],
    /// Returns the definition of the program's arguments, with those of all commands.
    pub definition: fn() -> clap::Command,
}
