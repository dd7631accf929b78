//! Writes the rows in order, without duplicates.

use feedrate_dataset::settings::RequestedSettings;
use feedrate_dataset::writer::NewDataSet;
use feedrate_dataset::{Libraries, Writer};
use feedrate_program::Write;
use feedrate_rows::{Fault, KeyReader, StepResult};

use super::request::{Duplicates, Sort};
use super::work::{Mover, SortWork};

/// The output data sets to create.
pub(super) struct Target<'t> {
    libraries: &'t mut Libraries,
    sort: &'t Sort,
    work: &'t SortWork<'t>,
    facts: NewDataSet,
    /// The page size and the compression of a data set that replaces itself.
    attributes: RequestedSettings,
    /// The maximum size of the pages in transfer, in bytes.
    transfer_bytes: Option<u64>,
    /// The data sets that are written to pipes, until there are rows for them.
    offered: Vec<Writer>,
}

/// The data sets under construction. Unless they are [finished](Self::finish), they leave no files.
pub(super) struct Output<'t> {
    sorted: SortedOutput,
    left_out: Option<SortedOutput>,
    filter: Filter<'t>,
    /// The number of observations that were left out.
    count: u64,
}

/// A data set under construction.
struct SortedOutput {
    writer: Writer,
    mover: Option<Mover>,
}

/// The last observation that was kept, with which duplicates are compared.
enum Filter<'t> {
    /// No observation is removed.
    None,
    /// The key of the last observation that was kept.
    Keys {
        key: &'t KeyReader,
        last: Vec<u8>,
        this: Vec<u8>,
    },
    /// The last observation that was kept.
    Records { last: Vec<u8> },
    /// The last key, and its observation until another one has the same key.
    Unique {
        key: &'t KeyReader,
        last: Vec<u8>,
        this: Vec<u8>,
        single: Option<Vec<u8>>,
    },
}

impl<'t> Target<'t> {
    fn new(
        sort: &'t Sort,
        work: &'t SortWork<'t>,
        facts: NewDataSet,
        attributes: RequestedSettings,
        libraries: &'t mut Libraries,
    ) -> StepResult<Self> {
        for write in sort.step.writes.iter().filter(|write| write.keep_existing) {
            let is_pipe = libraries.is_pipe(write.data_set.library());
            if !is_pipe && libraries.exists(&write.data_set)? {
                return Err(Box::new(Fault::Kept(write.data_set.to_string())));
            }
        }
        Ok(Self {
            libraries,
            sort,
            work,
            facts,
            attributes,
            transfer_bytes: None,
            offered: Vec::new(),
        })
    }

    /// Returns the output data sets, of which those that are pipes are read by other steps now. A data set that
    /// replaces itself keeps these attributes; the pages in transfer of all data sets together have at most so many
    /// bytes.
    pub(super) fn connected(
        sort: &'t Sort,
        work: &'t SortWork<'t>,
        facts: NewDataSet,
        (attributes, most_bytes): (RequestedSettings, Option<u64>),
        libraries: &'t mut Libraries,
    ) -> StepResult<Self> {
        let mut target = Self::new(sort, work, facts, attributes, libraries)?;
        target.hold_at_most(most_bytes);
        target.connect()?;
        Ok(target)
    }

    /// Offers the data sets that are written to pipes, and waits until steps read them. The others are created when
    /// there are rows for them.
    fn connect(&mut self) -> StepResult<()> {
        let sort = self.sort;
        for write in &sort.step.writes {
            if self.libraries.is_pipe(write.data_set.library()) {
                let writer = self.writer(write, &RequestedSettings::default())?;
                self.offered.push(writer);
            }
        }
        for writer in &mut self.offered {
            writer.connect()?;
        }
        Ok(())
    }

    /// Limits the pages in transfer of all data sets together to this many bytes.
    fn hold_at_most(&mut self, bytes: Option<u64>) {
        let writers = self.sort.step.writes.len().max(1) as u64;
        self.transfer_bytes = bytes.map(|bytes| bytes / writers);
    }

