//! The vector into rows of a data set.

use std::ops::Range;

use feedrate_dataset::Schema;
use feedrate_values::Kind;

use crate::data::values::Values;
use crate::ir::{Slot, Store};

/// How a vector gets into rows of a data set.
#[derive(Clone, Debug, Default)]
pub(crate) struct Storer {
    moves: Vec<Move>,
    /// What is behind the last value of a row. It is zero, so that nothing of old pages gets into files.
    padding: Range<usize>,
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
    /// A number of fewer bytes: the lower ones of the eight are lost, and with them what it has of
    /// precision there. What a missing value is stands in the three upper ones.
    Short {
        from: usize,
        to: usize,
        length: usize,
    },
    /// Text, and blanks behind it.
    Text {
        from: usize,
        to: usize,
        length: usize,
        blanks: usize,
    },
}

impl Storer {
    /// `None` when a store is to no column, or to one of the other kind.
    pub(crate) fn new(stores: &[Store], schema: &Schema) -> Option<Self> {
        let mut moves = Vec::with_capacity(stores.len());
        for store in stores {
            let column = schema.variables().get(store.column as usize)?;
            let (to, length) = (column.offset as usize, column.length as usize);
            moves.push(match (store.slot, column.kind) {
                (Slot::Number(slot), Kind::Number) => {
                    let from = slot.0 as usize;
                    match length {
                        8 => Move::Numbers { from, to, count: 1 },
                        _ => Move::Short {
                            from,
                            to,
                            length: length.min(8),
                        },
                    }
                }
                (Slot::Text(slot), Kind::Text) => {
                    let whole = length;
                    let length = whole.min(slot.length as usize);
                    Move::Text {
                        from: slot.start as usize,
                        to,
                        length,
                        blanks: whole - length,
                    }
                }
                _ => return None,
            });
        }
        moves.sort_by_key(Move::to);
        moves.dedup_by(|next, before| before.takes_in(next));
        let padding = schema.end_of_values() as usize..schema.row_length() as usize;
        Some(Self { moves, padding })
    }

    /// Moves a row.
    #[inline]
    pub(crate) fn store(&self, values: &Values, row: &mut [u8]) {
        row[self.padding.clone()].fill(0);
        for step in &self.moves {
            match *step {
                Move::Numbers { from, to, count } => {
                    let bytes = &mut row[to..to + 8 * count];
                    let numbers = &values.numbers[from..from + count];
                    for (bytes, number) in bytes.as_chunks_mut::<8>().0.iter_mut().zip(numbers) {
                        *bytes = number.to_le_bytes();
                    }
                }
                Move::Short { from, to, length } => {
                    let whole = values.numbers[from].to_le_bytes();
                    row[to..to + length].copy_from_slice(&whole[8 - length..]);
                }
                Move::Text {
                    from,
                    to,
                    length,
                    blanks,
                } => {
                    let text = &mut row[to..to + length + blanks];
                    text[..length].copy_from_slice(&values.text[from..from + length]);
                    text[length..].fill(b' ');
                }
            }
        }
    }
}

impl Move {
    fn to(&self) -> usize {
        match *self {
            Self::Numbers { to, .. } | Self::Short { to, .. } | Self::Text { to, .. } => to,
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
            ) if *to + 8 * *count == *next_to && *from + *count == *next_from => {
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
            ) if *to + *length == *next_to && *from + *length == *next_from => {
                *length += more;
                true
            }
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use feedrate_dataset::Variable;
    use proptest::prelude::*;

    use super::super::load::Loader;
    use super::*;
    use crate::ir::{Load, NumberSlot, TextSlot, Vector};

    /// Variables of any kind and length, each with a slot as long as itself.
    fn columns(lengths: &[(bool, u32)]) -> (Schema, Vec<Store>, Vector) {
        let mut vector = Vector::default();
        let mut variables = Vec::new();
        let mut stores = Vec::new();
        for (column, &(is_number, length)) in lengths.iter().enumerate() {
            let slot = if is_number {
                let mut variable = Variable::number(format!("v{column}"));
                variable.length = 3 + length % 6;
                variables.push(variable);
                vector.numbers += 1;
                Slot::Number(NumberSlot(vector.numbers - 1))
            } else {
                variables.push(Variable::text(format!("v{column}"), length + 1));
                let slot = TextSlot {
                    start: vector.text_bytes,
                    length: length + 1,
                };
                vector.text_bytes += length + 1;
                Slot::Text(slot)
            };
            stores.push(Store {
                slot,
                column: column as u32,
            });
        }
        (Schema::lay_out(variables).unwrap(), stores, vector)
    }

    proptest! {
        #[test]
        fn what_is_stored_is_loaded_again(lengths in prop::collection::vec((any::<bool>(), 0_u32..9), 1..12), seed: u64) {
            let (schema, stores, vector) = columns(&lengths);
            let mut values = Values::new(&vector);
            for (index, number) in values.numbers.iter_mut().enumerate() {
                // Whole numbers of a few bits fit into three bytes.
                *number = (seed.rotate_left(index as u32) % 1000) as f64;
            }
            for (index, byte) in values.text.iter_mut().enumerate() {
                *byte = b'a' + (seed.rotate_left(index as u32) % 26) as u8;
            }
            let mut row = vec![0xEE; schema.row_length() as usize];
            Storer::new(&stores, &schema).unwrap().store(&values, &mut row);
            let loads: Vec<_> =
                stores.iter().map(|store| Load { column: store.column, slot: store.slot }).collect();
            let mut back = Values::new(&vector);
            Loader::new(&loads, &schema).unwrap().load(&row, &mut back);
            prop_assert_eq!(values.numbers, back.numbers);
            prop_assert_eq!(values.text, back.text);
        }
    }

    #[test]
    fn text_is_cut_or_padded_and_short_numbers_lose_their_end() {
        let mut short = Variable::number("s");
        short.length = 3;
        let schema =
            Schema::lay_out(vec![short, Variable::text("a", 2), Variable::text("b", 4)]).unwrap();
        let slots = [
            Slot::Number(NumberSlot(0)),
            Slot::Text(TextSlot {
                start: 0,
                length: 3,
            }),
            Slot::Text(TextSlot {
                start: 0,
                length: 3,
            }),
        ];
        let stores: Vec<_> = (0..)
            .zip(slots)
            .map(|(column, slot)| Store { slot, column })
            .collect();
        let values = Values {
            numbers: vec![1.1],
            text: b"xyz".to_vec(),
        };
        let mut row = vec![0; schema.row_length() as usize];
        Storer::new(&stores, &schema)
            .unwrap()
            .store(&values, &mut row);
        assert_eq!(row[..3], 1.1_f64.to_le_bytes()[5..]);
        assert_eq!(&row[3..9], b"xyxyz ");
    }
}
