//! Losses of values as they were read: character values in the conversion to UTF-8, and numbers that are none.

use std::iter::Sum;
use std::ops::AddAssign;

/// Losses of values as they were read.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ValueLosses {
    /// Values that became longer than their variable and were cut.
    pub cut: u64,
    /// Values with bytes that are undefined in the encoding, which became the replacement character.
    pub undefined: u64,
    /// The first of these.
    pub first_undefined: Option<UndefinedValue>,
    /// A value of the first observations that is none: others may be none either.
    pub absurd: Option<Absurd>,
}

/// A number that no value of its variable can be.
#[derive(Clone, Debug, PartialEq)]
pub struct Absurd {
    /// The number of its observation, from 1, including deleted ones.
    pub observation: u64,
    /// Its variable.
    pub variable: String,
    /// The format of that, if it has one.
    pub format: Option<String>,
    /// The number.
    pub value: f64,
}

/// A value with undefined bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UndefinedValue {
    /// The number of its observation, from 1, including deleted ones.
    pub observation: u64,
    /// Its variable.
    pub variable: String,
    /// The encoding.
    pub encoding: String,
}

impl ValueLosses {
    /// Creates one for so many values that were cut.
    pub fn of_cut(cut: u64) -> Self {
        Self { cut, ..Self::default() }
    }

    /// Returns how many values lost something; one that lost in both ways counts twice.
    pub fn values(&self) -> u64 {
        self.cut + self.undefined
    }
}

impl AddAssign for ValueLosses {
    fn add_assign(&mut self, other: Self) {
        self.cut += other.cut;
        self.undefined += other.undefined;
        if self.absurd.is_none() {
            self.absurd = other.absurd;
        }
        let is_earlier = |other: &UndefinedValue| {
            let first = self.first_undefined.as_ref();
            first.is_none_or(|first| other.observation < first.observation)
        };
        if let Some(other) = other.first_undefined.filter(is_earlier) {
            self.first_undefined = Some(other);
        }
    }
}

impl Sum for ValueLosses {
    fn sum<I: Iterator<Item = Self>>(parts: I) -> Self {
        let mut whole = Self::default();
        for part in parts {
            whole += part;
        }
        whole
    }
}
