//! Rows into macro variables.

use feedrate_language::tree::{Into, IntoPlaces};
use feedrate_values::Value;
use feedrate_values::format::{Format, write_best};
use feedrate_values::function::{SymbolScope, Symbols};
use feedrate_values::value::trim;

use super::stream::Stream;
use crate::bind::OutputColumn;

/// How a number becomes the text of a macro variable where its column has no format.
const WIDTH: usize = 8;

/// Puts the rows of a query into macro variables. A column without one is left out.
pub(crate) struct Filler<'f> {
    into: &'f [Into],
    columns: &'f [OutputColumn],
    formats: &'f [Format],
    /// What is joined so far, for each that takes all rows.
    joined: Vec<Option<Vec<u8>>>,
}

impl<'f> Filler<'f> {
    pub(crate) fn new(
        into: &'f [Into],
        columns: &'f [OutputColumn],
        formats: &'f [Format],
    ) -> Self {
        Self {
            into,
            columns,
            formats,
            joined: vec![None; into.len()],
        }
    }

    /// Takes the current row, before which there were so many.
    pub(crate) fn take(&mut self, before: u64, rows: &Stream<'_, '_>, symbols: &mut dyn Symbols) {
        for (index, (place, own)) in self.into.iter().zip(self.columns).enumerate() {
            let format = own.attributes.format.as_ref().and(self.formats.get(index));
            let length = own.attributes.length as usize;
            let value = text(rows.value(index), format, length);
            // The values of several rows lose their blanks, and that of one keeps them.
            let value = match &place.places {
                IntoPlaces::One(_) if place.separator.is_none() => match place.trimmed {
                    Some(true) => trimmed(&value),
                    _ => &value,
                },
                _ if place.trimmed == Some(false) => &value,
                _ => trimmed(&value),
            };
            let mut set = |name: &str| symbols.set(name.as_bytes(), value, SymbolScope::Nearest);
            match (&place.places, &place.separator) {
                (IntoPlaces::One(_), Some(separator)) => match &mut self.joined[index] {
                    Some(before) => {
                        before.extend_from_slice(separator);
                        before.extend_from_slice(value);
                    }
                    fresh => *fresh = Some(value.to_vec()),
                },
                // The first row is what it takes.
                (IntoPlaces::One(name), None) if before == 0 => set(name),
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
                    let number = first.saturating_add(before);
                    if last.is_none_or(|last| number <= last) {
                        set(&format!("{prefix}{number:0digits$}"));
                    }
                }
            }
        }
    }

    /// Sets what all rows make together.
    pub(crate) fn finish(self, symbols: &mut dyn Symbols) {
        for (place, value) in self.into.iter().zip(self.joined) {
            if let (IntoPlaces::One(name), Some(value)) = (&place.places, value) {
                symbols.set(name.as_bytes(), &value, SymbolScope::Nearest);
            }
        }
    }
}

/// A value as text: by the format of its column, or BEST8., or with the blanks that its column has.
fn text(value: Value<'_>, format: Option<&Format>, length: usize) -> Vec<u8> {
    let mut cell = Vec::new();
    match (format, value) {
        (Some(format), value) => {
            format.write(value, &mut cell);
        }
        (None, Value::Number(number)) => {
            write_best(number, WIDTH, &mut cell);
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
    let begins = text
        .iter()
        .position(|&byte| byte != b' ')
        .unwrap_or(text.len());
    trim(&text[begins..])
}
