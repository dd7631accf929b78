//! The first pass, which finds the new variables.

use std::collections::HashMap;

use feedrate_dataset::schema::{LONGEST_NAME, MOST_VARIABLES, SchemaError};
use feedrate_dataset::{Schema, Variable};
use feedrate_program::{DataStep, NumberSlot, Slot, Store, TextSlot};
use feedrate_rows::{Runtime, StepResult, Values};
use feedrate_values::Kind;
use feedrate_values::format::Format;

use super::fault::TransposeFault;
use super::request::{ReadEvent, Transpose};

/// The new variables.
#[derive(Debug)]
pub(super) struct Columns<'m> {
    transpose: &'m Transpose,
    /// The name and label of each.
    columns: Vec<(String, String)>,
    /// The variable of each ID value, by its formatted value.
    of_id: HashMap<Vec<u8>, u32>,
    /// The variables by name in upper case.
    of_name: HashMap<String, u32>,
    /// The last BY group in which each variable occurred, and `group`, the current one, counted from 1.
    met_in: Vec<u64>,
    group: u64,
    /// The number of observations in the current BY group.
    observations: usize,
    /// The ID values of an observation.
    id: Vec<u8>,
    /// The number of observations with a missing ID value.
    pub without_id: u64,
    /// The number of observations with the ID value of an earlier one in the BY group.
    pub repeated: u64,
}

/// The slots of the new variables: the first, and their number.
#[derive(Clone, Copy, Debug)]
pub(super) struct NewSlots {
    pub first: Slot,
    pub count: usize,
}

impl<'m> Columns<'m> {
    pub(super) fn new(transpose: &'m Transpose) -> Self {
        Self {
            transpose,
            columns: Vec::new(),
            of_id: HashMap::new(),
            of_name: HashMap::new(),
            met_in: Vec::new(),
            group: 1,
            observations: 0,
            id: Vec::new(),
            without_id: 0,
            repeated: 0,
        }
    }

    /// Handles an observation or the end of a BY group.
    pub(super) fn take(&mut self, runtime: &mut Runtime<'_, '_>, event: ReadEvent) -> StepResult<()> {
        if event == ReadEvent::EndOfGroup {
            self.group += 1;
            self.observations = 0;
            return Ok(());
        }
        let values = &runtime.core.values;
        if self.transpose.ids.is_empty() {
            self.observations += 1;
            if self.observations > self.columns.len() {
                let prefix = self.transpose.prefix.as_deref().unwrap_or("COL");
                let suffix = &self.transpose.suffix;
                let name = format!("{prefix}{}{suffix}", self.observations);
                self.add(cut(name), String::new())?;
            }
            return Ok(());
        }
        let mut id = std::mem::take(&mut self.id);
        let is_there = self.transpose.read_id(values, &mut id);
        let found = self.of_id.get(&id).copied();
        self.id = id;
        if !is_there {
            self.without_id += 1;
            return Ok(());
        }
        let column = match found {
            Some(column) => column,
            None => {
                let name = self.transpose.name_of_id(values);
                let upper = name.to_uppercase();
                let column = match self.of_name.get(&upper) {
                    Some(&column) => column,
                    None => {
                        let label = self.transpose.id_label.as_ref();
                        let label = label.map(|(slot, format)| shown(format, values, *slot));
                        self.add(name, label.unwrap_or_default())?
                    }
                };
                self.of_id.insert(self.id.clone(), column);
                column
            }
        };
        let met_in = &mut self.met_in[column as usize];
        if std::mem::replace(met_in, self.group) == self.group {
            if !self.transpose.keep_last {
                let (name, _) = &self.columns[column as usize];
                return Err(TransposeFault::IdTwice(name.clone()).into());
            }
            self.repeated += 1;
        }
        Ok(())
    }

    fn add(&mut self, name: String, label: String) -> StepResult<u32> {
        let column = self.columns.len() as u32;
        if self.columns.len() >= MOST_VARIABLES {
            let error = SchemaError::TooMany {
                count: self.columns.len() + 1,
            };
            return Err(TransposeFault::Columns(error).into());
        }
        self.of_name.insert(name.to_uppercase(), column);
        self.columns.push((name, label));
        self.met_in.push(0);
        Ok(column)
    }

    /// Returns whether there is a variable of that name.
    pub(super) fn has(&self, name: &str) -> bool {
        self.of_name.contains_key(&name.to_uppercase())
    }

