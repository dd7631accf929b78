//! The values of BY variables as bytes that sort as they do.

use std::cmp::Ordering;
use std::ops::Range;

use feedrate_dataset::Schema;
use feedrate_values::Kind;

use super::load::widen;
use crate::ir::{By, NumberSlot, Slot, Source};
use crate::spill::RecordKey;

/// The BY variables of a SET or MERGE statement as parts of a key.
#[derive(Clone, Debug, Default)]
pub struct KeyLayout {
    parts: Vec<KeyPart>,
    length: usize,
}

/// A BY variable in the key.
#[derive(Clone, Debug)]
struct KeyPart {
    start: usize,
    end: usize,
    descending: bool,
    slot: Slot,
    first: NumberSlot,
    last: NumberSlot,
}

/// Where the parts of a key are in the rows of one data set.
#[derive(Clone, Debug, Default)]
pub struct KeyReader {
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
    /// Returns the layout of the keys of BY variables.
    pub fn new(by: &[By]) -> Self {
        let mut layout = Self::default();
        for by in by {
            let start = layout.length;
            layout.length += match by.slot {
                Slot::Number(_) => 8,
                Slot::Text(slot) => slot.length as usize,
            };
            layout.parts.push(KeyPart {
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
    pub fn length(&self) -> usize {
        self.length
    }

    /// How keys of a source are read; `None` when it lacks a BY variable.
    pub fn reader(&self, source: &Source, schema: &Schema) -> Option<KeyReader> {
        let field = |part: &KeyPart| {
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
    pub fn common(&self, a: &[u8], b: &[u8]) -> usize {
        self.common_from(0, a, b)
    }

    /// The same where those before number `from` are known to count as equal.
    #[inline]
    pub fn common_from(&self, from: usize, a: &[u8], b: &[u8]) -> usize {
        let equal = self.parts[from..]
            .iter()
            .take_while(|part| a[part.start..part.end] == b[part.start..part.end]);
        from + equal.count()
    }

    /// Where each BY variable lies in a key.
    pub fn parts(&self) -> impl Iterator<Item = Range<usize>> {
        self.parts.iter().map(|part| part.start..part.end)
    }

    /// How many BY variables there are.
    pub fn count(&self) -> usize {
        self.parts.len()
    }

    /// The places of FIRST. and LAST. of each BY variable.
    pub fn flags(&self) -> impl Iterator<Item = (NumberSlot, NumberSlot)> {
        self.parts.iter().map(|part| (part.first, part.last))
    }
}

impl KeyReader {
    /// How keys are read from rows of a schema: its columns by their place, and whether each is from high
    /// to low. `None` when a column is not there.
    pub fn of_columns(schema: &Schema, columns: &[(usize, bool)]) -> Option<Self> {
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
    pub fn read(&self, row: &[u8], key: &mut [u8]) {
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

    /// Puts the bytes of the key from number `from` on into `part`; what lies past the end of the key stays
    /// as it is there.
    #[inline]
    pub fn read_part(&self, row: &[u8], from: usize, part: &mut [u8]) {
        let to = from + part.len();
        for field in self.fields_from(from) {
            if field.start >= to {
                return;
            }
            let (start, end) = (field.start.max(from), field.end.min(to));
            let part = &mut part[start - from..end - from];
            match field.kind {
                Kind::Number => {
                    let bytes = field.number(row).to_be_bytes();
                    part.copy_from_slice(&bytes[start - field.start..end - field.start]);
                }
                Kind::Text => crate::data::values::fill(part, field.text(row, from)),
            }
            if field.descending {
                for byte in part {
                    *byte = !*byte;
                }
            }
        }
    }

    /// The order of the keys of two rows, which are equal before byte number `from`.
    #[inline]
    pub fn compare(&self, a: &[u8], b: &[u8], from: usize) -> Ordering {
        for field in self.fields_from(from) {
            let order = match field.kind {
                Kind::Number => field.number(a).cmp(&field.number(b)),
                Kind::Text => field.text(a, from).cmp(field.text(b, from)),
            };
            match (order, field.descending) {
                (Ordering::Equal, _) => {}
                (order, false) => return order,
                (order, true) => return order.reverse(),
            }
        }
        Ordering::Equal
    }

    /// In which byte the keys of two rows differ first, which are equal before byte number `from`; the
    /// length of the key where they are equal.
    pub fn first_difference(&self, a: &[u8], b: &[u8], from: usize) -> usize {
        for field in self.fields_from(from) {
            match field.kind {
                Kind::Number => {
                    let (a, b) = (field.number(a), field.number(b));
                    if a != b {
                        return field.start + (a ^ b).leading_zeros() as usize / 8;
                    }
                }
                Kind::Text => {
                    let (a, b) = (field.text(a, from), field.text(b, from));
                    // The whole is compared many bytes at a time.
                    if a != b {
                        let equal = a.iter().zip(b).take_while(|(a, b)| a == b).count();
                        return field.start.max(from) + equal;
                    }
                }
            }
        }
        self.length()
    }

    /// The fields that have bytes of the key from number `from` on.
    #[inline]
    fn fields_from(&self, from: usize) -> &[Field] {
        let first = self.fields.partition_point(|field| field.end <= from);
        &self.fields[first..]
    }
}

impl Field {
    #[inline]
    fn number(&self, row: &[u8]) -> u64 {
        sortable(widen(&row[self.from..self.from + self.length]))
    }

    /// The text as far as it has a place in the key, without what comes before byte number `from` of that.
    #[inline]
    fn text<'r>(&self, row: &'r [u8], from: usize) -> &'r [u8] {
        let length = self.length.min(self.end - self.start);
        let before = from.saturating_sub(self.start).min(length);
        &row[self.from + before..self.from + length]
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
pub fn sortable(number: f64) -> u64 {
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
pub fn from_sortable(sortable: u64) -> f64 {
    f64::from_bits(if sortable >> 63 == 1 {
        sortable & !(1 << 63)
    } else {
        !sortable
    })
}

/// The order of two keys, and where they are equal that of their sources.
pub fn compare(a: (&[u8], usize), b: (&[u8], usize)) -> Ordering {
    a.0.cmp(b.0).then(a.1.cmp(&b.1))
}

#[cfg(test)]
mod tests {
    use feedrate_dataset::Variable;
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

    /// Rows of a text, a number of three bytes and another text, of few values.
    fn row() -> impl Strategy<Value = Vec<u8>> {
        prop::collection::vec(
            prop::sample::select(vec![0u8, b' ', 0x40, 0xc0]),
            13 + 3 + 5,
        )
    }

    proptest! {
        #[test]
        fn parts_of_keys_are_those_of_whole_ones(
            a in row(), b in row(), alike in 0usize..22, from in 0usize..30, descending: [bool; 3],
        ) {
            let mut short = Variable::number("short");
            short.length = 3;
            let variables = vec![Variable::text("a", 13), short, Variable::text("b", 5)];
            let schema = Schema::lay_out(variables).unwrap();
            let columns: Vec<_> = (0..3).zip(descending).collect();
            let reader = KeyReader::of_columns(&schema, &columns).unwrap();
            let length = schema.row_length() as usize;
            let padded = |mut row: Vec<u8>| {
                row.resize(length, 0);
                row
            };
            let mut b = b;
            b[..alike.min(21)].copy_from_slice(&a[..alike.min(21)]);
            let (a, b) = (padded(a), padded(b));
            let whole = |row: &[u8]| {
                let mut key = vec![0; reader.length()];
                reader.read(row, &mut key);
                key
            };
            let (key_a, key_b) = (whole(&a), whole(&b));
            let mut part = [0; 8];
            reader.read_part(&a, from, &mut part);
            let mut should = key_a.clone();
            should.resize(64, 0);
            prop_assert_eq!(&part[..], &should[from..from + 8]);

            let differ = key_a.iter().zip(&key_b).take_while(|(a, b)| a == b).count();
            let from = from.min(differ);
            prop_assert_eq!(reader.first_difference(&a, &b, from), differ);
            prop_assert_eq!(reader.compare(&a, &b, from), key_a.cmp(&key_b));
        }

        #[test]
        fn keys_sort_as_numbers_do(a: f64, b: f64) {
            prop_assume!(!a.is_nan() && !b.is_nan());
            prop_assert_eq!(sortable(a).cmp(&sortable(b)), missing::compare(a, b));
        }
    }
}
