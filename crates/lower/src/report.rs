//! The reporting of diagnostics.

use feedrate_language::{Diagnostic, Position};

use super::catalog::Reaction;
use super::lowering::StepLowering;

impl StepLowering<'_> {
    pub fn error(&mut self, at: Position, message: impl Into<String>) {
        self.refuse(Diagnostic::error(at, message));
    }

    /// Reports an error. Returns `None`.
    pub fn fail<T>(&mut self, at: Position, message: impl Into<String>) -> Option<T> {
        self.error(at, message);
        None
    }

    /// Reports an error with a hint. Returns `None`.
    pub fn fail_with_hint<T>(
        &mut self,
        at: Position,
        message: impl Into<String>,
        hint: impl Into<String>,
    ) -> Option<T> {
        self.error_with_hint(at, message, hint);
        None
    }

    pub fn refuse(&mut self, error: Diagnostic) {
        // After a step was refused because of its memory, or for want of a data set, further errors may only be
        // consequences of that.
        if !self.is_too_large && !self.is_incomplete {
            self.diagnostics.push(error);
        }
    }

    /// Reports an error that is no consequence of another: it has nothing to do with the variables of the step.
    pub fn refuse_anyway(&mut self, error: Diagnostic) {
        self.diagnostics.push(error);
    }

    /// Reports the error of a data set or its library, once: several of a library that is not there have one cause.
    pub fn refuse_data_set(&mut self, error: Diagnostic) {
        let mut others = self.diagnostics.iter();
        if !others.any(|other| other.is_error() && other.message == error.message) {
            self.diagnostics.push(error);
        }
    }

    /// Reports a possible mistake as a system option demands: as an error, as a warning or not at all.
    pub fn react(&mut self, reaction: Reaction, at: Position, message: String) {
        match reaction {
            Reaction::Silence => {}
            Reaction::Warning => self.warning(at, message),
            Reaction::Error => self.error(at, message),
        }
    }

    /// Reports an error about the kind of an operand, unless its kind is unknown because of an earlier error.
    pub fn error_of_kinds(&mut self, at: Position, message: &str, hint: Option<&str>) {
        if !self.unknown.is_empty() {
            return;
        }
        match hint {
            Some(hint) => self.error_with_hint(at, message, hint),
            None => self.error(at, message),
        }
    }

    pub fn error_with_hint(&mut self, at: Position, message: impl Into<String>, hint: impl Into<String>) {
        self.refuse(Diagnostic::error(at, message).with_hint(hint));
    }

    pub fn warning(&mut self, at: Position, message: impl Into<String>) {
        if self.is_incomplete {
            return;
        }
        self.diagnostics.push(Diagnostic::warning(at, message));
    }

    pub fn note(&mut self, at: Position, message: impl Into<String>) {
        self.diagnostics.push(Diagnostic::note(at, message));
    }
}
