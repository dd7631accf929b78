//! The program data vector: the values of a step.

use feedrate_values::{Kind, Spec};

/// The slot of a number: its index among the numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NumberSlot(pub u32);

/// The slot of a character value among the bytes of character values; padded with blanks to its length.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TextSlot {
    /// Its first byte.
    pub start: u32,
    /// Its length in bytes, 1 to 32,767.
    pub length: u32,
}

/// A slot of either kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Slot {
    /// Of a number.
    Number(NumberSlot),
    /// Of a character value.
    Text(TextSlot),
}

impl Slot {
    /// Returns the kind of its value.
    pub fn kind(self) -> Kind {
        match self {
            Self::Number(_) => Kind::Number,
            Self::Text(_) => Kind::Text,
        }
    }

    /// Returns the length of its value in bytes.
    #[inline]
    pub fn bytes(self) -> u32 {
        match self {
            Self::Number(_) => 8,
            Self::Text(slot) => slot.length,
        }
    }
}

/// The layout of all values of a step: numbers in one array, and the bytes of character values in another.
#[derive(Clone, Debug, Default)]
pub struct Vector {
    /// The number of numeric slots, including temporary ones.
    pub numbers: u32,
    /// The bytes of all character slots.
    pub text_bytes: u32,
    /// The variables in the order in which the step defines them, including automatic ones. Elements of temporary
    /// arrays are not variables.
    pub variables: Vec<Variable>,
    /// Initial values. All other slots are missing before the first iteration.
    pub initial: Vec<Initial>,
}

impl Vector {
    /// Adds a slot; a character slot has this length.
    pub fn add(&mut self, kind: Kind, length: u32) -> Slot {
        match kind {
            Kind::Number => {
                self.numbers += 1;
                Slot::Number(NumberSlot(self.numbers - 1))
            }
            Kind::Text => {
                let start = self.text_bytes;
                self.text_bytes += length;
                Slot::Text(TextSlot { start, length })
            }
        }
    }
}

/// A variable of the step.
#[derive(Clone, Debug)]
pub struct Variable {
    /// Its name as first written.
    pub name: String,
    /// Its slot.
    pub slot: Slot,
    /// The bytes that a number takes in a data set, 3 to 8; for a character variable its length.
    pub stored_length: u32,
    /// Its label; empty when it has none.
    pub label: String,
    /// Its format.
    pub format: Option<Spec>,
    /// Its informat.
    pub informat: Option<Spec>,
    /// True if it is never written to a data set: `_N_`, FIRST. and LAST., IN= and END= variables.
    pub automatic: bool,
}

/// The value of a slot before the first iteration.
#[derive(Clone, Debug, PartialEq)]
pub enum Initial {
    /// A number.
    Number(NumberSlot, f64),
    /// A character value, cut or padded to the slot.
    Text(TextSlot, Vec<u8>),
}

/// Identifies an array of the step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ArrayId(pub u32);

/// An array. Its elements need not be adjacent.
#[derive(Clone, Debug)]
pub struct Array {
    /// Its name.
    pub name: String,
    /// The least and greatest index of each dimension; the last one varies fastest. In an array without elements the
    /// greatest is less than the least.
    pub bounds: Vec<(i64, i64)>,
    /// The kind of its elements, of which it may have none.
    pub kind: Kind,
    /// Its elements, all of one kind.
    pub elements: Vec<Slot>,
}
