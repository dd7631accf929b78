//! Parses the table requests of a TABLES statement: `a b*c (d e)*f`.

use feedrate_language::parse::cursor::{Cursor, Result};
use feedrate_language::token::Symbol;
use feedrate_language::tree::VariableList;
use feedrate_language::{Diagnostic, Position};
use feedrate_procedure::grammar::input::InputVariables;

/// The maximum number of tables of several variables in a statement. One-way tables are limited by the number of
/// variables.
const MOST_TABLES: usize = 1 << 12;

/// The alternatives of a factor in a crossing; a table is requested for each of them.
#[derive(Debug)]
pub(super) struct Factor {
    /// Each alternative is a list of variables joined by `*`.
    choices: Vec<Vec<VariableList>>,
    at: Position,
}

/// Parses the requests up to the options of the statement.
pub(super) fn requests(cursor: &mut Cursor<'_>) -> Result<Vec<Vec<Factor>>> {
    let mut requests = Vec::new();
    while !cursor.at_end() && !cursor.is(0, Symbol::Slash) {
        let mut factors = vec![factor(cursor)?];
        while cursor.take(Symbol::Star) {
            factors.push(factor(cursor)?);
        }
        requests.push(factors);
    }
    match requests.is_empty() {
        true => Err(cursor.expected("a table for TABLES")),
        false => Ok(requests),
    }
}

fn factor(cursor: &mut Cursor<'_>) -> Result<Factor> {
    let at = cursor.position();
    if !cursor.take(Symbol::LeftParen) {
        if !cursor.is_name(0) {
            return Err(cursor.expected("a variable or `(` for TABLES"));
        }
        let choices = vec![vec![cursor.variable_part()?]];
        return Ok(Factor { choices, at });
    }
    let mut choices = Vec::new();
    while !cursor.take(Symbol::RightParen) {
        if !cursor.is_name(0) {
            return Err(cursor.expected("a variable or `)`"));
        }
        let mut joined = vec![cursor.variable_part()?];
        while cursor.take(Symbol::Star) {
            joined.push(cursor.variable_part()?);
        }
        choices.push(joined);
    }
    match choices.is_empty() {
        true => Err(cursor.expected("a variable before `)`")),
        false => Ok(Factor { choices, at }),
    }
}

/// Expands the requests to tables. Returns the variables of each table as indexes into the variables of the input.
pub(super) fn tables(requests: &[Vec<Factor>], variables: InputVariables<'_>) -> Result<Vec<(Vec<usize>, Position)>> {
    let mut tables = Vec::new();
    // The number of tables of several variables.
    let mut many = 0;
    for factors in requests {
        let mut product: Vec<Vec<usize>> = vec![Vec::new()];
        for factor in factors {
            let mut choices: Vec<Vec<usize>> = Vec::new();
            for joined in &factor.choices {
                let mut of_choice: Vec<Vec<usize>> = vec![Vec::new()];
                for list in joined {
                    of_choice = times(&of_choice, &single(variables.of_list(list)?), factor.at)?;
                }
                choices.extend(of_choice);
            }
            product = times(&product, &choices, factor.at)?;
        }
        let at = factors.first().map(|factor| factor.at);
        for table in product {
            let Some(at) = at else { continue };
            let mut earlier = table.iter().enumerate();
            if earlier.any(|(place, index)| table[..place].contains(index)) {
                let message = "a table has the same variable twice";
                return Err(Diagnostic::error(at, message));
            }
            many += usize::from(table.len() > 1);
            tables.push((table, at));
        }
        if let (true, Some(at)) = (many > MOST_TABLES, at) {
            return Err(too_many(at));
        }
    }
    Ok(tables)
}

fn single(indexes: Vec<usize>) -> Vec<Vec<usize>> {
    indexes.into_iter().map(|index| vec![index]).collect()
}

/// Returns each of the left crossings extended by each of the right ones.
fn times(left: &[Vec<usize>], right: &[Vec<usize>], at: Position) -> Result<Vec<Vec<usize>>> {
    let is_first = left.iter().all(Vec::is_empty);
    if !is_first && left.len().saturating_mul(right.len()) > MOST_TABLES {
        return Err(too_many(at));
    }
    let pairs = left
        .iter()
        .flat_map(|left| right.iter().map(move |right| [&left[..], right].concat()));
    Ok(pairs.collect())
}

fn too_many(at: Position) -> Diagnostic {
    Diagnostic::error(
        at,
        format!("TABLES asks for more than {MOST_TABLES} tables of several variables"),
    )
}
