//! Rows into macro variables.

use feedrate_language::tree::{Into, IntoTargets};
use feedrate_values::Value;
use feedrate_values::format::{Format, Formats};
use feedrate_values::function::{SymbolScope, Symbols};
use feedrate_values::value::trim;

use super::stream::Stream;
use crate::bind::OutputColumn;

/// The width of BEST., which formats a number whose column has no format.
const WIDTH: usize = 8;

/// Assigns the rows of a query to macro variables. A column without one is skipped.
pub(crate) struct Filler<'f> {
    into: &'f [Into],
    columns: &'f [OutputColumn],
    formats: &'f [Format],
    /// The formats of the session.
    of_session: &'f Formats,
    /// The joined values so far, for each variable that takes all rows.
    joined: Vec<Option<Vec<u8>>>,
}

impl<'f> Filler<'f> {
    pub(crate) fn new(
        into: &'f [Into],
        columns: &'f [OutputColumn],
        formats: &'f [Format],
        of_session: &'f Formats,
    ) -> Self {
        Self {
            into,
            columns,
            formats,
            of_session,
            joined: vec![None; into.len()],
        }
    }

    /// Assigns the current row, which follows `before` other rows.
    pub(crate) fn take(&mut self, before: u64, rows: &Stream<'_>, symbols: &mut dyn Symbols) {
        for (index, (place, own)) in self.into.iter().zip(self.columns).enumerate() {
            let format = own.attributes.format.as_ref().and(self.formats.get(index));
            let length = own.attributes.length as usize;
            let value = text(rows.value(index), format, length, self.of_session);
            // Values of several rows are trimmed, and the value of one row is not.
            let value = match &place.places {
                IntoTargets::One(_) if place.separator.is_none() => match place.trimmed {
                    Some(true) => trimmed(&value),
                    _ => &value,
                },
                _ if place.trimmed == Some(false) => &value,
                _ => trimmed(&value),
            };
            let mut set = |name: &str| symbols.set(name.as_bytes(), value, SymbolScope::Nearest);
            match (&place.places, &place.separator) {
                (IntoTargets::One(_), Some(separator)) => match &mut self.joined[index] {
                    Some(before) => {
                        before.extend_from_slice(separator);
                        before.extend_from_slice(value);
                    }
                    fresh => *fresh = Some(value.to_vec()),
                },
                // The variable takes only the first row.
                (IntoTargets::One(name), None) if before == 0 => set(name),
                (IntoTargets::One(_), None) => {}
                (
                    IntoTargets::Numbered {
                        prefix,
                        first,
                        last,
                        digits,
                    },
                    _,
                ) => {
                    let number = first.saturating_add(before);
                    if last.is_none_or(|last| number <= last) {
                        set(&format!("{prefix}{number:0digits$}"));
                    }
                }
            }
        }
    }

    /// Assigns the variables that take all rows.
    pub(crate) fn finish(self, symbols: &mut dyn Symbols) {
        for (place, value) in self.into.iter().zip(self.joined) {
            if let (IntoTargets::One(name), Some(value)) = (&place.places, value) {
                symbols.set(name.as_bytes(), &value, SymbolScope::Nearest);
            }
        }
    }
}

/// Formats a value: by the format of its column, or else BEST8. for a number, and padded to the column's length for a
/// character value.
fn text(value: Value<'_>, format: Option<&Format>, length: usize, of_session: &Formats) -> Vec<u8> {
    let mut cell = Vec::new();
    match (format, value) {
        (Some(format), value) => {
            format.write(value, &mut cell);
        }
        (None, Value::Number(number)) => {
            of_session.write_best(number, WIDTH, &mut cell);
            cell.resize(cell.len().max(WIDTH), b' ');
            let blanks = cell.len() - trim(&cell).len();
            cell.rotate_right(blanks);
        }
        (None, Value::Text(text)) => {
            cell.extend_from_slice(text);
            cell.resize(length.max(text.len()), b' ');
        }
    }
    cell
}

fn trimmed(text: &[u8]) -> &[u8] {
    let begins = text.iter().position(|&byte| byte != b' ').unwrap_or(text.len());
    trim(&text[begins..])
}
