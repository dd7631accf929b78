//! Writes a new data set, which appears when it is complete.

mod completed;

use std::path::Path;

pub use completed::{Completed, put_all_in_place};

use feedrate_pipe::{PipeOptions, Pipes};

use crate::compression::sink::PackedTarget;
use crate::drafts::Draft;
use crate::error::{Error, Result};
use crate::file_format::FileFormat;
use crate::file_format::writing::Foreign;
use crate::format::Packing;
use crate::locks::Claim;
use crate::name::DataSetName;
use crate::native::NativeSink as Native;
use crate::pages::FileAccount;
use crate::pipe::sink::Piped;
use crate::schema::Schema;
use crate::settings::Settings;
use crate::xport::{NewMember, Version};

/// The attributes of a new data set other than its variables.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct NewDataSet {
    /// Its label; may be empty.
    pub label: String,
    /// Its type, such as `CORR`; empty for an ordinary one.
    pub data_set_type: String,
    /// The step that creates it, such as `DATASTEP` or `SORT`.
    pub step: String,
    /// When it is created: seconds since 1960, by the local clock.
    pub created: f64,
}

/// Writes the rows of a new data set. Until it is complete and [put in place](Completed::put_in_place) its file has a
/// temporary name and is removed if this is dropped; an existing data set is unchanged.
#[derive(Debug)]
pub struct Writer {
    name: DataSetName,
    target: Target,
}

#[derive(Debug)]
enum Target {
    Native(Box<Native>),
    Packed(Box<PackedTarget>),
    Foreign(Box<Foreign>),
    Piped(Box<Piped>),
}

impl Writer {
    /// Begins a data set that replaces a claimed one. If `durable`, it has reached the device when it is committed.
    pub(crate) fn create(
        claim: Claim,
        name: &DataSetName,
        schema: Schema,
        facts: NewDataSet,
        settings: &Settings,
        durable: bool,
    ) -> Result<Self> {
        let packing = settings.packing.filter(|_| Packing::can_pay(&schema));
        let target = match packing {
            Some(packing) => {
                let packed =
                    PackedTarget::create(claim, name, schema, facts, (settings, packing), durable)?;
                Target::Packed(Box::new(packed))
            }
            None => {
                let native = Native::create(claim, name, schema, facts, settings, durable)?;
                Target::Native(Box::new(native))
            }
        };
        Ok(Self {
            name: name.clone(),
            target,
        })
    }

    /// Begins a data set that will be a file of another format at `path`.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be written, and with [`Error::Locked`] if another process changes it.
    pub fn create_as(
        format: &dyn FileFormat,
        path: &Path,
        name: &DataSetName,
        schema: Schema,
        facts: &NewDataSet,
        settings: &Settings,
    ) -> Result<Self> {
        let claim = Claim::new(name, path, settings.lock_wait)?;
        Self::create_foreign(format, claim, name, schema, facts, settings)
    }

    /// Begins a data set in a file of another format that replaces a claimed one.
    pub(crate) fn create_foreign(
        format: &dyn FileFormat,
        claim: Claim,
        name: &DataSetName,
        schema: Schema,
        facts: &NewDataSet,
        settings: &Settings,
    ) -> Result<Self> {
        let begin = |schema: &Schema, stream| format.create(schema, facts, stream);
        let foreign = Foreign::create(begin, claim, name, schema, settings)?;
        Ok(Self {
            name: name.clone(),
            target: Target::Foreign(Box::new(foreign)),
        })
    }

    /// Begins a data set in a transport file, which is claimed and written anew.
    pub(crate) fn create_in_transport(
        version: Version,
        claim: Claim,
        name: &DataSetName,
        schema: Schema,
        facts: &NewDataSet,
        settings: &Settings,
    ) -> Result<Self> {
        let file = claim.path().to_owned();
        let member = NewMember {
            file: &file,
            version,
            name,
        };
        let begin = |schema: &Schema, stream| member.begin(schema, facts, stream);
        let foreign = Foreign::create(begin, claim, name, schema, settings)?;
        Ok(Self {
            name: name.clone(),
            target: Target::Foreign(Box::new(foreign)),
        })
    }

    /// Offers a data set at an address, for another step to read it while it is written. [`connect`](Self::connect), or
    /// the first row, waits for that step.
    pub(crate) fn offer(
        pipes: &Pipes,
        pipe_options: &PipeOptions,
        name: &DataSetName,
        schema: Schema,
        facts: &NewDataSet,
        settings: &Settings,
    ) -> Result<Self> {
        let piped = Piped::offer(pipes, pipe_options, name, schema, facts, settings)?;
        Ok(Self {
            name: name.clone(),
            target: Target::Piped(Box::new(piped)),
        })
    }

