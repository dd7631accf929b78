//! The contents of a data set, and whether two readers agree on them.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A data set, as whoever read it tells of it, or as it should be.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Contents {
    pub columns: Vec<Column>,
    pub rows: Vec<Vec<Cell>>,
}

/// A variable. What a reader does not tell of it, and what is of no matter, is `None`.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Column {
    pub name: String,
    pub label: Option<String>,
    pub format: Option<String>,
    pub length: Option<u32>,
}

impl Column {
    /// A variable without label and format.
    pub fn new(name: &str, length: u32) -> Self {
        Self {
            name: name.to_owned(),
            label: Some(String::new()),
            format: Some(String::new()),
            length: Some(length),
        }
    }

    pub fn labelled(mut self, label: &str) -> Self {
        self.label = Some(label.to_owned());
        self
    }

    pub fn shown(mut self, format: &str) -> Self {
        self.format = Some(format.to_owned());
        self
    }
}

/// A value.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(untagged)]
pub enum Cell {
    Number(Bits),
    /// Text, without the blanks at its end.
    Text(String),
    /// A missing value that is told from others by its letter or underscore.
    Special {
        missing: char,
    },
    /// A missing value.
    Missing,
}

/// A number by its bits, so that one differs from another wherever a program could tell.
#[derive(Clone, Copy, PartialEq, Eq, Deserialize, Serialize)]
pub struct Bits(u64);

impl Bits {
    pub fn value(self) -> f64 {
        f64::from_bits(self.0)
    }
}

impl fmt::Debug for Bits {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{:e} ({:016x})", self.value(), self.0)
    }
}

pub fn number(value: f64) -> Cell {
    Cell::Number(Bits(value.to_bits()))
}

pub fn text(value: impl Into<String>) -> Cell {
    Cell::Text(value.into())
}

impl Contents {
    /// Forgets the lengths of variables.
    pub fn without_lengths(mut self) -> Self {
        for column in &mut self.columns {
            column.length = None;
        }
        self
    }

    /// Asserts that this is what `expected` says, as far as that says something.
    #[track_caller]
    pub fn assert_is(&self, expected: &Self, who: &str) {
        assert_eq!(self.columns.len(), expected.columns.len(), "{who}");
        for (is, should) in self.columns.iter().zip(&expected.columns) {
            assert_eq!(is.name, should.name, "{who}");
            assert_told(&is.label, &should.label, || format!("{who}: the label of {}", is.name));
            assert_told(&is.format, &should.format, || {
                format!("{who}: the format of {}", is.name)
            });
            assert_told(&is.length, &should.length, || {
                format!("{who}: the length of {}", is.name)
            });
        }
        assert_eq!(self.rows.len(), expected.rows.len(), "{who}: rows");
        for (index, (is, should)) in self.rows.iter().zip(&expected.rows).enumerate() {
            if is != should {
                assert_eq!(is.len(), should.len(), "{who}: row {index}");
                let at = is.iter().zip(should).position(|(is, should)| is != should);
                let at = at.expect("rows that differ do so somewhere");
                let name = &self.columns[at].name;
                panic!("{who}: row {index}, {name}: {:?}, not {:?}", is[at], should[at]);
            }
        }
    }
}

#[track_caller]
fn assert_told<T: PartialEq + fmt::Debug>(is: &Option<T>, should: &Option<T>, what: impl FnOnce() -> String) {
    if let (Some(is), Some(should)) = (is, should) {
        assert_eq!(is, should, "{}", what());
    }
}
