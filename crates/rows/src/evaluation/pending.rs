//! Evaluated values that wait for their use: character values by reference, and the arguments of a call.

use feedrate_program::TextSlot;

use crate::vector::values::Values;

/// An evaluated character value, by reference. Variables and constants are not copied.
#[derive(Clone, Copy, Debug)]
pub enum TextRef<'s> {
    /// A constant of the program.
    Constant(&'s [u8]),
    /// A variable in the vector.
    Variable(TextSlot),
    /// A range of the scratch buffer.
    Scratch {
        /// Its first byte.
        start: usize,
        /// Behind its last byte.
        end: usize,
    },
}

impl<'s> TextRef<'s> {
    /// Returns its bytes, which are in one of the two.
    pub fn bytes<'a>(self, values: &'a Values, scratch: &'a [u8]) -> &'a [u8]
    where
        's: 'a,
    {
        match self {
            Self::Constant(text) => text,
            Self::Variable(slot) => values.text(slot),
            Self::Scratch { start, end } => &scratch[start..end],
        }
    }
}

/// An evaluated argument of a pending call.
#[derive(Clone, Copy, Debug)]
pub enum PendingArgument<'s> {
    /// A number.
    Number(f64),
    /// A character value.
    Text(TextRef<'s>),
}
