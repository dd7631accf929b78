//! The layout of a row while it is sorted.
//!
//! If the output has the same variables as the input, this is the row of the input. If KEEP=, DROP=, RENAME= or
//! lengths make them differ, it is a row with all variables of the input, so that BY variables are available even if
//! OUT= drops them.

use feedrate_dataset::Schema;
use feedrate_dataset::schema::Variable;
use feedrate_program::{DataStep, Load, Slot, Store, Vector, Write};
use feedrate_rows::{Fault, KeyReader, Loader, StepResult, Storer, Values};

use super::request::{Sort, SortKey, changed, source};

/// The rows that are sorted.
pub(super) struct SortWork<'s> {
    step: &'s DataStep,
    schema: Schema,
    /// The slot of each column in the vector.
    slots: Vec<Slot>,
    /// The loads of the input's columns into the vector; `None` if rows are sorted in their layout in the input.
    loads: Option<&'s [Load]>,
    input: Schema,
    /// Reads the BY values of a row as a key.
    pub(super) key: KeyReader,
    /// True if the input is a pipe, which can be read only once.
    is_pipe: bool,
    /// True if the output equals the input except for the order.
    pub(super) is_as_read: bool,
}

/// Converts rows of one layout to another.
pub(super) struct Mover {
    loader: Loader,
    storer: Storer,
    values: Values,
}

impl Mover {
    fn new(vector: &Vector, loads: &[Load], from: &Schema, stores: &[Store], to: &Schema) -> Option<Self> {
        Some(Self {
            loader: Loader::new(loads, from)?,
            storer: Storer::new(stores, to)?,
            values: Values::new(vector),
        })
    }

    /// Converts a row.
    #[inline]
    pub(super) fn move_row(&mut self, from: &[u8], to: &mut [u8]) {
        self.loader.load(from, &mut self.values);
        self.storer.store(&self.values, to);
    }
}

impl<'s> SortWork<'s> {
    /// Returns the layout for the rows of an input, which may be a pipe.
    pub(super) fn new(sort: &'s Sort, input: &Schema, is_pipe: bool) -> StepResult<Self> {
        let step = &sort.step;
        let source = source(step)?;
        let write = step.writes.first().ok_or_else(|| Box::new(Fault::NoDataSet))?;
        let loads = &source.loads;
        let is_input_row = has_output_layout(loads, input, write);
        let (schema, slots) = match is_input_row {
            true => (input.clone(), loads.iter().map(|load| load.slot).collect()),
            false => input_row(step, loads).ok_or_else(|| changed(write))?,
        };
        let columns: Option<Vec<_>> = sort
            .by
            .iter()
            .map(|SortKey { slot, descending }| {
                let column = slots.iter().position(|there| there == slot)?;
                Some((column, *descending))
            })
            .collect();
        let key = columns
            .and_then(|columns| KeyReader::of_columns(&schema, &columns))
            .ok_or_else(|| changed(write))?;
        let is_as_read = is_input_row
            && write.schema == *input
            && source.filter.is_none()
            && source.first <= 1
            && source.last.is_none();
        Ok(Self {
            step,
            schema,
            slots,
            loads: (!is_input_row).then_some(loads),
            input: input.clone(),
            key,
            is_pipe,
            is_as_read,
        })
    }

    /// Returns whether the rows of the input can be read a second time, from any row on.
    pub(super) fn can_be_read_again(&self) -> bool {
        !self.is_pipe && source(self.step).is_ok_and(|source| source.filter.is_none())
    }

    /// Returns the length of a row in bytes.
    pub(super) fn record_bytes(&self) -> usize {
        self.schema.row_length() as usize
    }

    /// Returns the length of a row of the input in bytes.
    pub(super) fn input_bytes(&self) -> usize {
        self.input.row_length() as usize
    }

    /// Returns the length of a key in bytes.
    pub(super) fn key_bytes(&self) -> usize {
        self.key.length()
    }

    /// Returns the conversion of rows of the input to those that are sorted; `None` if they are the same.
    pub(super) fn mover_in(&self) -> StepResult<Option<Mover>> {
        let Some(loads) = self.loads else {
            return Ok(None);
        };
        let stores: Vec<_> = (0..)
            .zip(&self.slots)
            .map(|(column, &slot)| Store { slot, column })
            .collect();
        let mover = Mover::new(&self.step.vector, loads, &self.input, &stores, &self.schema);
        mover.map(Some).ok_or_else(|| Box::new(Fault::NoDataSet))
    }

    /// Returns the conversion of sorted rows to those of an output; `None` if they are the same.
    pub(super) fn mover_out(&self, write: &Write) -> StepResult<Option<Mover>> {
        let loads: Vec<_> = (0..)
            .zip(&self.slots)
            .map(|(column, &slot)| Load { column, slot })
            .collect();
        if has_output_layout(&loads, &self.schema, write) {
            return Ok(None);
        }
        let mover = Mover::new(&self.step.vector, &loads, &self.schema, &write.stores, &write.schema);
        mover.map(Some).ok_or_else(|| changed(write))
    }
}

/// Returns whether loaded rows have the same layout as those of an output, byte by byte.
fn has_output_layout(loads: &[Load], schema: &Schema, write: &Write) -> bool {
    let (from, to) = (schema.variables(), write.schema.variables());
    schema.row_length() == write.schema.row_length()
        && from.len() == to.len()
        && loads.len() == from.len()
        && write.stores.len() == to.len()
        && loads
            .iter()
            .zip(&write.stores)
            .enumerate()
            .all(|(index, (load, store))| {
                let (a, b) = (&from[index], &to[index]);
                load.column as usize == index
                    && store.column as usize == index
                    && load.slot == store.slot
                    && (a.kind, a.length, a.offset) == (b.kind, b.length, b.offset)
            })
}

/// Returns the layout of a row of all variables that are read, and the slot of each.
fn input_row(step: &DataStep, loads: &[Load]) -> Option<(Schema, Vec<Slot>)> {
    let mut slots = Vec::with_capacity(loads.len());
    let mut variables = Vec::with_capacity(loads.len());
    for load in loads {
        let variable = step
            .vector
            .variables
            .iter()
            .find(|variable| variable.slot == load.slot)?;
        variables.push(match load.slot {
            Slot::Number(_) => Variable {
                length: variable.stored_length,
                ..Variable::number(variable.name.as_str())
            },
            Slot::Text(slot) => Variable::text(variable.name.as_str(), slot.length),
        });
        slots.push(load.slot);
    }
    Some((Schema::lay_out(variables).ok()?, slots))
}
