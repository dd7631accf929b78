//! Units of a program with their diagnostics.

use crate::diagnostic::Diagnostic;
use crate::source::Position;
use crate::tree::{Global, Unit};

/// A unit of a program, with its diagnostics.
#[derive(Clone, Debug)]
pub struct ParsedUnit {
    /// The unit. A step with errors contains what could be parsed of it.
    pub unit: Unit,
    /// Its diagnostics, in the order of the text.
    pub diagnostics: Vec<Diagnostic>,
}

impl ParsedUnit {
    /// Returns whether an error prevents the unit from running.
    pub fn has_errors(&self) -> bool {
        self.diagnostics.iter().any(Diagnostic::is_error)
    }

    /// Returns the unit of a statement outside steps, which is at a position.
    pub(super) fn global(parsed: Result<Global, Diagnostic>, at: Position) -> Self {
        let (global, diagnostics) = match parsed {
            Ok(global) => (global, Vec::new()),
            Err(diagnostic) => (Global::Unknown(at), vec![diagnostic]),
        };
        Self {
            unit: Unit::Global(global),
            diagnostics,
        }
    }
}
