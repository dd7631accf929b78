//! The common parts of commands that emulate another tool: the program also runs them if it is called by that tool's
//! name, their messages begin with it, and their output is flushed before an error message.

use std::cell::OnceCell;
use std::io::{self, StdoutLock, Write};

use feedrate_workload::{CommandError, Control, EarlyEnd};

use crate::exit::{CommandResult, Exit};
use crate::interrupt::Interrupt;
use crate::system::signals::INTERRUPT;

/// The signals that stop a tool's work, once they are handled. Until then they end the program at once, because the
/// pipe from which it reads its jobs may never have data.
#[derive(Debug, Default)]
pub struct Signals(OnceCell<Interrupt>);

impl Signals {
    /// Handles signals from now on, and returns the control that they stop.
    pub fn listen(&self) -> Control {
        if self.0.get().is_none()
            && let Ok(interrupt) = Interrupt::listen()
        {
            let _ = self.0.set(interrupt);
        }
        // Without signal handlers it would only end less cleanly.
        self.0.get().map_or_else(Control::default, Interrupt::control)
    }

    fn that_came(&self) -> i32 {
        self.0.get().map_or(INTERRUPT, Interrupt::signal_or_ctrl_c)
    }
}

/// Runs the work of a tool, and returns its exit.
pub fn run<E: CommandError>(
    name: &'static str,
    work: impl FnOnce(&Signals, &mut StdoutLock<'_>) -> Result<Exit, E>,
) -> CommandResult {
    let signals = Signals::default();
    let mut output = io::stdout().lock();
    let result = work(&signals, &mut output);
    let flushed = output.flush();
    match result {
        Err(error) => match error.early_end() {
            Some(EarlyEnd::Interrupted) => Ok(Exit::Interrupted(signals.that_came())),
            Some(EarlyEnd::ClosedPipe) => Ok(Exit::Success),
            None => Err(Exit::failure_of(name, error)),
        },
        Ok(exit) => match flushed {
            Err(error) if EarlyEnd::of_output(&error).is_none() => {
                let what = format_args!("cannot print the results: {error}");
                Err(Exit::failure_of(name, what))
            }
            _ => Ok(exit),
        },
    }
}
