//! What text lost on its way into UTF-8.

use std::iter::Sum;
use std::ops::AddAssign;

/// What the text of rows lost when it was made UTF-8.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lost {
    /// Values that became longer than their variable and were cut.
    pub cut: u64,
    /// Values with bytes that the encoding does not have, which became the replacement character.
    pub undefined: u64,
    /// The first of these.
    pub first_undefined: Option<Undefined>,
}

/// A value with bytes that the encoding does not have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Undefined {
    /// The number of its observation, from 1; those that are deleted count.
    pub observation: u64,
    /// Its variable.
    pub variable: String,
    /// The encoding.
    pub encoding: String,
}

impl Lost {
    /// That so many values were cut, and nothing else.
    pub fn of_cut(cut: u64) -> Self {
        Self {
            cut,
            ..Self::default()
        }
    }

    /// How many values lost something; one that lost in both ways counts twice.
    pub fn values(&self) -> u64 {
        self.cut + self.undefined
    }
}

impl AddAssign for Lost {
    fn add_assign(&mut self, other: Self) {
        self.cut += other.cut;
        self.undefined += other.undefined;
        let is_earlier = |other: &Undefined| {
            let first = self.first_undefined.as_ref();
            first.is_none_or(|first| other.observation < first.observation)
        };
        if let Some(other) = other.first_undefined.filter(is_earlier) {
            self.first_undefined = Some(other);
        }
    }
}

impl Sum for Lost {
    fn sum<I: Iterator<Item = Self>>(parts: I) -> Self {
        let mut whole = Self::default();
        for part in parts {
            whole += part;
        }
        whole
    }
}
