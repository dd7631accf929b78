//! A column of a data set while its values are collected.

use feedrate_values::format::write_best;
use feedrate_values::{Kind, missing};

/// The longest character value in a data set, in bytes.
const LONGEST: usize = 32_767;

/// The characters of a number that is converted to a character value.
const NUMBER: usize = 12;

/// A column.
#[derive(Clone, Debug)]
pub(crate) struct Column {
    /// The variable.
    pub name: String,
    /// Its label; empty if it is equal to the name.
    pub label: String,
    values: Values,
}

/// The values.
#[derive(Clone, Debug)]
enum Values {
    Numbers(Vec<f64>),
    /// The concatenated values, and the end of each.
    Texts {
        bytes: Vec<u8>,
        ends: Vec<usize>,
        longest: usize,
    },
}

/// A value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Datum<'v> {
    Number(f64),
    Text(&'v [u8]),
}

impl Column {
    /// Creates a column without values.
    pub(super) fn new(name: String, heading: &str, kind: Kind) -> Self {
        let label = heading.replace('\n', " ");
        Self {
            label: if label == name { String::new() } else { label },
            name,
            values: match kind {
                Kind::Number => Values::Numbers(Vec::new()),
                Kind::Text => no_texts(),
            },
        }
    }

    /// Returns the kind of its values.
    pub(crate) fn kind(&self) -> Kind {
        match self.values {
            Values::Numbers(_) => Kind::Number,
            Values::Texts { .. } => Kind::Text,
        }
    }

    /// Returns the length of a variable for them.
    pub(crate) fn length(&self) -> u32 {
        match self.values {
            Values::Numbers(_) => 8,
            // It is at most the length of the longest character value.
            Values::Texts { longest, .. } => longest.clamp(1, LONGEST) as u32,
        }
    }

    /// Returns a value; an absent one is missing.
    pub(crate) fn value(&self, row: usize) -> Datum<'_> {
        match &self.values {
            Values::Numbers(numbers) => Datum::Number(numbers.get(row).copied().unwrap_or(missing::MISSING)),
            Values::Texts { bytes, ends, .. } => {
                let start = row.checked_sub(1).and_then(|before| ends.get(before));
                let end = ends.get(row).copied().unwrap_or(bytes.len());
                let start = match row {
                    0 => 0,
                    _ => start.copied().unwrap_or(bytes.len()),
                };
                Datum::Text(bytes.get(start..end).unwrap_or_default())
            }
        }
    }

    /// Converts it to a character column, because a table has character values in it.
    pub(super) fn make_text(&mut self) {
        if let Values::Numbers(numbers) = &self.values {
            let numbers = numbers.clone();
            self.values = no_texts();
            for (row, number) in numbers.into_iter().enumerate() {
                self.put(row, Some(number), b"");
            }
        }
    }

    /// Sets the value of a row after those that have one; the rows between are missing. Stores the number in a numeric
    /// column, and otherwise the text or, if it is empty, the formatted number.
    pub(super) fn put(&mut self, row: usize, number: Option<f64>, text: &[u8]) {
        match &mut self.values {
            Values::Numbers(numbers) => {
                numbers.resize(row.max(numbers.len()), missing::MISSING);
                numbers.push(number.unwrap_or(missing::MISSING));
            }
            Values::Texts { bytes, ends, longest } => {
                ends.resize(row.max(ends.len()), bytes.len());
                let mut shown = Vec::new();
                let text = match number {
                    Some(number) if text.is_empty() && !number.is_nan() => {
                        write_best(number, NUMBER, &mut shown);
                        shown.trim_ascii()
                    }
                    _ => cut(text),
                };
                *longest = text.len().max(*longest);
                bytes.extend_from_slice(text);
                ends.push(bytes.len());
            }
        }
    }

    /// Returns about how many bytes it takes.
    pub(super) fn bytes(&self) -> usize {
        match &self.values {
            Values::Numbers(numbers) => numbers.capacity() * size_of::<f64>(),
            Values::Texts { bytes, ends, .. } => bytes.capacity() + ends.capacity() * size_of::<usize>(),
        }
    }
}

fn no_texts() -> Values {
    Values::Texts {
        bytes: Vec::new(),
        ends: Vec::new(),
        longest: 0,
    }
}

/// Truncates a character value to the length of a data set, at a character boundary.
fn cut(text: &[u8]) -> &[u8] {
    if text.len() <= LONGEST {
        return text;
    }
    let is_start = |&end: &usize| text[end] & 0xc0 != 0x80;
    let end = (0..=LONGEST).rev().find(is_start).unwrap_or(0);
    &text[..end]
}
