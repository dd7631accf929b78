//! Sort keys: values of a row as bytes in their order.

use std::cmp::Ordering;

use feedrate_values::Kind;

use crate::schema::Schema;

/// Reads keys from the rows of a data set.
#[derive(Clone, Debug, Default)]
pub struct KeyReader {
    fields: Vec<KeyField>,
}

/// A variable in a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KeyField {
    /// Its kind.
    pub kind: Kind,
    /// Its offset in a row.
    pub from: usize,
    /// Its length in a row.
    pub length: usize,
    /// The offset in the key.
    pub start: usize,
    /// The end in the key: a character value is cut or padded to that.
    pub end: usize,
    /// True if the order is descending.
    pub descending: bool,
}

impl KeyReader {
    /// Returns a reader of keys with these fields, which follow one another.
    pub fn new(fields: Vec<KeyField>) -> Self {
        Self { fields }
    }

    /// Returns the length of a key in bytes.
    pub fn length(&self) -> usize {
        self.fields.last().map_or(0, |field| field.end)
    }

    /// Returns the fields.
    pub fn fields(&self) -> &[KeyField] {
        &self.fields
    }

    /// Returns a reader of keys from rows of a schema: the indexes of its columns, and whether each is descending.
    /// Returns `None` if a column does not exist.
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
            Some(KeyField {
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

    /// Writes the key of a row into a buffer of the layout's length.
    #[inline]
    pub fn read(&self, row: &[u8], key: &mut [u8]) {
        for field in &self.fields {
            let value = &row[field.from..field.from + field.length];
            let part = &mut key[field.start..field.end];
            match field.kind {
                Kind::Number => part.copy_from_slice(&sortable(widen(value)).to_be_bytes()),
                Kind::Text => fill(part, value),
            }
            if field.descending {
                for byte in part {
                    *byte = !*byte;
                }
            }
        }
    }

    /// Writes the bytes of the key from index `from` on into `part`. Bytes of `part` beyond the end of the key are
    /// unchanged.
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
                Kind::Text => fill(part, field.text(row, from)),
            }
            if field.descending {
                for byte in part {
                    *byte = !*byte;
                }
            }
        }
    }

    /// Compares the keys of two rows, which are equal before byte `from`.
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

    /// Returns the first byte in which the keys of two rows differ, or the length of the key. The keys must be equal
    /// before byte `from`.
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
                    // All but the last bytes are compared several at a time.
                    if a != b {
                        let equal = a.iter().zip(b).take_while(|(a, b)| a == b).count();
                        return field.start.max(from) + equal;
                    }
                }
            }
        }
        self.length()
    }

    /// Returns the fields with bytes of the key from index `from` on.
    #[inline]
    fn fields_from(&self, from: usize) -> &[KeyField] {
        let first = self.fields.partition_point(|field| field.end <= from);
        &self.fields[first..]
    }
}

impl KeyField {
    #[inline]
    fn number(&self, row: &[u8]) -> u64 {
        sortable(widen(&row[self.from..self.from + self.length]))
    }

    /// Returns the part of a character value that is in the key, without the bytes before `from`.
    #[inline]
    fn text<'r>(&self, row: &'r [u8], from: usize) -> &'r [u8] {
        let length = self.length.min(self.end - self.start);
        let before = from.saturating_sub(self.start).min(length);
        &row[self.from + before..self.from + length]
    }
}

/// Maps a number to an unsigned one of the same order, with missing values in the order of the language.
#[inline]
pub fn sortable(number: f64) -> u64 {
    // The two zeros are equal.
    let bits = if number == 0.0 { 0 } else { number.to_bits() };
    if bits >> 63 == 1 { !bits } else { bits | 1 << 63 }
}

/// The inverse of [`sortable`]; of the two zeros, returns the positive one.
#[inline]
pub fn from_sortable(sortable: u64) -> f64 {
    f64::from_bits(if sortable >> 63 == 1 {
        sortable & !(1 << 63)
    } else {
        !sortable
    })
}

/// Extends a number of fewer bytes: these are its upper bytes, the lowest of them first.
pub fn widen(bytes: &[u8]) -> f64 {
    let mut whole = [0; 8];
    let length = bytes.len().min(8);
    whole[8 - length..].copy_from_slice(&bytes[..length]);
    f64::from_le_bytes(whole)
}

/// Puts a character value into a field, cut or padded to its length.
pub fn fill(field: &mut [u8], text: &[u8]) {
    let length = field.len().min(text.len());
    field[..length].copy_from_slice(&text[..length]);
    field[length..].fill(b' ');
}

#[cfg(test)]
mod tests {
    use feedrate_values::missing;
    use proptest::prelude::*;

    use super::*;
    use crate::schema::Variable;

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
        assert!(order.windows(2).all(|pair| sortable(pair[0]) < sortable(pair[1])));
        assert_eq!(sortable(0.0), sortable(-0.0));
        for number in order {
            assert_eq!(from_sortable(sortable(number)).to_bits(), number.to_bits());
        }
    }

    /// A row of a character value, a number of three bytes and another character value, with few distinct values.
    fn row() -> impl Strategy<Value = Vec<u8>> {
        prop::collection::vec(prop::sample::select(vec![0u8, b' ', 0x40, 0xc0]), 13 + 3 + 5)
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
