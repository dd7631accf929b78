//! The statements that COMPUTE blocks can have.

use feedrate_language::parse::cursor::Result;
use feedrate_language::tree::{PutPart, PutStyle, Statement, StatementKind};
use feedrate_language::{Diagnostic, Position};

/// Refuses forms of PUT that LINE does not have.
pub(super) fn check_line(parts: &[PutPart], at: Position) -> Result<()> {
    for part in parts {
        let message = match part {
            PutPart::At(_) | PutPart::Plus(_) | PutPart::Literal(..) => continue,
            PutPart::Write { value, named, style } => match style {
                PutStyle::Formatted(_) | PutStyle::Aligned(..) if !named => continue,
                _ => {
                    let error = Diagnostic::error(value.at, "LINE needs a format for each value");
                    return Err(error.with_hint("write it behind the name, as in `x.sum comma12.`"));
                }
            },
            _ => "LINE takes texts, values with formats, `@n` and `+n`",
        };
        return Err(Diagnostic::error(at, message));
    }
    Ok(())
}

/// Refuses statements that are not allowed in COMPUTE blocks.
pub(super) fn check(statement: &Statement) -> Result<()> {
    match &statement.kind {
        StatementKind::Assign(..)
        | StatementKind::Sum(..)
        | StatementKind::Array(_)
        | StatementKind::Length(_)
        | StatementKind::Retain(_)
        | StatementKind::Leave
        | StatementKind::Continue
        | StatementKind::Call { .. }
        | StatementKind::Nothing => Ok(()),
        StatementKind::Do(_, body) => body.iter().try_for_each(check),
        StatementKind::If { then, otherwise, .. } => {
            check(then)?;
            otherwise.as_deref().map_or(Ok(()), check)
        }
        StatementKind::Select {
            branches, otherwise, ..
        } => {
            branches.iter().try_for_each(|branch| check(&branch.then))?;
            otherwise.as_deref().map_or(Ok(()), check)
        }
        StatementKind::Put(_) => Err(Diagnostic::error(
            statement.at,
            "LINE cannot stand in a group of statements: it would not depend on it",
        )
        .with_hint("write LINE behind the groups, of values that they compute")),
        _ => Err(
            Diagnostic::error(statement.at, "this statement cannot stand in a COMPUTE block")
                .with_hint("there are assignments, IF, DO, SELECT, ARRAY, LENGTH, CALL and LINE"),
        ),
    }
}
