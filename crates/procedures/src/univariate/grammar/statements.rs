//! The statements below the PROC statement.

use feedrate_language::parse::cursor::{Cursor, Result};
use feedrate_language::token::Symbol;
use feedrate_language::tree::{Name, Statement, VariableList};
use feedrate_language::{Diagnostic, Position};

use super::output::{self, Output};
use crate::aggregate::ClassOrder;
use crate::grammar::lowering::Lowering;
use crate::grammar::statements::{Disposition, read_statements};
use crate::means::grammar::class_order;

const STATEMENTS: &[&str] = &[
    "BY", "CLASS", "FORMAT", "FREQ", "ID", "LABEL", "OUTPUT", "VAR", "WEIGHT", "WHERE",
];

/// Statements that draw pictures.
const PICTURES: &[&str] = &[
    "cdfplot",
    "histogram",
    "inset",
    "ppplot",
    "probplot",
    "qqplot",
];

/// What the statements say.
#[derive(Debug, Default)]
pub(super) struct Statements {
    pub variables: Option<Vec<VariableList>>,
    pub classes: Vec<Class>,
    pub by: Vec<VariableList>,
    pub ids: Vec<VariableList>,
    pub frequency: Option<Name>,
    pub weight: Option<Name>,
    pub outputs: Vec<Output>,
    pub warnings: Vec<Diagnostic>,
    /// The statements that belong to the step that reads.
    pub body: Vec<Statement>,
}

/// A variable of CLASS.
#[derive(Debug)]
pub(super) struct Class {
    pub name: Name,
    pub order: ClassOrder,
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
            "class" | "classes" => statements.classes.extend(classes(lowering, cursor)?),
            "id" => statements.ids.extend(cursor.variables("ID")?),
            "freq" => statements.frequency = Some(cursor.expect_name("the variable of FREQ")?),
            "weight" => statements.weight = Some(cursor.expect_name("the variable of WEIGHT")?),
            "output" => statements.outputs.push(output::parse(cursor, at)?),
            "by" => return Disposition::by(cursor, &mut statements.by),
            picture if PICTURES.contains(&picture) => {
                statements.warnings.push(not_drawn(picture, at));
                cursor.skip(cursor.left());
            }
            _ => return Ok(Disposition::Unknown),
        }
        Ok(Disposition::Own)
    })?;
    Ok(statements)
}

fn not_drawn(word: &str, at: Position) -> Diagnostic {
    let upper = word.to_ascii_uppercase();
    let message = format!("{upper} does nothing: no pictures are drawn");
    Diagnostic::warning(at, message)
}

/// `a(missing order=data) b`.
fn classes(lowering: &Lowering<'_>, cursor: &mut Cursor<'_>) -> Result<Vec<Class>> {
    let mut classes = Vec::new();
    while !cursor.at_end() && !cursor.is(0, Symbol::Slash) {
        let mut class = Class {
            name: cursor.expect_name("a variable for CLASS")?,
            order: ClassOrder::default(),
            missing: false,
        };
        if cursor.take(Symbol::LeftParen) {
            while !cursor.take(Symbol::RightParen) {
                let option = cursor.expect_name("MISSING, ORDER= or `)` for CLASS")?;
                match option.text.to_ascii_lowercase().as_str() {
                    "missing" => class.missing = true,
                    "order" => {
                        cursor.expect(Symbol::Equal, "after ORDER")?;
                        let at = cursor.position();
                        let word = cursor.option_word("ORDER")?.to_ascii_lowercase();
                        class.order = class_order(&word).ok_or_else(|| {
                            let takes = "INTERNAL, DATA or FORMATTED";
                            Diagnostic::error(at, format!("ORDER= takes {takes}, not {word}"))
                        })?;
                    }
                    _ => {
                        let known = ["MISSING", "ORDER="];
                        return Err(lowering.unknown(&option, "an option of CLASS", &known));
                    }
                }
            }
        }
        classes.push(class);
    }
    if cursor.take(Symbol::Slash) {
        let option = cursor.expect_name("an option of CLASS")?;
        // It is the order of pictures.
        if !option.text.eq_ignore_ascii_case("nokeymove") {
            return Err(lowering.unknown(&option, "an option of CLASS", &["NOKEYMOVE"]));
        }
    }
    match classes.get(2) {
        Some(third) => Err(Diagnostic::error(
            third.name.at,
            "PROC UNIVARIATE takes one or two CLASS variables",
        )),
        None => Ok(classes),
    }
}