    /// For a pipe, waits until a reader connects. A step that writes to several pipes must begin all of them before it
    /// waits for the first.
    ///
    /// # Errors
    ///
    /// Fails if no reader connects in time.
    pub fn connect(&mut self) -> Result<()> {
        match &mut self.target {
            Target::Piped(piped) => piped.connect(),
            Target::Native(_) | Target::Packed(_) | Target::Foreign(_) => Ok(()),
        }
    }

    /// Returns its name.
    pub fn name(&self) -> &DataSetName {
        &self.name
    }

    /// Returns its variables and their offsets in a row.
    pub fn schema(&self) -> &Schema {
        match &self.target {
            Target::Native(native) => native.schema(),
            Target::Packed(packed) => packed.schema(),
            Target::Foreign(foreign) => foreign.schema(),
            Target::Piped(piped) => piped.schema(),
        }
    }

    /// Returns the final path of its file, or the address of its pipe.
    pub fn path(&self) -> &Path {
        match &self.target {
            Target::Native(native) => native.path(),
            Target::Packed(packed) => packed.path(),
            Target::Foreign(foreign) => foreign.path(),
            Target::Piped(piped) => piped.path(),
        }
    }

    /// Returns the bytes of a page, or of the rows that are written together to a file without pages.
    pub fn page_bytes(&self) -> usize {
        match &self.target {
            Target::Native(native) => native.page_bytes(),
            Target::Packed(packed) => packed.page_bytes(),
            Target::Foreign(foreign) => foreign.block_bytes(),
            Target::Piped(piped) => piped.page_bytes(),
        }
    }

    /// Limits the bytes of pages in flight, except for a single larger page. Must be called before the first row; later
    /// it has no effect, and none on files of other formats.
    pub fn hold_at_most(&mut self, bytes: u64) {
        match &mut self.target {
            Target::Native(native) => native.hold_at_most(bytes),
            Target::Packed(packed) => packed.hold_at_most(bytes),
            Target::Piped(piped) => piped.hold_at_most(bytes),
            Target::Foreign(_) => {}
        }
    }

    /// Returns the number of rows so far.
    pub fn rows(&self) -> u64 {
        match &self.target {
            Target::Native(native) => native.rows(),
            Target::Packed(packed) => packed.rows(),
            Target::Foreign(foreign) => foreign.rows(),
            Target::Piped(piped) => piped.rows(),
        }
    }

    /// Adds a row and returns its bytes in the page, or in a block of rows that are compressed together. The initial
    /// content is undefined: every variable must be set.
    ///
    /// # Errors
    ///
    /// Fails if an earlier page could not be written.
    #[inline]
    pub fn next_row(&mut self) -> Result<&mut [u8]> {
        match &mut self.target {
            Target::Native(native) => native.next_row(),
            Target::Packed(packed) => packed.next_row(),
            Target::Foreign(foreign) => foreign.next_row(),
            Target::Piped(piped) => piped.next_row(),
        }
    }

    /// Returns the contiguous space for rows in the current page, to be filled without a call for each;
    /// [`fill`](Self::fill) records how many were. Empty if the next row needs a new page.
    pub fn room(&mut self) -> &mut [u8] {
        match &mut self.target {
            Target::Native(native) => native.room(),
            Target::Packed(packed) => packed.room(),
            Target::Foreign(foreign) => foreign.room(),
            Target::Piped(piped) => piped.room(),
        }
    }

    /// Records that rows were written into the [room](Self::room).
    ///
    /// # Panics
    ///
    /// Panics if there is no space for as many.
    pub fn fill(&mut self, rows: usize) {
        match &mut self.target {
            Target::Native(native) => native.fill(rows),
            Target::Packed(packed) => packed.fill(rows),
            Target::Foreign(foreign) => foreign.fill(rows),
            Target::Piped(piped) => piped.fill(rows),
        }
    }

    /// Adds a row in the layout of [`Self::schema`].
    ///
    /// # Errors
    ///
    /// Fails if an earlier page could not be written.
    ///
    /// # Panics
    ///
    /// Panics if it does not have the length of a row.
    #[inline]
    pub fn append(&mut self, row: &[u8]) -> Result<()> {
        self.next_row()?.copy_from_slice(row);
        Ok(())
    }

    /// Completes the data set and puts it in place, replacing an existing one.
    ///
    /// # Errors
    ///
    /// Fails if it cannot be written or put in place.
    pub fn commit(self) -> Result<FileAccount> {
        self.complete()?.put_in_place()
    }

    /// Writes the rest of the data set, and if it is durable, waits until it has reached the device. Everything that
    /// can fail for lack of space fails here.
    ///
    /// # Errors
    ///
    /// Fails if it cannot be written.
    pub fn complete(self) -> Result<Completed> {
        match self.target {
            Target::Native(native) => native.complete(),
            Target::Packed(packed) => packed.complete(),
            Target::Foreign(foreign) => foreign.complete(),
            Target::Piped(piped) => piped.complete(self.name),
        }
    }
}

pub(crate) fn already_failed(draft: &Draft) -> Error {
    Error::AlreadyFailed {
        path: draft.destination().into(),
    }
}
