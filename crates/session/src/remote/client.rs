//! This session as the client of those that it has started.

use feedrate_dataset::Libraries;
use feedrate_language::macros::{Name, Scope, Symbols};
use feedrate_language::{Diagnostic, Sources};

use crate::conditions;
use crate::execution::Execution;
use crate::log::Log;
use crate::options::SystemOptions;
use crate::results::Results;

/// SYSRC if WAITFOR reached its time limit.
pub(super) const TIMED_OUT: i32 = -1;

/// SYSRC if there was nothing to wait for.
pub(super) const NONE_TO_WAIT_FOR: i32 = -2;

/// SYSRC if a session died.
pub(super) const FAILED: i32 = 1;

/// SYSRC if a statement could not be executed.
pub(super) const REFUSED: i32 = 2;

/// The parts of this session that statements about other sessions use, and that receive the others' logs, listings and
/// values.
pub(crate) struct Client<'c, 'a> {
    pub(crate) log: &'c mut Log<'a>,
    pub(crate) results: &'c mut Results<'a>,
    pub(crate) symbols: &'c mut Symbols,
    pub(crate) sources: &'c Sources,
    pub(crate) execution: &'c Execution,
    pub(crate) libraries: &'c mut Libraries,
    pub(crate) options: &'c SystemOptions,
}

impl Client<'_, '_> {
    pub(super) fn note(&mut self, text: &str) {
        self.log.note(text);
    }

    pub(super) fn diagnostics(&mut self, diagnostics: &[Diagnostic]) {
        self.log.diagnostics(diagnostics, self.sources);
    }

    /// Returns whether waiting is useless: the user wants the program to stop, or its log cannot be written.
    pub(super) fn gives_up(&self) -> bool {
        self.execution.is_stopped() || self.log.failure().is_some()
    }

    /// Sets SYSRC.
    pub(super) fn set_return_code(&mut self, code: i32) {
        conditions::set(self.symbols, "SYSRC", &code.to_string());
    }

    /// Sets the variable of CMACVAR=.
    pub(super) fn set_state(&mut self, variable: Option<Name>, state: State) {
        if let Some(variable) = variable {
            set_state(self.symbols, variable, state);
        }
    }
}

/// The values of the variable of CMACVAR=.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    Done = 0,
    Failed = 1,
    Busy = 2,
}

/// Sets a variable of CMACVAR=. A failure because it is read-only is ignored.
pub(super) fn set_state(symbols: &mut Symbols, variable: Name, state: State) {
    let _ = symbols.set(variable, &(state as u32).to_string(), Scope::Global);
}
