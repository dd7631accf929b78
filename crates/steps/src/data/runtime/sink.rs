//! One data set that is made.

use feedrate_dataset::writer::{Completed, NewDataSet};
use feedrate_dataset::{Libraries, Writer};

use super::store::Storer;
use crate::data::core::Core;
use crate::data::fault::{Fault, Faulted};
use crate::ir::Write;

/// A data set of the DATA statement.
pub struct Sink<'s> {
    write: &'s Write,
    writer: Writer,
    storer: Storer,
}

impl<'s> Sink<'s> {
    /// Begins the data set. One of the same name stays until this one is committed. `created` is the time
    /// in seconds since 1960.
    pub fn create(write: &'s Write, libraries: &mut Libraries, created: f64) -> Faulted<Self> {
        let name = &write.data_set;
        let is_pipe = libraries.is_pipe(name.library());
        if write.keep_existing && !is_pipe && libraries.exists(name)? {
            return Err(Box::new(Fault::Kept(name.to_string())));
        }
        let facts = NewDataSet {
            label: write.label.clone(),
            step: "DATASTEP".to_owned(),
            created,
            ..NewDataSet::default()
        };
        let writer = libraries.create(name, write.schema.clone(), facts, &write.settings)?;
        let changed = || Box::new(Fault::Changed(name.to_string()));
        let storer = Storer::new(&write.stores, writer.schema()).ok_or_else(changed)?;
        Ok(Self {
            write,
            writer,
            storer,
        })
    }

    /// Where it goes through a pipe, waits until a step reads it.
    pub fn connect(&mut self) -> Faulted<()> {
        Ok(self.writer.connect()?)
    }

    /// Adds the vector as an observation, unless WHERE= keeps it out.
    #[inline]
    pub fn output(&mut self, core: &mut Core<'s, '_>) -> Faulted<()> {
        if let Some(condition) = &self.write.condition
            && !core.condition(condition)?
        {
            return Ok(());
        }
        self.put(core)
    }

    /// Adds the vector as an observation, whatever WHERE= says.
    #[inline]
    pub fn put(&mut self, core: &Core<'s, '_>) -> Faulted<()> {
        let row = self
            .writer
            .next_row()
            .map_err(|error| core.fault_at(self.write.site, error))?;
        self.storer.store(&core.values, row);
        Ok(())
    }

    /// How the vector gets into its rows.
    pub fn storer(&self) -> &Storer {
        &self.storer
    }

    /// Room for observations in the current page.
    pub fn room(&mut self) -> &mut [u8] {
        self.writer.room()
    }

    /// As many observations were put into that room.
    pub fn fill(&mut self, observations: usize) {
        self.writer.fill(observations);
    }

    /// The length of a row in bytes.
    pub fn row_bytes(&self) -> usize {
        self.writer.schema().row_length() as usize
    }

    /// Observations so far.
    pub fn observations(&self) -> u64 {
        self.writer.rows()
    }

    /// What it was made for.
    pub fn write(&self) -> &'s Write {
        self.write
    }

    /// Writes the data set to its end. It has not its name yet.
    pub fn complete(self) -> feedrate_dataset::Result<Completed> {
        self.writer.complete()
    }
}
