//! The statements below the PROC statement.

use feedrate_language::parse::cursor::{Cursor, Result};
use feedrate_language::token::Symbol;
use feedrate_language::tree::{Name, Statement, VariableList};
use feedrate_language::{Diagnostic, Position};

use super::expression::{Expression, dimensions};
use super::keywords::Keyword;
use super::options::{Order, order, skip_style};
use super::table_options::{TableOptions, table_options};
use crate::grammar::lowering::Lowering;
use crate::grammar::statements::{Disposition, read_statements};

const STATEMENTS: &[&str] = &[
    "BY", "CLASS", "CLASSLEV", "FORMAT", "FREQ", "KEYLABEL", "KEYWORD", "LABEL", "TABLE", "VAR",
    "WEIGHT", "WHERE",
];

/// What the statements say.
#[derive(Debug, Default)]
pub(super) struct Statements {
    pub variables: Vec<VariableList>,
    pub classes: Vec<Classes>,
    pub tables: Vec<Table>,
    /// KEYLABEL: names of keywords in capitals, and their labels.
    pub key_labels: Vec<(&'static str, String)>,
    pub by: Vec<VariableList>,
    pub frequency: Option<Name>,
    /// WEIGHT, and what VAR says.
    pub weight: Option<Name>,
    /// The last VAR statement.
    weight_at: Option<Position>,
    /// The statements that belong to the step that reads.
    pub body: Vec<Statement>,
}

/// A CLASS statement.
#[derive(Debug)]
pub(super) struct Classes {
    pub variables: Vec<VariableList>,
    pub order: Option<Order>,
    pub descending: bool,
    pub missing: bool,
}

/// A TABLE statement.
#[derive(Debug)]
pub(super) struct Table {
    pub dimensions: Vec<Vec<Expression>>,
    pub options: TableOptions,
    pub at: Position,
}

pub(super) fn statements(lowering: &Lowering<'_>) -> Result<Statements> {
    let mut statements = Statements::default();
    let mut weighted: Vec<(Position, Option<Name>)> = Vec::new();
    statements.body = read_statements(lowering, STATEMENTS, |word, at, cursor| {
        match word {
            "class" | "classes" => statements.classes.push(classes(lowering, cursor)?),
            "var" | "variables" => {
                statements.variables.extend(cursor.variables("VAR")?);
                weighted.push((at, var_options(lowering, cursor)?));
            }
            "table" | "tables" => {
                let dimensions = dimensions(cursor)?;
                let options = match cursor.take(Symbol::Slash) {
                    true => table_options(lowering, cursor)?,
                    false => TableOptions::default(),
                };
                statements.tables.push(Table {
                    dimensions,
                    options,
                    at,
                });
            }
            "keylabel" => key_labels(cursor, &mut statements.key_labels)?,
            // These say how keywords and levels look where there are styles.
            "keyword" | "classlev" => {
                while cursor.is_name(0) {
                    cursor.skip(1);
                }
                if cursor.take(Symbol::Slash) {
                    only_style(lowering, cursor, word)?;
                }
            }
            "freq" => statements.frequency = Some(cursor.expect_name("the variable of FREQ")?),
            "weight" => statements.weight = Some(cursor.expect_name("the variable of WEIGHT")?),
            "by" => return Disposition::by(cursor, &mut statements.by),
            _ => return Ok(Disposition::Unknown),
        }
        Ok(Disposition::Own)
    })?;
    statements.take_weights(weighted)?;
    Ok(statements)
}

impl Statements {
    /// All variables have one weight: what VAR says goes before the WEIGHT statement.
    fn take_weights(&mut self, weighted: Vec<(Position, Option<Name>)>) -> Result<()> {
        if weighted.is_empty() {
            return Ok(());
        }
        let of_statement = self.weight.take();
        for (at, weight) in weighted {
            let weight = weight.or_else(|| of_statement.clone());
            let other = self.weight.as_ref().map(|name| name.text.to_uppercase());
            let own = weight.as_ref().map(|name| name.text.to_uppercase());
            match self.weight_at {
                Some(_) if other != own => {
                    let message =
                        "VAR statements with different weights are not supported in one step";
                    return Err(Diagnostic::error(at, message)
                        .with_hint("run PROC TABULATE once for each WEIGHT="));
                }
                _ => {}
            }
            self.weight_at = Some(at);
            self.weight = weight;
        }
        Ok(())
    }
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
            "order" => classes.order = Some(order(cursor)?),
            "style" | "s" => skip_style(cursor)?,
            _ => {
                let known = ["DESCENDING", "MISSING", "ORDER=", "STYLE="];
                return Err(lowering.unknown(&option, "an option of CLASS", &known));
            }
        }
    }
    Ok(classes)
}

/// What stands behind the variables of VAR: their weight.
fn var_options(lowering: &Lowering<'_>, cursor: &mut Cursor<'_>) -> Result<Option<Name>> {
    let mut weight = None;
    if !cursor.take(Symbol::Slash) {
        return Ok(None);
    }
    while !cursor.at_end() {
        let option = cursor.expect_name("an option of VAR")?;
        match option.text.to_ascii_lowercase().as_str() {
            "weight" => {
                cursor.expect(Symbol::Equal, "after WEIGHT")?;
                weight = Some(cursor.expect_name("the variable of WEIGHT=")?);
            }
            "style" | "s" => skip_style(cursor)?,
            _ => {
                return Err(lowering.unknown(&option, "an option of VAR", &["STYLE=", "WEIGHT="]));
            }
        }
    }
    Ok(weight)
}

fn only_style(lowering: &Lowering<'_>, cursor: &mut Cursor<'_>, statement: &str) -> Result<()> {
    while !cursor.at_end() {
        let upper = statement.to_ascii_uppercase();
        let option = cursor.expect_name(&format!("an option of {upper}"))?;
        match option.text.to_ascii_lowercase().as_str() {
            "style" | "s" => skip_style(cursor)?,
            _ => {
                let what = format!("an option of {upper}");
                return Err(lowering.unknown(&option, &what, &["STYLE="]));
            }
        }
    }
    Ok(())
}

/// `n='Count' all='Total'`.
fn key_labels(cursor: &mut Cursor<'_>, labels: &mut Vec<(&'static str, String)>) -> Result<()> {
    while !cursor.at_end() {
        let word = cursor.expect_name("a keyword for KEYLABEL")?;
        let Some(keyword) = Keyword::of(&word.text) else {
            let message = format!(
                "{} is not a keyword of PROC TABULATE that is supported",
                word.text.to_ascii_uppercase()
            );
            return Err(Diagnostic::error(word.at, message));
        };
        cursor.expect(Symbol::Equal, "after the keyword")?;
        let label = cursor.expect_string("a label")?;
        labels.retain(|(name, _)| *name != keyword.name);
        labels.push((keyword.name, label));
    }
    Ok(())
}
