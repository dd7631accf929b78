//! Copies the vector into rows of a data set.

use feedrate_dataset::Schema;
use feedrate_program::Store;

use super::moves::{Destination, Move, moves};
use super::values::Values;

/// Copies a vector into rows of a data set. Bytes behind the last value of a row are cleared by the writer.
#[derive(Clone, Debug, Default)]
pub struct Storer {
    moves: Vec<Move>,
}

impl Storer {
    /// Returns `None` if a store refers to no column or to one of the other kind.
    pub fn new(stores: &[Store], schema: &Schema) -> Option<Self> {
        let pairs = stores.iter().map(|store| (store.column, store.slot));
        let moves = moves(pairs, schema, Destination::Row)?;
        Some(Self { moves })
    }

    /// Returns the moves, in the order of the row.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// Copies a row.
    #[inline]
    pub fn store(&self, values: &Values, row: &mut [u8]) {
        for step in &self.moves {
            match *step {
                Move::Numbers {
                    row: to,
                    vector: from,
                    count,
                } => {
                    let bytes = &mut row[to..to + 8 * count];
                    let numbers = &values.numbers[from..from + count];
                    for (bytes, number) in bytes.as_chunks_mut::<8>().0.iter_mut().zip(numbers) {
                        *bytes = number.to_le_bytes();
                    }
                }
                Move::Short {
                    row: to,
                    length,
                    vector: from,
                } => {
                    let whole = values.numbers[from].to_le_bytes();
                    row[to..to + length].copy_from_slice(&whole[8 - length..]);
                }
                Move::Text {
                    row: to,
                    vector: from,
                    length,
                    blanks,
                } => {
                    let text = &mut row[to..to + length + blanks];
                    text[..length].copy_from_slice(&values.text[from..from + length]);
                    text[length..].fill(b' ');
                }
                // Only from a row.
                Move::Cut { .. } => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use feedrate_dataset::Variable;
    use proptest::prelude::*;

    use super::*;
    use crate::vector::load::Loader;
    use feedrate_program::{Load, NumberSlot, Slot, TextSlot, Vector};

    /// Returns variables of these kinds and lengths, each with a slot of the same length.
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
        fn what_is_stored_is_loaded_again(
            lengths in prop::collection::vec((any::<bool>(), 0_u32..9), 1..12),
            seed: u64,
        ) {
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
        let schema = Schema::lay_out(vec![short, Variable::text("a", 2), Variable::text("b", 4)]).unwrap();
        let slots = [
            Slot::Number(NumberSlot(0)),
            Slot::Text(TextSlot { start: 0, length: 3 }),
            Slot::Text(TextSlot { start: 0, length: 3 }),
        ];
        let stores: Vec<_> = (0..).zip(slots).map(|(column, slot)| Store { slot, column }).collect();
        let values = Values {
            numbers: vec![1.1],
            text: b"xyz".to_vec(),
            ..Values::default()
        };
        let mut row = vec![0; schema.row_length() as usize];
        Storer::new(&stores, &schema).unwrap().store(&values, &mut row);
        assert_eq!(row[..3], 1.1_f64.to_le_bytes()[5..]);
        assert_eq!(&row[3..9], b"xyxyz ");
    }
}
