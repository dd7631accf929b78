//! Rows into macro variables.

use feedrate_program::tree::{Into, IntoPlaces};
use feedrate_steps::data::{Faulted, Outcome};
use feedrate_steps::environment::Environment;
use feedrate_values::Value;
use feedrate_values::format::Format;
use feedrate_values::function::SymbolScope;
use feedrate_values::value::trim;

use super::batch::Batch;
use super::never_began;
use crate::bind::OutputColumn;
use crate::run::Planned;

/// How a number becomes the text of a macro variable where its column has no format.
const WIDTH: usize = 8;

/// Puts the rows of a query into macro variables, and gives how many rows there were. A column without one is left out.
pub(crate) fn fill(
    into: &[Into],
    columns: &[OutputColumn],
    formats: &[Format],
    planned: &Planned,
    most: u64,
    environment: &mut Environment<'_>,
) -> (Outcome, u64) {
    match rows(into, columns, formats, planned, most, environment) {
        Ok(count) => (Outcome::default(), count),
        Err(fault) => (never_began(fault, environment), 0),
    }
}

fn rows(
    into: &[Into],
    columns: &[OutputColumn],
    formats: &[Format],
    planned: &Planned,
    most: u64,
    environment: &mut Environment<'_>,
) -> Faulted<u64> {
    let mut rows = planned.start(environment)?;
    let mut joined: Vec<Option<Vec<u8>>> = vec![None; into.len()];
    let mut count = 0;
    while let Some(batch) = rows.next()? {
        let batch = Batch::new(batch, columns)?;
        for row in 0..batch.rows() {
            if count == most {
                break;
            }
            for (index, (place, own)) in into.iter().zip(columns).enumerate() {
                let format = own.attributes.format.as_ref().and(formats.get(index));
                let value = text(
                    batch.value(row, index),
                    format,
                    own.attributes.length as usize,
                );
                match (&place.places, &place.separator) {
                    (IntoPlaces::One(_), Some(separator)) => {
                        let value = if place.trimmed == Some(false) {
                            &value
                        } else {
                            trimmed(&value)
                        };
                        match &mut joined[index] {
                            Some(before) => {
                                before.extend_from_slice(separator);
                                before.extend_from_slice(value);
                            }
                            fresh => *fresh = Some(value.to_vec()),
                        }
                    }
                    // The first row is what it takes.
                    (IntoPlaces::One(name), None) if count == 0 => {
                        let value = if place.trimmed == Some(true) {
                            trimmed(&value)
                        } else {
                            &value
                        };
                        environment
                            .symbols
                            .set(name.as_bytes(), value, SymbolScope::Nearest);
                    }
                    (IntoPlaces::One(_), None) => {}
                    (
                        IntoPlaces::Numbered {
                            prefix,
                            first,
                            last,
                            digits,
                        },
                        _,
                    ) => {
                        let number = first.saturating_add(count);
                        if last.is_none_or(|last| number <= last) {
                            let value = if place.trimmed == Some(false) {
                                &value
                            } else {
                                trimmed(&value)
                            };
                            let name = format!("{prefix}{number:0digits$}");
                            environment
                                .symbols
                                .set(name.as_bytes(), value, SymbolScope::Nearest);
                        }
                    }
                }
            }
            count += 1;
        }
        if count == most {
            break;
        }
    }
    for (place, value) in into.iter().zip(joined) {
        if let (IntoPlaces::One(name), Some(value)) = (&place.places, value) {
            environment
                .symbols
                .set(name.as_bytes(), &value, SymbolScope::Nearest);
        }
    }
    Ok(count)
}

/// A value as text: by the format of its column, or BEST8., or with the blanks that its column has.
fn text(value: Value<'_>, format: Option<&Format>, length: usize) -> Vec<u8> {
    let mut cell = Vec::new();
    match (format, value) {
        (Some(format), value) => {
            format.write(value, &mut cell);
        }
        (None, value @ Value::Number(_)) => {
            let best = Format::default_of(feedrate_values::Kind::Number, WIDTH);
            best.write(value, &mut cell);
            let narrow = trimmed(&cell).to_vec();
            cell = vec![b' '; WIDTH.saturating_sub(narrow.len())];
            cell.extend_from_slice(&narrow);
        }
        (None, Value::Text(text)) => {
            cell.extend_from_slice(text);
            cell.resize(length.max(text.len()), b' ');
        }
    }
    cell
}

fn trimmed(text: &[u8]) -> &[u8] {
    let begins = text
        .iter()
        .position(|&byte| byte != b' ')
        .unwrap_or(text.len());
    trim(&text[begins..])
}
