//! Copies between rows and vectors: adjacent values that stay adjacent are copied together, so that a row of numbers is
//! one copy.

use feedrate_dataset::Schema;
use feedrate_program::Slot;
use feedrate_values::Kind;

/// A copy between a row and a vector.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Move {
    /// Numbers of eight bytes, adjacent.
    Numbers {
        /// The first byte in the row.
        row: usize,
        /// The first number or byte in the vector.
        vector: usize,
        /// The number of numbers.
        count: usize,
    },
    /// A number of fewer bytes in the row: the upper ones of the eight. The lower ones are lost in the row, and with
    /// them precision. The kind of a missing value is in the three upper bytes.
    Short {
        /// The first byte in the row.
        row: usize,
        /// The number of bytes that are copied.
        length: usize,
        /// The first number or byte in the vector.
        vector: usize,
    },
    /// Character values, padded with blanks at the destination.
    Text {
        /// The first byte in the row.
        row: usize,
        /// The first number or byte in the vector.
        vector: usize,
        /// The number of bytes that are copied.
        length: usize,
        /// The number of blanks that follow them.
        blanks: usize,
    },
    /// A character value of the row that is longer than its place in the vector.
    Cut {
        /// The first byte in the row.
        row: usize,
        /// The length of the value in the row.
        in_row: usize,
        /// The first number or byte in the vector.
        vector: usize,
        /// The number of bytes that are copied.
        length: usize,
    },
}

/// The direction of copies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Destination {
    /// From rows into the vector.
    Vector,
    /// From the vector into rows.
    Row,
}

/// Returns the copies between columns and slots, in the order of the row. Returns `None` if a column does not exist or
/// is of another kind than its slot.
pub fn moves(pairs: impl Iterator<Item = (u32, Slot)>, schema: &Schema, destination: Destination) -> Option<Vec<Move>> {
    let mut moves = Vec::with_capacity(pairs.size_hint().0);
    for (column, slot) in pairs {
        let column = schema.variables().get(column as usize)?;
        let (row, in_row) = (column.offset as usize, column.length as usize);
        moves.push(match (slot, column.kind) {
            (Slot::Number(slot), Kind::Number) => {
                let vector = slot.0 as usize;
                match in_row {
                    8 => Move::Numbers { row, vector, count: 1 },
                    _ => Move::Short {
                        row,
                        length: in_row.min(8),
                        vector,
                    },
                }
            }
            (Slot::Text(slot), Kind::Text) if destination == Destination::Vector && in_row > slot.length as usize => {
                Move::Cut {
                    row,
                    in_row,
                    vector: slot.start as usize,
                    length: slot.length as usize,
                }
            }
            (Slot::Text(slot), Kind::Text) => {
                let in_vector = slot.length as usize;
                let length = in_row.min(in_vector);
                let whole = match destination {
                    Destination::Vector => in_vector,
                    Destination::Row => in_row,
                };
                Move::Text {
                    row,
                    vector: slot.start as usize,
                    length,
                    blanks: whole - length,
                }
            }
            _ => return None,
        });
    }
    moves.sort_by_key(Move::row);
    moves.dedup_by(|next, before| before.takes_in(next));
    Some(moves)
}

impl Move {
    fn row(&self) -> usize {
        match *self {
            Self::Numbers { row, .. } | Self::Short { row, .. } | Self::Text { row, .. } | Self::Cut { row, .. } => row,
        }
    }

    /// Extends this copy by the next one if they are adjacent. Returns whether it did.
    fn takes_in(&mut self, next: &Self) -> bool {
        match (self, next) {
            (
                Self::Numbers { row, vector, count },
                Self::Numbers {
                    row: next_row,
                    vector: next_vector,
                    count: more,
                },
            ) if *row + 8 * *count == *next_row && *vector + *count == *next_vector => {
                *count += more;
                true
            }
            (
                Self::Text {
                    row,
                    vector,
                    length,
                    blanks: 0,
                },
                Self::Text {
                    row: next_row,
                    vector: next_vector,
                    length: more,
                    blanks: 0,
                },
            ) if *row + *length == *next_row && *vector + *length == *next_vector => {
                *length += more;
                true
            }
            _ => false,
        }
    }
}
