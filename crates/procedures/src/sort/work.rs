//! What a row is while it is being sorted.
//!
//! Where what is made has the same variables as what is read, that is the row of the input as it lies.
//! Where KEEP=, DROP=, RENAME= or lengths make them differ, it is a row with all variables that were read,
//! so that BY variables are there even where OUT= drops them.

use feedrate_dataset::Schema;
use feedrate_dataset::schema::Variable;
use feedrate_steps::data::{Fault, KeyReader, Loader, Storer, Values};
use feedrate_steps::ir::{DataStep, Load, Slot, Store, Vector, Write};
use feedrate_steps::spill::RecordKey;

use super::{Sort, SortKey, changed, source};

/// The rows that are sorted.
pub(super) struct SortWork<'s> {
    step: &'s DataStep,
    schema: Schema,
    /// Where the value of each column lies in the vector.
    slots: Vec<Slot>,
    /// The columns of the input into the vector; absent where rows are sorted as they lie.
    loads: Option<&'s [Load]>,
    input: Schema,
    /// How the BY values of a row are read as a key.
    pub(super) key: KeyReader,
    /// Whether the rows of the input come once.
    is_pipe: bool,
    /// Whether what is made is, but for the order, what is read.
    pub(super) is_as_read: bool,
}

/// Moves rows of one layout into those of another.
pub(super) struct Mover {
    loader: Loader,
    storer: Storer,
    values: Values,
}

impl Mover {
    fn new(
        vector: &Vector,
        loads: &[Load],
        from: &Schema,
        stores: &[Store],
        to: &Schema,
    ) -> Option<Self> {
        Some(Self {
            loader: Loader::new(loads, from)?,
            storer: Storer::new(stores, to)?,
            values: Values::new(vector),
        })
    }

    /// Moves a row.
    #[inline]
    pub(super) fn move_row(&mut self, from: &[u8], to: &mut [u8]) {
        self.loader.load(from, &mut self.values);
        self.storer.store(&self.values, to);
    }
}

impl<'s> SortWork<'s> {
    /// For the rows of an input, which may be a pipe.
    pub(super) fn new(sort: &'s Sort, input: &Schema, is_pipe: bool) -> Result<Self, Box<Fault>> {
        let step = &sort.step;
        let source = source(step)?;
        let write = step
            .writes
            .first()
            .ok_or_else(|| Box::new(Fault::NoDataSet))?;
        let loads = &source.loads;
        let as_it_lies = lies_alike(loads, input, write);
        let (schema, slots) = match as_it_lies {
            true => (input.clone(), loads.iter().map(|load| load.slot).collect()),
            false => all_that_is_read(step, loads).ok_or_else(|| changed(write))?,
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
        let is_as_read = as_it_lies
            && write.schema == *input
            && source.filter.is_none()
            && source.first <= 1
            && source.last.is_none();
        Ok(Self {
            step,
            schema,
            slots,
            loads: (!as_it_lies).then_some(loads),
            input: input.clone(),
            key,
            is_pipe,
            is_as_read,
        })
    }

    /// Whether the rows of the input can be read a second time from any one on.
    pub(super) fn can_be_read_again(&self) -> bool {
        !self.is_pipe && source(self.step).is_ok_and(|source| source.filter.is_none())
    }

    /// Bytes of a row.
    pub(super) fn record_bytes(&self) -> usize {
        self.schema.row_length() as usize
    }

    /// Bytes of a row of the input.
    pub(super) fn input_bytes(&self) -> usize {
        self.input.row_length() as usize
    }

    /// Bytes of a key.
    pub(super) fn key_bytes(&self) -> usize {
        self.key.length()
    }

    /// How rows of the input become those that are sorted; `None` where they are the same.
    pub(super) fn mover_in(&self) -> Result<Option<Mover>, Box<Fault>> {
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

    /// How rows that are sorted become those of an output; `None` where they are the same.
    pub(super) fn mover_out(&self, write: &Write) -> Result<Option<Mover>, Box<Fault>> {
        let loads: Vec<_> = (0..)
            .zip(&self.slots)
            .map(|(column, &slot)| Load { column, slot })
            .collect();
        if lies_alike(&loads, &self.schema, write) {
            return Ok(None);
        }
        let mover = Mover::new(
            &self.step.vector,
            &loads,
            &self.schema,
            &write.stores,
            &write.schema,
        );
        mover.map(Some).ok_or_else(|| changed(write))
    }
}

/// Whether rows that are loaded so lie as those of an output, byte by byte.
fn lies_alike(loads: &[Load], schema: &Schema, write: &Write) -> bool {
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

/// A row of all variables that are read, and where the value of each lies.
fn all_that_is_read(step: &DataStep, loads: &[Load]) -> Option<(Schema, Vec<Slot>)> {
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
