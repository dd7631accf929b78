//! Rows of a data set into the vector.
//!
//! Neighbours that stay neighbours move together, so that a row of numbers is one copy.

use feedrate_dataset::Schema;
use feedrate_values::Kind;

use crate::data::values::Values;
use crate::ir::{Load, Slot};

/// How rows of a data set get into a vector.
#[derive(Clone, Debug, Default)]
pub(crate) struct Loader {
    moves: Vec<Move>,
}

/// A part of a row that moves in one piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Move {
    /// Numbers of eight bytes, side by side.
    Numbers {
        from: usize,
        to: usize,
        count: usize,
    },
    /// A number of fewer bytes: the upper ones of the eight.
    Short {
        from: usize,
        length: usize,
        to: usize,
    },
    /// Text, and blanks behind it.
    Text {
        from: usize,
        to: usize,
        length: usize,
        blanks: usize,
    },
}

impl Loader {
    /// Says which load is of no column, or of one of the other kind, by `None`.
    pub(crate) fn new(loads: &[Load], schema: &Schema) -> Option<Self> {
        let mut moves = Vec::with_capacity(loads.len());
        for load in loads {
            let column = schema.variables().get(load.column as usize)?;
            let (from, length) = (column.offset as usize, column.length as usize);
            moves.push(match (load.slot, column.kind) {
                (Slot::Number(slot), Kind::Number) => {
                    let to = slot.0 as usize;
                    match length {
                        8 => Move::Numbers { from, to, count: 1 },
                        _ => Move::Short {
                            from,
                            length: length.min(8),
                            to,
                        },
                    }
                }
                (Slot::Text(slot), Kind::Text) => {
                    let whole = slot.length as usize;
                    let length = length.min(whole);
                    Move::Text {
                        from,
                        to: slot.start as usize,
                        length,
                        blanks: whole - length,
                    }
                }
                _ => return None,
            });
        }
        moves.sort_by_key(Move::from);
        moves.dedup_by(|next, before| before.takes_in(next));
        Some(Self { moves })
    }

    /// Moves a row.
    #[inline]
    pub(crate) fn load(&self, row: &[u8], values: &mut Values) {
        for step in &self.moves {
            match *step {
                Move::Numbers { from, to, count } => {
                    let bytes = &row[from..from + 8 * count];
                    let numbers = &mut values.numbers[to..to + count];
                    for (number, bytes) in numbers.iter_mut().zip(bytes.as_chunks::<8>().0) {
                        *number = f64::from_le_bytes(*bytes);
                    }
                }
                Move::Short { from, length, to } => {
                    values.numbers[to] = widen(&row[from..from + length]);
                }
                Move::Text {
                    from,
                    to,
                    length,
                    blanks,
                } => {
                    let text = &mut values.text[to..to + length + blanks];
                    text[..length].copy_from_slice(&row[from..from + length]);
                    text[length..].fill(b' ');
                }
            }
        }
    }
}

impl Move {
    fn from(&self) -> usize {
        match *self {
            Self::Numbers { from, .. } | Self::Short { from, .. } | Self::Text { from, .. } => from,
        }
    }

    /// Whether the next move is now a part of this one.
    fn takes_in(&mut self, next: &Self) -> bool {
        match (self, next) {
            (
                Self::Numbers { from, to, count },
                Self::Numbers {
                    from: next_from,
                    to: next_to,
                    count: more,
                },
            ) if *from + 8 * *count == *next_from && *to + *count == *next_to => {
                *count += more;
                true
            }
            (
                Self::Text {
                    from,
                    to,
                    length,
                    blanks: 0,
                },
                Self::Text {
                    from: next_from,
                    to: next_to,
                    length: more,
                    blanks: 0,
                },
            ) if *from + *length == *next_from && *to + *length == *next_to => {
                *length += more;
                true
            }
            _ => false,
        }
    }
}

/// A number from its upper bytes, the lowest of them first.
pub(crate) fn widen(bytes: &[u8]) -> f64 {
    let mut whole = [0; 8];
    let length = bytes.len().min(8);
    whole[8 - length..].copy_from_slice(&bytes[..length]);
    f64::from_le_bytes(whole)
}

#[cfg(test)]
mod tests {
    use feedrate_dataset::Variable;
    use feedrate_values::missing::MISSING;

    use super::*;
    use crate::ir::{NumberSlot, TextSlot, Vector};

    fn number(column: u32, slot: u32) -> Load {
        Load {
            column,
            slot: Slot::Number(NumberSlot(slot)),
        }
    }

    fn text(column: u32, start: u32, length: u32) -> Load {
        Load {
            column,
            slot: Slot::Text(TextSlot { start, length }),
        }
    }

    fn schema() -> Schema {
        let mut short = Variable::number("s");
        short.length = 4;
        Schema::lay_out(vec![
            Variable::number("a"),
            Variable::number("b"),
            short,
            Variable::text("c", 2),
            Variable::text("d", 3),
        ])
        .unwrap()
    }

    #[test]
    fn neighbours_move_together() {
        let loads = [number(1, 4), number(0, 3), text(3, 0, 2), text(4, 2, 3)];
        let loader = Loader::new(&loads, &schema()).unwrap();
        assert_eq!(
            loader.moves,
            [
                Move::Numbers {
                    from: 0,
                    to: 3,
                    count: 2
                },
                Move::Text {
                    from: 20,
                    to: 0,
                    length: 5,
                    blanks: 0
                }
            ]
        );
    }

    #[test]
    fn rows_arrive_whole_cut_or_padded() {
        let loads = [number(0, 1), number(2, 0), text(3, 0, 1), text(4, 1, 5)];
        let loader = Loader::new(&loads, &schema()).unwrap();
        let mut values = Values::new(&Vector {
            numbers: 2,
            text_bytes: 6,
            ..Vector::default()
        });
        let mut row = 1.5_f64.to_le_bytes().to_vec();
        row.extend(2.5_f64.to_le_bytes());
        row.extend(&(-3.0_f64).to_le_bytes()[4..]);
        row.extend(b"xyuvw");
        loader.load(&row, &mut values);
        assert_eq!(values.numbers, [-3.0, 1.5]);
        assert_eq!(values.text, b"xuvw  ");
    }

    #[test]
    fn a_column_of_the_other_kind_is_refused() {
        assert!(Loader::new(&[number(3, 0)], &schema()).is_none());
        assert!(Loader::new(&[number(9, 0)], &schema()).is_none());
    }

    #[test]
    fn missing_values_survive_in_three_bytes() {
        for letter in (b'A'..=b'Z').chain([b'_']) {
            let missing = feedrate_values::missing::special(letter).unwrap();
            let wide = widen(&missing.to_le_bytes()[5..]);
            assert_eq!(
                feedrate_values::missing::letter(wide),
                Some(Some(letter as char))
            );
        }
        assert_eq!(
            feedrate_values::missing::letter(widen(&MISSING.to_le_bytes()[5..])),
            Some(None)
        );
    }
}
