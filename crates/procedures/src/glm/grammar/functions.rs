//! ESTIMATE and CONTRAST: a label, and effects with coefficients.

use feedrate_language::Diagnostic;
use feedrate_language::parse::cursor::{Cursor, Result};
use feedrate_language::token::Symbol;

use super::terms::{Term, term};
use crate::grammar::lowering::Lowering;
use crate::linear::grammar::{number, take_number};

/// The functions of the parameters in an ESTIMATE or CONTRAST statement.
#[derive(Debug)]
pub(super) struct Functions {
    pub label: String,
    pub rows: Vec<Row>,
    pub divisor: f64,
    /// Whether it is an ESTIMATE statement.
    pub is_estimate: bool,
}

/// The coefficients of one function.
#[derive(Debug, Default)]
pub(super) struct Row {
    pub intercept: f64,
    pub effects: Vec<(Term, Vec<f64>)>,
}

/// Parses the statement after the word ESTIMATE or CONTRAST.
pub(super) fn functions(
    lowering: &Lowering<'_>,
    is_estimate: bool,
    cursor: &mut Cursor<'_>,
) -> Result<Functions> {
    let of = if is_estimate { "ESTIMATE" } else { "CONTRAST" };
    let label = cursor.expect_string(&format!("a label of {of}"))?;
    let mut rows = vec![row(cursor)?];
    while !is_estimate && cursor.take(Symbol::Comma) {
        rows.push(row(cursor)?);
    }
    let mut divisor = 1.0;
    if cursor.take(Symbol::Slash) {
        while !cursor.at_end() {
            let option = cursor.expect_name(&format!("an option of {of}"))?;
            if is_estimate && option.text.eq_ignore_ascii_case("divisor") {
                cursor.expect(Symbol::Equal, "after DIVISOR")?;
                let at = cursor.position();
                divisor = number(cursor, "a number for DIVISOR=")?;
                if divisor == 0.0 {
                    return Err(Diagnostic::error(at, "DIVISOR= cannot be 0"));
                }
                continue;
            }
            let known: &[&str] = if is_estimate { &["DIVISOR="] } else { &[] };
            return Err(lowering.unknown(&option, &format!("an option of {of}"), known));
        }
    }
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
