//! The statements below the PROC statement.

use feedrate_language::Diagnostic;
use feedrate_language::parse::cursor::Result;
use feedrate_language::tree::{Name, Procedure, Statement, VariableList};

use super::breaks::{self, Break};
use super::column::{self, Item};
use super::compute::{self, Compute};
use super::define::{self, Define};
use crate::grammar::lowering::Lowering;
use crate::grammar::statements::{Disposition, read_statements};

const STATEMENTS: &[&str] = &[
    "BREAK", "BY", "COLUMN", "COMPUTE", "DEFINE", "FORMAT", "FREQ", "LABEL", "RBREAK", "WEIGHT",
    "WHERE",
];

/// What the statements say.
#[derive(Debug, Default)]
pub(super) struct Statements {
    pub items: Option<Vec<Item>>,
    pub defines: Vec<Define>,
    pub breaks: Vec<Break>,
    pub computes: Vec<Compute>,
    /// BY as it is written.
    pub by_lists: Vec<VariableList>,
    /// Its variables, once those of the data set are known.
    pub by: Vec<Name>,
    pub frequency: Option<Name>,
    pub weight: Option<Name>,
    /// The statements that belong to the step that reads.
    pub body: Vec<Statement>,
}

pub(super) fn statements(lowering: &mut Lowering<'_>) -> Result<Statements> {
    let (outside, computes) = compute::split(lowering.procedure)?;
    let outside = Procedure {
        statements: outside,
        ..lowering.procedure.clone()
    };
    let mut statements = Statements {
        computes,
        ..Statements::default()
    };
    let plain = Lowering::new(
        &outside,
        lowering.name,
        &mut *lowering.catalog,
        lowering.options,
    );
    let body = read_statements(&plain, STATEMENTS, |word, at, cursor| {
        match word {
            "column" | "columns" | "col" => {
                let items = column::items(cursor)?;
                if statements.items.replace(items).is_some() {
                    return Err(Diagnostic::error(
                        at,
                        "there is more than one COLUMN statement",
                    ));
                }
            }
            "define" | "def" => {
                let define = define::define(&plain, cursor)?;
                let name = define.name.text.clone();
                let is_of = |other: &Define| other.name.text.eq_ignore_ascii_case(&name);
                statements.defines.retain(|other| !is_of(other));
                statements.defines.push(define);
            }
            "break" | "rbreak" => statements
                .breaks
                .push(breaks::statement(&plain, cursor, word)?),
            "freq" => statements.frequency = Some(cursor.expect_name("the variable of FREQ")?),
            "weight" => statements.weight = Some(cursor.expect_name("the variable of WEIGHT")?),
            "by" => return Disposition::by(cursor, &mut statements.by_lists),
            _ => return Ok(Disposition::Unknown),
        }
        Ok(Disposition::Own)
    })?;
    statements.body = body;
    Ok(statements)
}
