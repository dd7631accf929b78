//! The values of BY variables as bytes that sort as they do.

use std::cmp::Ordering;

use feedrate_dataset::Schema;
use feedrate_values::Kind;

use super::load::widen;
use crate::ir::{By, NumberSlot, Slot, Source};
use crate::spill::RecordKey;

/// The BY variables of a SET or MERGE statement as parts of a key.
#[derive(Clone, Debug, Default)]
pub(crate) struct KeyLayout {
    parts: Vec<Part>,
    length: usize,
}

/// A BY variable in the key.
#[derive(Clone, Debug)]
struct Part {
    start: usize,
    end: usize,
    descending: bool,
    slot: Slot,
    first: NumberSlot,
    last: NumberSlot,
}

/// Where the parts of a key are in the rows of one data set.
#[derive(Clone, Debug, Default)]
pub(crate) struct KeyReader {
    fields: Vec<Field>,
}

#[derive(Clone, Copy, Debug)]
struct Field {
    kind: Kind,
    from: usize,
    length: usize,
    start: usize,
    end: usize,
    descending: bool,
}

impl KeyLayout {
    pub(crate) fn new(by: &[By]) -> Self {
        let mut layout = Self::default();
        for by in by {
            let start = layout.length;
            layout.length += match by.slot {
                Slot::Number(_) => 8,
                Slot::Text(slot) => slot.length as usize,
            };
            layout.parts.push(Part {
                start,
                end: layout.length,
                descending: by.descending,
                slot: by.slot,
                first: by.first,
                last: by.last,
            });
        }
        layout
    }

    /// The bytes of a key.
    pub(crate) fn length(&self) -> usize {
        self.length
    }

    /// How keys of a source are read; `None` when it lacks a BY variable.
    pub(crate) fn reader(&self, source: &Source, schema: &Schema) -> Option<KeyReader> {
        let field = |part: &Part| {
            let load = source.loads.iter().find(|load| load.slot == part.slot)?;
            let column = schema.variables().get(load.column as usize)?;
            Some(Field {
                kind: column.kind,
                from: column.offset as usize,
                length: column.length as usize,
                start: part.start,
                end: part.end,
                descending: part.descending,
            })
        };
        Some(KeyReader {
            fields: self.parts.iter().map(field).collect::<Option<_>>()?,
        })
    }

    /// How many BY variables, from the first on, have the same values in both keys.
    pub(crate) fn common(&self, a: &[u8], b: &[u8]) -> usize {
        self.parts
            .iter()
            .position(|part| a[part.start..part.end] != b[part.start..part.end])
            .unwrap_or(self.parts.len())
    }

    /// How many BY variables there are.
    pub(crate) fn count(&self) -> usize {
        self.parts.len()
    }

    /// The places of FIRST. and LAST. of each BY variable.
    pub(crate) fn flags(&self) -> impl Iterator<Item = (NumberSlot, NumberSlot)> {
        self.parts.iter().map(|part| (part.first, part.last))
    }
}

impl KeyReader {
    /// How keys are read from rows of a schema: its columns by their place, and whether each is from high
    /// to low. `None` when a column is not there.
    pub(crate) fn of_columns(schema: &Schema, columns: &[(usize, bool)]) -> Option<Self> {
        let mut start = 0;
        let fields = columns.iter().map(|&(column, descending)| {
            let column = schema.variables().get(column)?;
            let length = column.length as usize;
            let end = start
                + match column.kind {
                    Kind::Number => 8,
                    Kind::Text => length,
                };
            Some(Field {
                kind: column.kind,
                from: column.offset as usize,
                length,
                start: std::mem::replace(&mut start, end),
                end,
                descending,
            })
        });
        Some(Self {
            fields: fields.collect::<Option<_>>()?,
        })
    }

    /// Puts the key of a row into a buffer of the layout's length.
    #[inline]
    pub(crate) fn read(&self, row: &[u8], key: &mut [u8]) {
        for field in &self.fields {
            let value = &row[field.from..field.from + field.length];
            let part = &mut key[field.start..field.end];
            match field.kind {
                Kind::Number => part.copy_from_slice(&sortable(widen(value)).to_be_bytes()),
                Kind::Text => crate::data::values::fill(part, value),
            }
            if field.descending {
                for byte in part {
                    *byte = !*byte;
                }
            }
        }
    }
}

impl RecordKey for KeyReader {
    fn length(&self) -> usize {
        self.fields.last().map_or(0, |field| field.end)
    }

    #[inline]
    fn read(&self, record: &[u8], key: &mut [u8]) {
        KeyReader::read(self, record, key);
    }
}

/// A number whose order among unsigned ones is that of the language among numbers.
#[inline]
pub(crate) fn sortable(number: f64) -> u64 {
    // The two zeros are equal.
    let bits = if number == 0.0 { 0 } else { number.to_bits() };
    if bits >> 63 == 1 {
        !bits
    } else {
        bits | 1 << 63
    }
}

/// The number that [`sortable`] has turned into an unsigned one; of the two zeros, the positive one.
#[inline]
pub(crate) fn from_sortable(sortable: u64) -> f64 {
    f64::from_bits(if sortable >> 63 == 1 {
        sortable & !(1 << 63)
    } else {
        !sortable
    })
}

/// The order of two keys, and where they are equal that of their sources.
pub(crate) fn compare(a: (&[u8], usize), b: (&[u8], usize)) -> Ordering {
    a.0.cmp(b.0).then(a.1.cmp(&b.1))
}

#[cfg(test)]
mod tests {
    use feedrate_values::missing;
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn missing_values_come_first_and_zeros_are_equal() {
        let order = [
            missing::UNDERSCORE,
            missing::MISSING,
            f64::MIN,
            -1.0,
            0.0,
            1e-300,
            f64::MAX,
        ];
        assert!(
            order
                .windows(2)
                .all(|pair| sortable(pair[0]) < sortable(pair[1]))
        );
        assert_eq!(sortable(0.0), sortable(-0.0));
        for number in order {
            assert_eq!(from_sortable(sortable(number)).to_bits(), number.to_bits());
        }
    }

    proptest! {
        #[test]
        fn keys_sort_as_numbers_do(a: f64, b: f64) {
            prop_assume!(!a.is_nan() && !b.is_nan());
            prop_assert_eq!(sortable(a).cmp(&sortable(b)), missing::compare(a, b));
        }
    }
}
