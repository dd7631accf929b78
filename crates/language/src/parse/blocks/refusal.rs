//! Lines that are not allowed where they are.

use crate::diagnostic::Diagnostic;
use crate::source::Position;

/// The reason for which a line is not allowed where it is.
pub(super) enum Refusal {
    Wrong(Diagnostic),
    TooDeep(Position),
}

impl From<Diagnostic> for Refusal {
    fn from(diagnostic: Diagnostic) -> Self {
        Self::Wrong(diagnostic)
    }
}
