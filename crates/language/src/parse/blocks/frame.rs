//! The constructs that are open while statements are assembled.

use crate::diagnostic::Diagnostic;
use crate::parse::statement::Prefix;
use crate::source::Position;
use crate::tree::{Branch, Expression, LoopHead, Statement, StatementKind};

/// An open construct.
#[derive(Debug)]
pub(super) enum Frame {
    Do {
        head: LoopHead,
        body: Vec<Statement>,
        at: Position,
    },
    Select {
        value: Option<Expression>,
        branches: Vec<Branch>,
        otherwise: Option<Box<Statement>>,
        at: Position,
    },
    /// Expects one statement.
    Before(Prefix),
}

impl Frame {
    pub(super) fn new_do(head: LoopHead, at: Position) -> Self {
        let body = Vec::new();
        Self::Do { head, body, at }
    }

    pub(super) fn new_select(value: Option<Expression>, at: Position) -> Self {
        Self::Select {
            value,
            branches: Vec::new(),
            otherwise: None,
            at,
        }
    }

    /// Returns the statement of a group that ends.
    pub(super) fn into_statement(self) -> Option<Statement> {
        let (kind, at) = match self {
            Self::Do { head, body, at } => (StatementKind::Do(head, body), at),
            Self::Select {
                value,
                branches,
                otherwise,
                at,
            } => {
                let kind = StatementKind::Select {
                    value,
                    branches,
                    otherwise,
                };
                (kind, at)
            }
            Self::Before(_) => return None,
        };
        Some(Statement { kind, at })
    }
}

/// Returns the error for a statement that neither WHEN nor OTHERWISE precedes.
pub(super) fn outside_when(at: Position) -> Diagnostic {
    Diagnostic::error(at, "a statement stands in SELECT outside WHEN and OTHERWISE")
        .with_hint("write `when (...) do; ... end;`")
}
