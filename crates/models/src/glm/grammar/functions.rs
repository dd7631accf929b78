//! ESTIMATE and CONTRAST: a label, and effects with coefficients.

use feedrate_language::Diagnostic;
use feedrate_language::parse::cursor::{Cursor, Result};
use feedrate_language::token::Symbol;
use feedrate_procedure::grammar::number::{number, take_number};
use feedrate_procedure::grammar::table::argument::Argument;
use feedrate_procedure::grammar::table::{OptionTable, options};

use super::terms::{Term, term};

/// The functions of the parameters in an ESTIMATE or CONTRAST statement.
#[derive(Debug)]
pub(super) struct Functions {
    pub label: String,
    pub rows: Vec<Row>,
    pub divisor: f64,
    /// True if it is an ESTIMATE statement.
    pub is_estimate: bool,
}

/// The coefficients of one function.
#[derive(Debug, Default)]
pub(super) struct Row {
    pub intercept: f64,
    pub effects: Vec<(Term, Vec<f64>)>,
}

/// The options of ESTIMATE, which fill the divisor.
pub(super) const FUNCTION_OPTIONS: OptionTable<f64> = options! {
    DIVISOR => Own("=a number", |divisor, from| {
        from.equals()?;
        let at = from.cursor.position();
        *divisor = number(from.cursor, "a number for DIVISOR=")?;
        match *divisor == 0.0 {
            true => Err(Diagnostic::error(at, "DIVISOR= cannot be 0")),
            false => Ok(()),
        }
    }), "What the coefficients are divided by.";
};

/// Parses the statement after the word ESTIMATE or CONTRAST.
pub(super) fn functions(is_estimate: bool, from: &mut Argument<'_, '_>) -> Result<Functions> {
    let cursor = &mut *from.cursor;
    let label = cursor.expect_string(&format!("a label of {}", from.name))?;
    let mut rows = vec![row(cursor)?];
    while !is_estimate && cursor.take(Symbol::Comma) {
        rows.push(row(cursor)?);
    }
    let mut divisor = 1.0;
    let options = if is_estimate { FUNCTION_OPTIONS } else { &[] };
    from.options_behind_slash(options, &mut divisor)?;
    Ok(Functions {
        label,
        rows,
        divisor,
        is_estimate,
    })
}

fn row(cursor: &mut Cursor<'_>) -> Result<Row> {
    let mut row = Row::default();
    let mut is_empty = true;
    while cursor.is_name(0) {
        is_empty = false;
        if cursor.take_word("intercept") {
            row.intercept = number(cursor, "the coefficient of the intercept")?;
            continue;
        }
        let term = term(cursor)?;
        let mut coefficients = vec![number(cursor, "the coefficients of the effect")?];
        while let Some(coefficient) = take_number(cursor) {
            coefficients.push(coefficient);
        }
        row.effects.push((term, coefficients));
    }
    match is_empty {
        true => Err(cursor.expected("an effect, or INTERCEPT, with coefficients")),
        false => Ok(row),
    }
}
