//! A data set that is created.

use feedrate_dataset::writer::{CompletedDataSet, NewDataSet};
use feedrate_dataset::{Libraries, Writer};
use feedrate_program::Write;

use crate::evaluation::core::Core;
use crate::fault::{Fault, StepResult};
use crate::vector::store::Storer;

/// A data set of the DATA statement.
pub struct Sink<'s> {
    write: &'s Write,
    writer: Writer,
    storer: Storer,
}

impl<'s> Sink<'s> {
    /// Begins the data set. An existing one of the same name stays until this one is committed. `created` is the time
    /// in seconds since 1960.
    ///
    /// # Errors
    ///
    /// Fails if the data set cannot be created or must not be replaced.
    pub fn create(write: &'s Write, libraries: &mut Libraries, created: f64) -> StepResult<Self> {
        let name = &write.data_set;
        let is_pipe = libraries.is_pipe(name.library());
        if write.keep_existing && !is_pipe && libraries.exists(name)? {
            return Err(Box::new(Fault::Kept(name.to_string())));
        }
        let facts = NewDataSet {
            label: write.label.clone(),
            data_set_type: write.data_set_type.clone(),
            step: "DATASTEP".to_owned(),
            created,
            order: write.order.clone(),
        };
        let writer = libraries.create(name, write.schema.clone(), facts, &write.settings)?;
        let changed = || Fault::changed(name);
        let storer = Storer::new(&write.stores, writer.schema()).ok_or_else(changed)?;
        Ok(Self { write, writer, storer })
    }

    /// For a pipe, waits until a step reads it.
    ///
    /// # Errors
    ///
    /// Fails if no reader connects.
    pub fn connect(&mut self) -> StepResult<()> {
        Ok(self.writer.connect()?)
    }

    /// Writes the vector as an observation if WHERE= is true.
    ///
    /// # Errors
    ///
    /// Fails if WHERE= fails or the data set cannot be written.
    #[inline]
    pub fn output(&mut self, core: &mut Core<'s, '_>) -> StepResult<()> {
        if let Some(condition) = &self.write.condition
            && !core.condition(condition)?
        {
            return Ok(());
        }
        self.put(core)
    }

    /// Writes the vector as an observation regardless of WHERE=.
    ///
    /// # Errors
    ///
    /// Fails if the data set cannot be written.
    #[inline]
    pub fn put(&mut self, core: &Core<'s, '_>) -> StepResult<()> {
        let row = self
            .writer
            .next_row()
            .map_err(|error| core.fault_at(self.write.site, error))?;
        self.storer.store(&core.values, row);
        Ok(())
    }

    /// Returns how the vector is copied into its rows.
    pub fn storer(&self) -> &Storer {
        &self.storer
    }

    /// Returns the space for observations in the current page.
    pub fn room(&mut self) -> &mut [u8] {
        self.writer.room()
    }

    /// Records how many observations were written into that space.
    pub fn fill(&mut self, observations: usize) {
        self.writer.fill(observations);
    }

    /// Returns the length of a row in bytes.
    pub fn row_bytes(&self) -> usize {
        self.writer.schema().row_length() as usize
    }

    /// Returns the number of observations so far.
    pub fn observations(&self) -> u64 {
        self.writer.rows()
    }

    /// Returns the definition of the data set.
    pub fn write(&self) -> &'s Write {
        self.write
    }

    /// Writes the rest of the data set. It is not put in place yet.
    ///
    /// # Errors
    ///
    /// Fails if the data set cannot be written.
    pub fn complete(self) -> feedrate_dataset::Result<CompletedDataSet> {
        self.writer.complete()
    }
}
