//! The step that is being read.

use super::blocks::Blocks;
use super::cursor::{Cursor, Result};
use super::parsed_unit::ParsedUnit;
use crate::diagnostic::Diagnostic;
use crate::source::Position;
use crate::statement::Statement;
use crate::token::Symbol;
use crate::tree::{DataSet, DataStep, Extent, Name, Procedure, Unit};

/// A step that is being read.
#[derive(Debug)]
pub(super) enum OpenStep {
    Data(Box<OpenData>),
    Procedure(Procedure, Vec<Diagnostic>),
}

/// A DATA step that is being read.
#[derive(Debug)]
pub(super) struct OpenData {
    pub(super) outputs: Vec<DataSet>,
    pub(super) notes_are_errors: bool,
    pub(super) blocks: Blocks,
    pub(super) diagnostics: Vec<Diagnostic>,
    pub(super) at: Position,
}

impl OpenStep {
    /// Returns the DATA step that begins with the statement of a cursor.
    pub(super) fn data(cursor: &mut Cursor<'_>) -> Self {
        let at = cursor.position();
        cursor.skip(1);
        let ((outputs, notes_are_errors), diagnostics) = match data_statement(cursor) {
            Ok(found) => (found, Vec::new()),
            Err(diagnostic) => ((Vec::new(), false), vec![diagnostic]),
        };
        Self::Data(Box::new(OpenData {
            outputs,
            notes_are_errors,
            blocks: Blocks::default(),
            diagnostics,
            at,
        }))
    }

    /// Returns the procedure that begins with a statement.
    pub(super) fn procedure(statement: Statement, extent_of: fn(&str) -> Extent) -> Self {
        let at = statement.position();
        let mut cursor = Cursor::of(&statement);
        cursor.skip(1);
        let (name, diagnostics) = match cursor.expect_name("the name of a procedure after PROC") {
            Ok(name) => (name, Vec::new()),
            Err(diagnostic) => {
                let text = String::new();
                (Name { text, at }, vec![diagnostic])
            }
        };
        let head = statement.tokens.into_iter().skip(2).collect();
        let procedure = Procedure {
            extent: extent_of(&name.text),
            name,
            head,
            statements: Vec::new(),
            resumed: false,
            had_model: false,
            carried: 0,
            at,
        };
        Self::Procedure(procedure, diagnostics)
    }

    /// Returns the step as it is at its end.
    pub(super) fn close(self) -> ParsedUnit {
        match self {
            Self::Procedure(procedure, diagnostics) => ParsedUnit {
                unit: Unit::Procedure(procedure),
                diagnostics,
            },
            Self::Data(data) => {
                let OpenData {
                    outputs,
                    notes_are_errors,
                    blocks,
                    mut diagnostics,
                    at,
                } = *data;
                let (body, unclosed) = blocks.finish();
                let is_partial = diagnostics.iter().any(Diagnostic::is_error);
                diagnostics.extend(unclosed);
                ParsedUnit {
                    unit: Unit::Data(DataStep {
                        outputs,
                        notes_are_errors,
                        body,
                        is_partial,
                        at,
                    }),
                    diagnostics,
                }
            }
        }
    }
}

/// Parses the DATA statement after its keyword. Returns its data sets, and whether it has NOTE2ERR.
fn data_statement(cursor: &mut Cursor<'_>) -> Result<(Vec<DataSet>, bool)> {
    let outputs = cursor.data_sets()?;
    let mut notes_are_errors = false;
    if cursor.take(Symbol::Slash) {
        while !cursor.at_end() {
            if cursor.take_word("note2err") {
                notes_are_errors = true;
            } else if !cursor.take_word("nolist") {
                return Err(cursor
                    .error("options after `/` in the DATA statement are NOTE2ERR and NOLIST")
                    .with_hint("views and stored programs are not supported; leave it out"));
            }
        }
    }
    if cursor.is(0, Symbol::Equal) {
        return Err(cursor
            .error("DATA begins a step")
            .with_hint("a variable of that name cannot be what a statement assigns to; rename it"));
    }
    cursor.expect_end("the data sets of DATA")?;
    Ok((outputs, notes_are_errors))
}
