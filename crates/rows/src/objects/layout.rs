//! The key and the data of a hash table: which variables they are, and how their values are kept.
//!
//! In a key, numbers are bytes in their order, so that keys are equal and ordered as their bytes are.

use feedrate_dataset::key::{fill, from_sortable, sortable};
use feedrate_program::{DataStep, Slot};
use feedrate_values::value::split_character;

use crate::vector::values::Values;

/// A variable of a key or of the data.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Field {
    /// Its name as the program wrote it in the step.
    pub(super) name: String,
    /// The slot of its value.
    pub(super) slot: Slot,
    /// The index of the variable in the vector; `None` for an object.
    pub(super) variable: Option<usize>,
    /// Its first byte in the key or in the data.
    pub(super) start: usize,
    /// Its bytes there.
    pub(super) length: usize,
}

/// The key and the data of a hash table.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    pub(super) keys: Vec<Field>,
    pub(super) data: Vec<Field>,
    /// True if the data are the key, because none were defined.
    pub(super) data_are_keys: bool,
}

/// Returns the fields of variables, by their names.
///
/// # Errors
///
/// Returns the name that no variable of the step has.
pub(super) fn fields<'n>(step: &DataStep, names: &'n [String]) -> Result<Vec<Field>, &'n str> {
    let mut start = 0;
    let fields = names.iter().map(|name| {
        let mut variables = step.vector.variables.iter().enumerate();
        let variable = variables.find(|(_, variable)| variable.name.eq_ignore_ascii_case(name));
        let mut objects = step.objects.iter();
        let (name, slot, variable) = match variable {
            Some((index, variable)) => (&variable.name, variable.slot, Some(index)),
            None => match objects.find(|object| object.name.eq_ignore_ascii_case(name)) {
                Some(object) => (&object.name, Slot::Number(object.slot), None),
                None => return Err(name.as_str()),
            },
        };
        let length = slot.bytes() as usize;
        let field = Field {
            name: name.clone(),
            slot,
            variable,
            start,
            length,
        };
        start += length;
        Ok(field)
    });
    fields.collect()
}

/// Returns the bytes of fields.
pub(super) fn length(fields: &[Field]) -> usize {
    fields.last().map_or(0, |field| field.start + field.length)
}

impl Field {
    /// Sets the value in a key to a number.
    pub(super) fn set_key_number(&self, key: &mut [u8], number: f64) {
        if let Some(bytes) = key[self.start..].first_chunk_mut() {
            *bytes = sortable(number).to_be_bytes();
        }
    }

    /// Sets the value in the data to a number.
    pub(super) fn set_number(&self, data: &mut [u8], number: f64) {
        if let Some(bytes) = data[self.start..].first_chunk_mut() {
            *bytes = number.to_le_bytes();
        }
    }

    /// Sets the value to a text, cut or padded. A character of UTF-8 that the cut would split is left out.
    pub(super) fn set_text(&self, row: &mut [u8], text: &[u8]) {
        let whole = split_character(text, self.length).unwrap_or(text.len());
        fill(&mut row[self.start..self.start + self.length], &text[..whole]);
    }

    /// Returns the bytes of the value.
    pub(super) fn bytes<'d>(&self, row: &'d [u8]) -> &'d [u8] {
        &row[self.start..self.start + self.length]
    }
}

impl Layout {
    /// Returns the bytes of a key.
    pub(super) fn key_bytes(&self) -> usize {
        length(&self.keys)
    }

    /// Returns the bytes of the data.
    pub(super) fn data_bytes(&self) -> usize {
        length(&self.data)
    }

    /// Sets `key` to that of the variables.
    #[inline]
    pub(super) fn key_of(&self, values: &Values, key: &mut Vec<u8>) {
        key.resize(self.key_bytes(), 0);
        for field in &self.keys {
            match field.slot {
                Slot::Number(slot) => field.set_key_number(key, values.number(slot)),
                Slot::Text(slot) => key[field.start..field.start + field.length].copy_from_slice(values.text(slot)),
            }
        }
    }

    /// Copies the variables into data.
    #[inline]
    pub(super) fn store(&self, values: &Values, data: &mut [u8]) {
        for field in &self.data {
            match field.slot {
                Slot::Number(slot) => field.set_number(data, values.number(slot)),
                Slot::Text(slot) => data[field.start..field.start + field.length].copy_from_slice(values.text(slot)),
            }
        }
    }

    /// Copies data into the variables.
    #[inline]
    pub(super) fn load(&self, data: &[u8], values: &mut Values) {
        for field in &self.data {
            let bytes = field.bytes(data);
            match field.slot {
                Slot::Number(slot) => {
                    if let Some(bytes) = bytes.first_chunk() {
                        values.set_number(slot, f64::from_le_bytes(*bytes));
                    }
                }
                Slot::Text(slot) => values.text_mut(slot).copy_from_slice(bytes),
            }
        }
    }

    /// Copies a key into the data that are the key.
    pub(super) fn store_key(&self, key: &[u8], data: &mut [u8]) {
        for (from, to) in self.keys.iter().zip(&self.data) {
            let bytes = from.bytes(key);
            match from.slot {
                Slot::Number(_) => {
                    if let Some(bytes) = bytes.first_chunk() {
                        to.set_number(data, from_sortable(u64::from_be_bytes(*bytes)));
                    }
                }
                Slot::Text(_) => to.set_text(data, bytes),
            }
        }
    }

    /// Returns whether another one has the same variables of the same lengths.
    pub(super) fn is_like(&self, other: &Self) -> bool {
        let alike = |own: &[Field], others: &[Field]| {
            let mut pairs = own.iter().zip(others);
            own.len() == others.len()
                && pairs.all(|(own, other)| {
                    own.name.eq_ignore_ascii_case(&other.name)
                        && own.slot.kind() == other.slot.kind()
                        && own.length == other.length
                })
        };
        alike(&self.keys, &other.keys) && alike(&self.data, &other.data)
    }
}
