//! The second pass, which transposes the observations of a BY group.

use feedrate_program::Slot;
use feedrate_rows::{Fault, Runtime, StepResult, Values};
use feedrate_values::Value;
use feedrate_values::missing::MISSING;

use super::columns::{Columns, NewSlots};
use super::request::{ReadEvent, Transpose};

/// The values of a BY group, variable by variable.
#[derive(Debug)]
pub(super) struct Group<'m, 'c> {
    transpose: &'m Transpose,
    columns: &'c Columns<'m>,
    place: NewSlots,
    /// The values of the first variable in all new columns, then those of the second, and so on: numbers or, in
    /// `texts`, character values of one length.
    numbers: Vec<f64>,
    texts: Vec<u8>,
    /// The length of a character value.
    length: usize,
    /// The values of COPY variables of the first observation, then those of the second, and so on.
    copied_numbers: Vec<f64>,
    copied_texts: Vec<u8>,
    observations: usize,
    memory: usize,
    id: Vec<u8>,
    cell: Vec<u8>,
}

impl<'m, 'c> Group<'m, 'c> {
    /// Returns an empty group, with a limit of `memory` bytes.
    pub(super) fn new(
        transpose: &'m Transpose,
        columns: &'c Columns<'m>,
        place: NewSlots,
        memory: usize,
    ) -> StepResult<Self> {
        let cells = transpose.variables.len().saturating_mul(place.count);
        let length = transpose.text_bytes.unwrap_or(0) as usize;
        let each = transpose.text_bytes.map_or(size_of::<f64>(), |_| length);
        if cells.saturating_mul(each) > memory {
            return Err(too_much(memory));
        }
        let is_text = transpose.text_bytes.is_some();
        Ok(Self {
            transpose,
            columns,
            place,
            numbers: vec![MISSING; if is_text { 0 } else { cells }],
            texts: vec![b' '; if is_text { cells * length } else { 0 }],
            length,
            copied_numbers: Vec::new(),
            copied_texts: Vec::new(),
            observations: 0,
            memory,
            id: Vec::new(),
            cell: Vec::new(),
        })
    }

    /// Handles an observation or the end of a BY group.
    pub(super) fn take(&mut self, runtime: &mut Runtime<'_, '_>, met: ReadEvent) -> StepResult<()> {
        match met {
            ReadEvent::Observation => self.observation(&runtime.core.values),
            ReadEvent::EndOfGroup => {
                self.write(runtime)?;
                self.numbers.fill(MISSING);
                self.texts.fill(b' ');
                self.copied_numbers.clear();
                self.copied_texts.clear();
                self.observations = 0;
                Ok(())
            }
        }
    }

    fn observation(&mut self, values: &Values) -> StepResult<()> {
        let column = match self.transpose.ids.is_empty() {
            true => Some(self.observations as u32),
            false => self.columns.column_of(values, &mut self.id),
        };
        self.observations += 1;
        for slot in &self.transpose.copies {
            match values.value(*slot) {
                Value::Number(number) => self.copied_numbers.push(number),
                Value::Text(text) => self.copied_texts.extend_from_slice(text),
            }
        }
        let copied = self.copied_texts.len() + size_of::<f64>() * self.copied_numbers.len();
        let held = self.texts.len() + size_of::<f64>() * self.numbers.len();
        if copied > 0 && copied + held > self.memory {
            return Err(too_much(self.memory));
        }
        let column = column.map(|column| column as usize);
        let Some(column) = column.filter(|&column| column < self.place.count) else {
            return Ok(());
        };
        for (row, variable) in self.transpose.variables.iter().enumerate() {
            let at = row * self.place.count + column;
            let value = values.value(variable.slot);
            match (self.transpose.text_bytes, value) {
                (None, Value::Number(number)) => self.numbers[at] = number,
                (None, Value::Text(_)) => {}
                (Some(_), value) => {
                    self.cell.clear();
                    match value {
                        Value::Text(text) => self.cell.extend_from_slice(text),
                        Value::Number(_) => {
                            variable.format.write(value, &mut self.cell);
                        }
                    }
                    let place = &mut self.texts[at * self.length..(at + 1) * self.length];
                    let length = self.cell.len().min(place.len());
                    place.fill(b' ');
                    place[..length].copy_from_slice(&self.cell[..length]);
                }
            }
        }
        Ok(())
    }

    /// Writes the observations of the group. Its BY values are in the vector.
    fn write(&mut self, runtime: &mut Runtime<'_, '_>) -> StepResult<()> {
        let variables = &self.transpose.variables;
        let rows = match self.transpose.copies.is_empty() {
            true => variables.len(),
            false => variables.len().max(self.observations),
        };
        let (mut copied_numbers, mut copied_texts) = (self.copied_numbers.iter(), self.copied_texts.as_slice());
        for row in 0..rows {
            runtime.core.check_stop()?;
            let values = &mut runtime.core.values;
            let variable = variables.get(row);
            let (name, label) = variable.map_or(("", ""), |variable| (variable.name.as_str(), variable.label.as_str()));
            values.set_text(self.transpose.name, name.as_bytes());
            if let Some(slot) = self.transpose.label {
                values.set_text(slot, label.as_bytes());
            }
            for &slot in &self.transpose.copies {
                match slot {
                    Slot::Number(slot) => {
                        values.set_number(slot, copied_numbers.next().copied().unwrap_or(MISSING));
                    }
                    Slot::Text(slot) => {
                        let length = (slot.length as usize).min(copied_texts.len());
                        let (text, rest) = copied_texts.split_at(length);
                        values.set_text(slot, text);
                        copied_texts = rest;
                    }
                }
            }
            let count = self.place.count;
            match (self.place.first, variable.is_some()) {
                (Slot::Number(first), is_there) => {
                    let first = first.0 as usize;
                    let place = &mut values.numbers[first..first + count];
                    match is_there {
                        true => place.copy_from_slice(&self.numbers[row * count..(row + 1) * count]),
                        false => place.fill(MISSING),
                    }
                }
                (Slot::Text(first), is_there) => {
                    let (first, bytes) = (first.start as usize, count * self.length);
                    let place = &mut values.text[first..first + bytes];
                    match is_there {
                        true => place.copy_from_slice(&self.texts[row * bytes..(row + 1) * bytes]),
                        false => place.fill(b' '),
                    }
                }
            }
            runtime.output(&[0])?;
        }
        Ok(())
    }
}

fn too_much(bytes: usize) -> Box<Fault> {
    Box::new(Fault::GroupMemory {
        what: "a BY group, or of the data set,",
        bytes,
    })
}
