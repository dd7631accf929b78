//! Copies rows of a data set into the vector.

use feedrate_dataset::Schema;
use feedrate_dataset::key::widen;
use feedrate_program::{Load, TextSlot};

use super::moves::{Destination, Move, moves};
use super::values::Values;

/// Copies rows of a data set into a vector.
#[derive(Clone, Debug, Default)]
pub struct Loader {
    moves: Vec<Move>,
}

impl Loader {
    /// Returns `None` if a load refers to no column or to one of the other kind.
    pub fn new(loads: &[Load], schema: &Schema) -> Option<Self> {
        let pairs = loads.iter().map(|load| (load.column, load.slot));
        let moves = moves(pairs, schema, Destination::Vector)?;
        Some(Self { moves })
    }

    /// Returns the moves, in the order of the row.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// Copies a row.
    #[inline]
    pub fn load(&self, row: &[u8], values: &mut Values) {
        for step in &self.moves {
            match *step {
                Move::Numbers {
                    row: from,
                    vector: to,
                    count,
                } => {
                    let bytes = &row[from..from + 8 * count];
                    let numbers = &mut values.numbers[to..to + count];
                    for (number, bytes) in numbers.iter_mut().zip(bytes.as_chunks::<8>().0) {
                        *number = f64::from_le_bytes(*bytes);
                    }
                }
                Move::Short {
                    row: from,
                    length,
                    vector: to,
                } => {
                    values.numbers[to] = widen(&row[from..from + length]);
                }
                Move::Text {
                    row: from,
                    vector: to,
                    length,
                    blanks,
                } => {
                    let text = &mut values.text[to..to + length + blanks];
                    text[..length].copy_from_slice(&row[from..from + length]);
                    text[length..].fill(b' ');
                }
                Move::Cut {
                    row: from,
                    in_row,
                    vector,
                    length,
                } => {
                    let (start, length) = (vector as u32, length as u32);
                    values.set_text(TextSlot { start, length }, &row[from..from + in_row]);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use feedrate_dataset::Variable;
    use feedrate_values::missing::MISSING;

    use super::*;
    use feedrate_program::{NumberSlot, Slot, TextSlot, Vector};

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
                    row: 0,
                    vector: 3,
                    count: 2
                },
                Move::Text {
                    row: 20,
                    vector: 0,
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
            assert_eq!(feedrate_values::missing::letter(wide), Some(Some(letter as char)));
        }
        assert_eq!(
            feedrate_values::missing::letter(widen(&MISSING.to_le_bytes()[5..])),
            Some(None)
        );
    }
}
