//! The program data vector: where the values of a step lie.

use feedrate_values::{Kind, Spec};

/// The place of a number among the numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NumberSlot(pub u32);

/// The place of a text among the bytes of texts; padded with blanks to its length.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TextSlot {
    /// Where it begins.
    pub start: u32,
    /// Its length in bytes, 1 to 32,767.
    pub length: u32,
}

/// The place of either.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Slot {
    /// Of a number.
    Number(NumberSlot),
    /// Of a text.
    Text(TextSlot),
}

impl Slot {
    /// Which kind lies there.
    pub fn kind(self) -> Kind {
        match self {
            Self::Number(_) => Kind::Number,
            Self::Text(_) => Kind::Text,
        }
    }
}

/// All values of a step: numbers side by side, and the bytes of texts side by side.
#[derive(Clone, Debug, Default)]
pub struct Vector {
    /// How many numbers, temporary ones included.
    pub numbers: u32,
    /// How many bytes of text.
    pub text_bytes: u32,
    /// The variables in the order in which the step knows them, automatic ones included. Elements of
    /// temporary arrays are none.
    pub variables: Vec<Variable>,
    /// What slots hold before the first iteration; all else is missing.
    pub initial: Vec<Initial>,
}

impl Vector {
    /// Room for another value of a kind; a text has this length.
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
    /// Where its value lies.
    pub slot: Slot,
    /// The bytes that a number takes in a data set, 3 to 8; of a text its length.
    pub stored_length: u32,
    /// Its label; empty when it has none.
    pub label: String,
    /// Its format.
    pub format: Option<Spec>,
    /// Its informat.
    pub informat: Option<Spec>,
    /// Whether it never goes into a data set: `_N_`, FIRST. and LAST., IN= and END= variables.
    pub automatic: bool,
}

/// What a slot holds before the first iteration.
#[derive(Clone, Debug, PartialEq)]
pub enum Initial {
    /// A number.
    Number(NumberSlot, f64),
    /// A text, cut or padded to the slot.
    Text(TextSlot, Vec<u8>),
}

/// Names an array of the step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ArrayId(pub u32);

/// An array: its elements need not lie side by side.
#[derive(Clone, Debug)]
pub struct Array {
    /// Its name.
    pub name: String,
    /// The least and greatest index of each dimension; the last one varies fastest.
    pub bounds: Vec<(i64, i64)>,
    /// Its elements, all of one kind.
    pub elements: Vec<Slot>,
}
