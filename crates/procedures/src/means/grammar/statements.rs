//! The statements below the PROC statement.

use feedrate_language::parse::cursor::{Cursor, Result};
use feedrate_language::token::Symbol;
use feedrate_language::tree::{Name, Statement, VariableList};
use feedrate_language::{Diagnostic, Position};

use super::options::class_order;
use super::output::{self, Output};
use super::types::{TypeRequest, type_requests, ways};
use crate::aggregate::ClassOrder;
use crate::grammar::lowering::Lowering;
use crate::grammar::statements::{Disposition, read_statements};

const STATEMENTS: &[&str] = &[
    "BY", "CLASS", "FORMAT", "FREQ", "LABEL", "OUTPUT", "TYPES", "VAR", "WAYS", "WEIGHT", "WHERE",
];

/// What the statements say.
#[derive(Debug, Default)]
pub(super) struct Statements {
    pub variables: Option<Vec<VariableList>>,
    pub classes: Vec<Classes>,
    pub by: Vec<VariableList>,
    pub frequency: Option<Name>,
    pub weight: Option<Name>,
    pub types: Option<Vec<TypeRequest>>,
    pub types_at: Option<Position>,
    pub ways: Option<Vec<u64>>,
    pub outputs: Vec<Output>,
    /// The statements that belong to the step that reads.
    pub body: Vec<Statement>,
}

/// A CLASS statement.
#[derive(Debug)]
pub(super) struct Classes {
    pub variables: Vec<VariableList>,
    pub order: Option<ClassOrder>,
    pub descending: bool,
    pub missing: bool,
}

pub(super) fn statements(lowering: &Lowering<'_>) -> Result<Statements> {
    let mut statements = Statements::default();
    statements.body = read_statements(lowering, STATEMENTS, |word, at, cursor| {
        match word {
            "var" | "variables" => statements
                .variables
                .get_or_insert_default()
                .extend(cursor.variables("VAR")?),
            "class" | "classes" => statements.classes.push(classes(lowering, cursor)?),
            "freq" => statements.frequency = Some(cursor.expect_name("the variable of FREQ")?),
            "weight" => statements.weight = Some(cursor.expect_name("the variable of WEIGHT")?),
            "types" => {
                statements.types_at = Some(at);
                let types = statements.types.get_or_insert_default();
                types.extend(type_requests(cursor)?);
            }
            "ways" => {
                statements.types_at = Some(at);
                statements
                    .ways
                    .get_or_insert_default()
                    .extend(ways(cursor)?);
            }
            "output" => statements.outputs.push(output::parse(cursor, at)?),
            "by" => return Disposition::by(cursor, &mut statements.by),
            _ => return Ok(Disposition::Unknown),
        }
        Ok(Disposition::Own)
    })?;
    Ok(statements)
}

fn classes(lowering: &Lowering<'_>, cursor: &mut Cursor<'_>) -> Result<Classes> {
    let mut classes = Classes {
        variables: cursor.variables("CLASS")?,
        order: None,
        descending: false,
        missing: false,
    };
    if !cursor.take(Symbol::Slash) {
        return Ok(classes);
    }
    while !cursor.at_end() {
        let option = cursor.expect_name("an option of CLASS")?;
        match option.text.to_ascii_lowercase().as_str() {
            "missing" => classes.missing = true,
            "descending" => classes.descending = true,
            "order" => {
                cursor.expect(Symbol::Equal, "after ORDER")?;
                let at = cursor.position();
                let word = cursor.option_word("ORDER")?.to_ascii_lowercase();
                let found = class_order(&word).ok_or_else(|| {
                    let message = format!("ORDER= takes INTERNAL, DATA or FORMATTED, not {word}");
                    Diagnostic::error(at, message)
                })?;
                classes.order = Some(found);
            }
            _ => {
                let known = ["DESCENDING", "MISSING", "ORDER="];
                return Err(lowering.unknown(&option, "an option of CLASS", &known));
            }
        }
    }
    Ok(classes)
}
