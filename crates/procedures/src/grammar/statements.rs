//! The statements below the PROC statement of procedures that read observations through a step: those that
//! all of them have, and their own.

use feedrate_language::Position;
use feedrate_language::parse::cursor::{Cursor, Result};
use feedrate_language::tree::{Statement, StatementKind, VariableList};

use crate::grammar::lowering::Lowering;

/// What a procedure makes of a statement.
pub(crate) enum Disposition {
    /// It is for the procedure itself.
    Own,
    /// It is for the step.
    OfStep(Box<StatementKind>),
    /// It is none that the procedure has beside WHERE, FORMAT and LABEL.
    Unknown,
}

impl Disposition {
    /// It is for the step.
    pub(crate) fn of_step(kind: StatementKind) -> Self {
        Self::OfStep(Box::new(kind))
    }

    /// It is BY, and for the step; `lists` are then those of its variables.
    pub(crate) fn by(cursor: &mut Cursor<'_>, lists: &mut Vec<VariableList>) -> Result<Self> {
        let grouping = cursor.grouping()?;
        let variables = grouping.variables.iter();
        *lists = variables.map(|(list, _)| list.clone()).collect();
        Ok(Self::of_step(StatementKind::By(grouping)))
    }
}

/// Walks over the statements, and gives those that are for the step. `take` is told the word of each, in
/// small letters, but for WHERE, FORMAT and LABEL, and takes what belongs to it; `known` are all of them.
pub(crate) fn read_statements(
    lowering: &Lowering<'_>,
    known: &[&str],
    mut take: impl FnMut(&str, Position, &mut Cursor<'_>) -> Result<Disposition>,
) -> Result<Vec<Statement>> {
    let mut of_step = Vec::new();
    for (word, at, mut cursor) in lowering.statements() {
        let taken = match word.as_str() {
            "where" => Disposition::of_step(cursor.where_statement()?),
            "format" => Disposition::of_step(StatementKind::Format(cursor.spec_items("FORMAT")?)),
            "label" => Disposition::of_step(StatementKind::Label(cursor.labels()?)),
            _ => take(&word, at, &mut cursor)?,
        };
        let kind = match taken {
            Disposition::Own => None,
            Disposition::OfStep(kind) => Some(*kind),
            Disposition::Unknown => return Err(lowering.unknown_statement(&word, at, known)),
        };
        cursor.expect_end(&word.to_ascii_uppercase())?;
        of_step.extend(kind.map(|kind| Statement { kind, at }));
    }
    Ok(of_step)
}
