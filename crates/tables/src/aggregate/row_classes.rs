//! The locations of class values in a row.
//!
//! Most class values are read directly from the row: copying them into a vector and from there into a key takes
//! longer than all other work on a row that is only counted.

use feedrate_dataset::Schema;
use feedrate_program::{Slot, Source};
use feedrate_rows::Values;
use feedrate_values::{Kind, Value};

use super::request::Aggregation;

/// The locations of the class values.
#[derive(Debug)]
pub(super) struct RowClasses {
    places: Vec<ClassPosition>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ClassPosition {
    /// A character value in the row, from start to end.
    Text(usize, usize),
    /// A number of eight bytes in the row, at this offset.
    Number(usize),
    /// In the vector, because the value has another length there.
    Loaded(Slot),
}

impl RowClasses {
    /// Returns `None` if a variable does not exist or has another kind.
    pub(super) fn new(aggregation: &Aggregation, source: &Source, schema: &Schema) -> Option<Self> {
        let places = aggregation.classes.iter().map(|class| {
            let slot = class.slot;
            let load = source.loads.iter().find(|load| load.slot == slot)?;
            let column = schema.variables().get(load.column as usize)?;
            let (at, length) = (column.offset as usize, column.length as usize);
            match (slot, column.kind) {
                (Slot::Text(text), Kind::Text) if text.length == column.length => {
                    Some(ClassPosition::Text(at, at + length))
                }
                (Slot::Number(_), kind) if kind != Kind::Text && length == 8 => Some(ClassPosition::Number(at)),
                (Slot::Number(_), Kind::Text) => None,
                (Slot::Text(_), kind) if kind != Kind::Text => None,
                _ => Some(ClassPosition::Loaded(slot)),
            }
        });
        Some(Self {
            places: places.collect::<Option<_>>()?,
        })
    }

    /// Returns the slots that must be loaded into the vector.
    pub(super) fn loaded(&self) -> impl Iterator<Item = Slot> {
        self.places.iter().filter_map(|place| match *place {
            ClassPosition::Loaded(slot) => Some(slot),
            _ => None,
        })
    }

    /// Returns the value of a class variable from the row or, if it was loaded, from the vector.
    #[inline]
    pub(super) fn value<'v>(&self, class: usize, row: &'v [u8], values: &'v Values) -> Value<'v> {
        match self.places[class] {
            ClassPosition::Text(start, end) => Value::Text(&row[start..end]),
            ClassPosition::Number(start) => {
                let bytes = row[start..].first_chunk().copied();
                Value::Number(f64::from_le_bytes(bytes.unwrap_or_default()))
            }
            ClassPosition::Loaded(slot) => values.value(slot),
        }
    }
}
