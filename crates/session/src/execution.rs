//! The execution of a program: its steps are run, only checked, planned, or not reached.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::log::Log;

/// Decides whether steps are run.
///
/// They are run until an error, after which they are only checked (SYNTAXCHECK). No step follows an interrupt, or a
/// statement that ends the program.
#[derive(Debug)]
pub(crate) struct Execution {
    stop: Arc<AtomicBool>,
    /// SYNTAXCHECK.
    syntax_check: bool,
    is_checking: bool,
    is_planning: bool,
    is_ended: bool,
    /// The exit code that the program asks for.
    exit_code: Option<u8>,
}

impl Execution {
    /// Creates the state of a program that is interrupted when `stop` becomes true.
    pub(crate) fn new(stop: Arc<AtomicBool>) -> Self {
        Self {
            stop,
            syntax_check: true,
            is_checking: false,
            is_planning: false,
            is_ended: false,
            exit_code: None,
        }
    }

    /// Returns the flag that becomes true when the user interrupts the program.
    pub(crate) fn stop(&self) -> &Arc<AtomicBool> {
        &self.stop
    }

    /// Returns whether the user has interrupted the program.
    pub(crate) fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Returns whether the program has ended itself.
    pub(crate) fn is_ended(&self) -> bool {
        self.is_ended
    }

    /// Returns whether a further unit of the program may be read.
    pub(crate) fn goes_on(&self) -> bool {
        !self.is_stopped() && !self.is_ended
    }

    /// Returns whether steps are only checked, because of an error before them or for a plan.
    pub(crate) fn is_checking(&self) -> bool {
        self.is_checking || self.is_planning
    }

    /// Returns whether steps are planned, and not run.
    pub(crate) fn is_planning(&self) -> bool {
        self.is_planning
    }

    /// Makes all steps planned, and not run. Errors do not change that.
    pub(crate) fn begin_planning(&mut self) {
        self.is_planning = true;
    }

    /// Ends the program before its last statement, as ENDSAS does.
    pub(crate) fn end(&mut self) {
        self.is_ended = true;
    }

    /// Sets the exit code of the program, unless it has one.
    pub(crate) fn exit_with(&mut self, code: u8) {
        self.exit_code.get_or_insert(code);
    }

    /// Returns the exit code that the program asks for.
    pub(crate) fn exit_code(&self) -> Option<u8> {
        self.exit_code
    }

    /// Sets SYNTAXCHECK. Without it checking ends, and no error begins it.
    pub(crate) fn set_syntax_check(&mut self, on: bool) {
        self.syntax_check = on;
        self.is_checking &= on;
    }

    /// Begins a block that a client has submitted: errors of earlier blocks do not prevent its steps from running.
    pub(crate) fn begin_block(&mut self) {
        self.is_checking = false;
    }

    /// Makes the steps after an error only checked, and logs that once.
    pub(crate) fn begin_checking(&mut self, log: &mut Log<'_>) {
        // After an interrupt no step follows.
        if self.syntax_check
            && !self.is_ended
            && !self.is_planning
            && !self.is_stopped()
            && !std::mem::replace(&mut self.is_checking, true)
        {
            log.note(
                "SAS set option OBS=0 and will continue to check statements. This might cause NOTE: No observations \
                 in data set.\nThe steps that follow are checked and not run (OPTIONS NOSYNTAXCHECK runs them).",
            );
        }
    }
}