    /// Creates the data sets. Existing ones of the same names remain until these are committed.
    pub(super) fn begin(&mut self) -> StepResult<Output<'t>> {
        let mut writes = self.sort.step.writes.iter();
        let sorted = match writes.next() {
            // A data set that replaces itself keeps its page size and its compression.
            Some(write) => {
                self.facts.order = write.order.clone().or_else(|| self.sort.order_made(write));
                let attributes = match self.sort.replaces {
                    true => self.attributes.clone(),
                    false => RequestedSettings::default(),
                };
                self.make(write, &attributes)?
            }
            None => return Err(Box::new(Fault::NoDataSet)),
        };
        let left_out = match writes.next() {
            Some(write) => {
                self.facts.order.clone_from(&write.order);
                Some(self.make(write, &RequestedSettings::default())?)
            }
            None => None,
        };
        let filter = match self.sort.duplicates {
            Duplicates::Stay => Filter::None,
            Duplicates::OfKeys => Filter::Keys {
                key: &self.work.key,
                last: Vec::new(),
                this: vec![0; self.work.key_bytes()],
            },
            Duplicates::OfRecords => Filter::Records { last: Vec::new() },
            Duplicates::UniqueKeys => Filter::Unique {
                key: &self.work.key,
                last: Vec::new(),
                this: vec![0; self.work.key_bytes()],
                single: None,
            },
        };
        Ok(Output {
            sorted,
            left_out,
            filter,
            count: 0,
        })
    }

    fn make(&mut self, write: &Write, attributes: &RequestedSettings) -> StepResult<SortedOutput> {
        let mut offered = self.offered.iter();
        let writer = match offered.position(|writer| *writer.name() == write.data_set) {
            Some(position) => self.offered.swap_remove(position),
            None => self.writer(write, attributes)?,
        };
        Ok(SortedOutput {
            writer,
            mover: self.work.mover_out(write)?,
        })
    }

    fn writer(&mut self, write: &Write, attributes: &RequestedSettings) -> StepResult<Writer> {
        let mut facts = self.facts.clone();
        if !write.label.is_empty() {
            facts.label.clone_from(&write.label);
        }
        if !write.data_set_type.is_empty() {
            facts.data_set_type.clone_from(&write.data_set_type);
        }
        let requested = write.settings.or(attributes);
        let mut writer = self
            .libraries
            .create(&write.data_set, write.schema.clone(), facts, &requested)?;
        if let Some(bytes) = self.transfer_bytes {
            writer.hold_at_most(bytes);
        }
        Ok(writer)
    }
}

impl SortedOutput {
    #[inline]
    fn write(&mut self, row: &[u8]) -> StepResult<()> {
        match &mut self.mover {
            None => self.writer.append(row)?,
            Some(mover) => mover.move_row(row, self.writer.next_row()?),
        }
        Ok(())
    }
}

impl Output<'_> {
    /// Takes the next row in order.
    #[inline]
    pub(super) fn take(&mut self, row: &[u8]) -> StepResult<()> {
        let is_kept = match &mut self.filter {
            Filter::None => true,
            Filter::Keys { key, last, this } => {
                key.read(row, this);
                let is_new = this != last;
                if is_new {
                    last.clone_from(this);
                }
                is_new
            }
            Filter::Records { last } => {
                let is_new = last.as_slice() != row;
                if is_new {
                    last.clear();
                    last.extend_from_slice(row);
                }
                is_new
            }
            Filter::Unique {
                key,
                last,
                this,
                single,
            } => {
                key.read(row, this);
                let is_new = this != last;
                let before = single.take();
                if is_new {
                    last.clone_from(this);
                    *single = Some(row.to_vec());
                }
                return match (before, is_new) {
                    (Some(before), true) => self.leave_out(&before),
                    (Some(before), false) => {
                        self.sorted.write(&before)?;
                        self.sorted.write(row)
                    }
                    (None, true) => Ok(()),
                    (None, false) => self.sorted.write(row),
                };
            }
        };
        match is_kept {
            true => self.sorted.write(row),
            false => self.leave_out(row),
        }
    }

    fn leave_out(&mut self, row: &[u8]) -> StepResult<()> {
        self.count += 1;
        match &mut self.left_out {
            Some(left_out) => left_out.write(row),
            None => Ok(()),
        }
    }

    /// Takes the end of the rows.
    pub(super) fn end(&mut self) -> StepResult<()> {
        if let Filter::Unique { single, .. } = &mut self.filter
            && let Some(single) = single.take()
        {
            self.leave_out(&single)?;
        }
        Ok(())
    }

    /// Returns the number of observations that were left out.
    pub(super) fn left_out(&self) -> u64 {
        self.count
    }

    /// Returns the data sets with all of their rows, not yet committed.
    pub(super) fn finish(self) -> Vec<Writer> {
        let left_out = self.left_out.map(|made| made.writer);
        std::iter::once(self.sorted.writer).chain(left_out).collect()
    }
}