    /// Returns the variable for the ID value of an observation; `None` if that is missing.
    pub(super) fn column_of(&self, values: &Values, id: &mut Vec<u8>) -> Option<u32> {
        match self.transpose.read_id(values, id) {
            true => self.of_id.get(id).copied(),
            false => None,
        }
    }

    /// Returns the step that creates the data set with all variables, and the slots of the new ones.
    pub(super) fn step(&self) -> StepResult<(DataStep, NewSlots)> {
        let mut step = self.transpose.step.clone();
        let count = self.columns.len() as u32;
        let too_long = || {
            let name = self.columns.first().map(|(name, _)| name.clone());
            TransposeFault::Columns(SchemaError::Name {
                name: name.unwrap_or_default(),
            })
        };
        let vector = &mut step.vector;
        let slots: Vec<Slot> = match self.transpose.text_bytes {
            None => {
                let first = vector.numbers;
                vector.numbers = first.checked_add(count).ok_or_else(too_long)?;
                let slots = first..vector.numbers;
                slots.map(|slot| Slot::Number(NumberSlot(slot))).collect()
            }
            Some(length) => {
                let first = vector.text_bytes;
                let bytes = count.checked_mul(length).ok_or_else(too_long)?;
                vector.text_bytes = first.checked_add(bytes).ok_or_else(too_long)?;
                let starts = (first..vector.text_bytes).step_by(length.max(1) as usize);
                let slots = starts.map(|start| Slot::Text(TextSlot { start, length }));
                slots.collect()
            }
        };
        let none = match self.transpose.text_bytes {
            None => Slot::Number(NumberSlot(0)),
            Some(_) => Slot::Text(TextSlot { start: 0, length: 0 }),
        };
        let place = NewSlots {
            first: slots.first().copied().unwrap_or(none),
            count: slots.len(),
        };
        for write in &mut step.writes {
            let mut variables = write.schema.variables().to_vec();
            for ((name, label), &slot) in self.columns.iter().zip(&slots) {
                let Some(name) = self.transpose.chosen.name_of(name) else {
                    continue;
                };
                let column = variables.len() as u32;
                write.stores.push(Store { slot, column });
                let mut variable = match self.transpose.text_bytes {
                    None => Variable::number(name),
                    Some(length) => Variable::text(name, length),
                };
                variable.label.clone_from(label);
                variable.format.clone_from(&self.transpose.format);
                variables.push(variable);
            }
            write.schema = Schema::lay_out(variables).map_err(TransposeFault::Columns)?;
            write.indexes.clone_from(&self.transpose.chosen.indexes);
        }
        Ok((step, place))
    }
}

impl Transpose {
    /// Writes the formatted ID values of an observation; returns false if all of them are missing.
    fn read_id(&self, values: &Values, id: &mut Vec<u8>) -> bool {
        id.clear();
        let mut is_there = false;
        for (slot, format) in &self.ids {
            let value = values.value(*slot);
            is_there |= !value.is_missing();
            format.write(value, id);
            id.push(0);
        }
        is_there
    }

    /// Returns the name of the variable for an observation.
    fn name_of_id(&self, values: &Values) -> String {
        let mut name = self.prefix.clone().unwrap_or_default();
        for (place, (slot, format)) in self.ids.iter().enumerate() {
            if place > 0 {
                name.push_str(&self.delimiter);
            }
            for letter in shown(format, values, *slot).chars() {
                name.push(match (slot.kind(), letter) {
                    (Kind::Number, '+') => 'P',
                    (Kind::Number, '-') => 'N',
                    (Kind::Number, '.') => 'D',
                    (_, letter) if letter.is_ascii_alphanumeric() => letter,
                    _ => '_',
                });
            }
        }
        name.push_str(&self.suffix);
        if !name.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_') {
            name.insert(0, '_');
        }
        cut(name)
    }
}

/// Truncates a name to the maximum length.
fn cut(mut name: String) -> String {
    let mut end = name.len().min(LONGEST_NAME);
    while !name.is_char_boundary(end) {
        end -= 1;
    }
    name.truncate(end);
    name
}

fn shown(format: &Format, values: &Values, slot: Slot) -> String {
    let text = format.text(values.value(slot));
    String::from_utf8_lossy(&text).trim().to_owned()
}
