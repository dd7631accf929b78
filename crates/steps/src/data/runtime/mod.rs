//! The input and output of a step, shared by both executors: whatever crosses the boundary of a page, a data set, a BY
//! group or a line.
//!
//! | module | contents |
//! |---|---|
//! | [`cursor`] | a data set that is read, one observation ahead |
//! | [`filter`] | WHERE |
//! | [`read`] | SET, MERGE and UPDATE |
//! | [`concatenate`], [`interleave`], [`one_to_one`], [`matched`], [`updated`], [`random`], [`keyed`], [`group_position`] | how sources are combined |
//! | [`ahead`] | keys of KEY= that are looked up before they are asked for |
//! | [`overlay`] | transactions over masters |
//! | [`modify`], [`modified`], [`lookup`], [`by_index`] | MODIFY, the data set that it changes, and how it finds BY values |
//! | [`key`] | BY values as sort keys |
//! | [`groups`] | the BY groups |
//! | [`load`], [`store`], [`clear`] | rows into the vector, the vector into rows, and slots set to missing |
//! | [`sink`] | a data set that is created |
//! | [`ready`] | rows in pages that machine code reads and writes directly |
//! | [`trouble`] | the log of observations with errors |
//! | [`ending`] | the end of a step |

mod ahead;
mod by_index;
mod clear;
mod concatenate;
mod cursor;
mod ending;
mod filter;
mod group_position;
mod groups;
mod interleave;
mod key;
mod keyed;
mod load;
mod lookup;
mod matched;
mod modified;
mod modify;
mod moves;
mod one_to_one;
mod overlay;
mod random;
mod read;
mod ready;
mod sink;
mod store;
mod trouble;
mod updated;

pub(super) use clear::Clear;
pub use cursor::Cursor;
pub use feedrate_dataset::key::{KeyReader, from_sortable, sortable, widen};
pub(super) use filter::Filtered;
pub use key::KeyLayout;
pub use load::Loader;
pub(super) use moves::Move;
pub(super) use ready::{ReadyToFill, ReadyToTake, Taking};
pub use store::Storer;

use feedrate_dataset::Libraries;
use feedrate_values::format::Formats;

use super::core::{Core, holds};
use super::dump::Dump;
use super::fault::{Fault, Faulted};
use super::lines::input::InputState;
use super::lines::put::{PutContext, PutState};
use super::observation::{Observation, Supply, Visitor};
use crate::environment::{Listing, Log, Severity};
use crate::ir::{Change, DataStep, InputStatement, PutStatement, ReadKind, SiteId, Vector};
use modified::Modified;
use read::ReadState;
use sink::Sink;

/// An opened step.
pub struct Runtime<'s, 'e> {
    /// The state that expressions read and change.
    pub core: Core<'s, 'e>,
    reads: Vec<ReadState<'s>>,
    modified: Option<Modified<'s>>,
    sinks: Vec<Sink<'s>>,
    /// The files of the step; each is in one of the two lists, at its index.
    inputs: Vec<Option<InputState<'s>>>,
    puts: Vec<Option<PutState<'s>>>,
    listing: &'e mut dyn Listing,
    dump: Dump,
    reset: Clear,
    /// Whether the iteration has read anything, or tried to.
    pub(super) has_read: bool,
    pub(super) iteration: u64,
}

impl<'s, 'e> Runtime<'s, 'e> {
    /// Opens everything that the step reads and writes.
    ///
    /// # Errors
    ///
    /// Fails if a data set or file cannot be opened or created, or if MEMSIZE= does not suffice.
    pub fn open(
        step: &'s DataStep,
        mut core: Core<'s, 'e>,
        libraries: &mut Libraries,
        formats: &Formats,
        listing: &'e mut dyn Listing,
    ) -> Faulted<Self> {
        let modified = match &step.modified {
            None => None,
            Some(modified) => {
                let mut kinds = step.reads.iter().map(|read| read.kind);
                let is_random = !kinds.any(|kind| kind == ReadKind::Modify);
                let opened = Modified::open(modified, libraries, &mut core, is_random);
                Some(opened.map_err(|fault| core.fault_at(modified.site, fault))?)
            }
        };
        let mut reads = Vec::with_capacity(step.reads.len());
        for read in &step.reads {
            let opened = ReadState::open(read, modified.as_ref(), libraries, &mut core);
            reads.push(opened.map_err(|fault| core.fault_at(read.site, fault))?);
        }
        connect_feeds(&mut reads, &step.vector);
        let mut inputs = Vec::with_capacity(step.externals.len());
        for external in &step.externals {
            let opened = InputState::open(external);
            inputs.push(opened.map_err(|fault| core.fault_at(external.site, fault))?);
        }
        // Created files come last: a step that cannot read leaves no trace.
        let created = core.context.clock.datetime();
        let mut sinks = Vec::with_capacity(step.writes.len());
        for write in &step.writes {
            if let Some(modified) = &step.modified {
                // It would take the place of what is changed.
                let apart = libraries.check_apart(&modified.data_set, &write.data_set);
                apart.map_err(|error| core.fault_at(write.site, error))?;
            }
            let begun = Sink::create(write, libraries, created);
            sinks.push(begun.map_err(|fault| core.fault_at(write.site, fault))?);
        }
        let mut puts = Vec::with_capacity(step.externals.len());
        for external in &step.externals {
            let opened = PutState::open(external, core.stop_check());
            puts.push(opened.map_err(|fault| core.fault_at(external.site, fault))?);
        }
        // All pipes are offered before the first is waited for: their readers may connect in any order.
        for sink in &mut sinks {
            let site = sink.write().site;
            let connected = sink.connect();
            connected.map_err(|fault| core.fault_at(site, fault))?;
        }
        let introductions = inputs.iter().flatten().filter_map(InputState::introduction);
        for text in introductions.chain(puts.iter().flatten().filter_map(PutState::introduction)) {
            core.log.message(Severity::Note, &text);
        }
        Ok(Self {
            core,
            reads,
            modified,
            sinks,
            inputs,
            puts,
            listing,
            dump: Dump::new(step, formats),
            reset: Clear::new(step.reset.iter().copied()),
            has_read: false,
            iteration: 0,
        })
    }

    /// Returns the listing of a procedure.
    pub fn listing(&mut self) -> &mut dyn Listing {
        self.listing
    }

    /// Returns the number of the current observation in the first data set of the first SET or MERGE.
    pub fn observation_number(&self) -> u64 {
        self.reads.first().map_or(0, ReadState::number)
    }

    /// Returns the lines that PUT wrote for the procedure since the last call.
    pub fn take_lines(&mut self) -> Vec<Vec<u8>> {
        let puts = self.puts.iter_mut().flatten();
        puts.flat_map(PutState::take_lines).collect()
    }

    /// Returns the listing of a procedure and the log.
    pub fn listing_and_log(&mut self) -> (&mut dyn Listing, &mut dyn Log) {
        (self.listing, self.core.log)
    }

    /// Passes the observation to a procedure.
    pub fn show_to(&mut self, visitor: &mut Visitor<'_>) {
        visitor(
            &Observation {
                values: &self.core.values,
                number: self.observation_number(),
            },
            &mut *self.listing,
        );
    }

    /// Returns the values for a procedure to set at the beginning of an iteration.
    pub fn supply(&mut self) -> Supply<'_> {
        Supply {
            values: &mut self.core.values,
        }
    }

    /// Begins an iteration.
    ///
    /// # Errors
    ///
    /// Returns [`Fault::Interrupted`] if the user wants to stop.
    pub fn begin_iteration(&mut self) -> Faulted<()> {
        self.core.check_stop()?;
        self.iteration += 1;
        self.has_read = false;
        let Core { values, step, .. } = &mut self.core;
        values.set_number(step.iteration, self.iteration as f64);
        values.set_number(step.error, 0.0);
        self.reset.apply(values);
        Ok(())
    }

    /// Ends an iteration, after its output.
    ///
    /// # Errors
    ///
    /// Fails if a line of PUT cannot be written.
    pub fn end_iteration(&mut self) -> Faulted<()> {
        self.core.update_error_flag();
        if self.core.values.number(self.core.step.error) != 0.0 {
            self.log_observation();
        }
        for input in self.inputs.iter_mut().flatten() {
            input.end_iteration();
        }
        for put in self.puts.iter_mut().flatten() {
            put.end_iteration(&mut self.core, self.listing)?;
        }
        Ok(())
    }

    /// Returns the slots that are set to missing at the beginning of an iteration.
    pub(super) fn reset(&self) -> &Clear {
        &self.reset
    }

    /// Returns the data sets that are created.
    pub(super) fn sinks(&self) -> impl Iterator<Item = &Sink<'s>> {
        self.sinks.iter()
    }

    /// Returns whether the current iteration has read anything, or tried to.
    pub fn has_read(&self) -> bool {
        self.has_read
    }

    /// Reads the next observation of a SET or MERGE. Returns `false` if there is none.
    ///
    /// # Errors
    ///
    /// Fails if a data set cannot be read, is out of order, or if its filter fails.
    #[inline]
    pub fn read(&mut self, read: u32) -> Faulted<bool> {
        self.has_read = true;
        if let Some(feed) = self.feed_due(read as usize)
            && let Ok([read, feed]) = self.reads.get_disjoint_mut([read as usize, feed])
        {
            read.look_ahead(feed, &self.core);
        }
        match self.reads.get_mut(read as usize) {
            Some(read) => read
                .next(self.modified.as_mut(), &mut self.core)
                .map_err(|fault| self.core.fault_at(read.site(), fault)),
            None => Ok(false),
        }
    }

    /// Returns the SET statement whose available rows [`read`](Self::read) will look at, if any.
    #[inline]
    pub(super) fn feed_due(&self, read: usize) -> Option<usize> {
        self.reads.get(read)?.feed_due()
    }

    /// Returns whether an iteration ends with its implicit output. With UPDATE, only the last one for an observation
    /// does.
    pub fn is_output_due(&self) -> bool {
        let due = self.core.step.output_due();
        due.is_none_or(|due| holds(self.core.values.number(due)))
    }

    /// Writes the vector as an observation of these data sets.
    ///
    /// # Errors
    ///
    /// Fails if a data set cannot be written or if its WHERE= fails.
    #[inline]
    pub fn output(&mut self, writes: &[u32]) -> Faulted<()> {
        for &write in writes {
            if let Some(sink) = self.sinks.get_mut(write as usize) {
                sink.output(&mut self.core)?;
            }
        }
        Ok(())
    }

    /// Writes the vector as an observation of all data sets that are made.
    ///
    /// # Errors
    ///
    /// Fails if a data set cannot be written or if its WHERE= fails.
    #[inline]
    pub fn output_all(&mut self) -> Faulted<()> {
        for sink in &mut self.sinks {
            sink.output(&mut self.core)?;
        }
        Ok(())
    }

    /// Executes REPLACE, REMOVE or OUTPUT of the data set of MODIFY.
    ///
    /// # Errors
    ///
    /// Fails if there is no observation to change, or if the data set cannot be changed.
    pub fn change(&mut self, change: Change, site: SiteId) -> Faulted<()> {
        match &mut self.modified {
            Some(modified) => modified.change(change, site, &mut self.core),
            None => Ok(()),
        }
    }

    /// Rewrites the observation of MODIFY at the end of an iteration with its implicit output.
    ///
    /// # Errors
    ///
    /// Fails if a transaction has no observation, or if the data set cannot be changed.
    pub fn replace_implicitly(&mut self) -> Faulted<()> {
        match &mut self.modified {
            Some(modified) => modified.replace_implicitly(&mut self.core),
            None => Ok(()),
        }
    }

    /// Executes an INPUT statement. Returns `false` at the end of the lines.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be read or the statement fails.
    pub fn input(&mut self, statement: &'s InputStatement) -> Faulted<bool> {
        self.has_read = true;
        match self
            .inputs
            .get_mut(statement.external as usize)
            .and_then(Option::as_mut)
        {
            Some(input) => input
                .input(statement, &mut self.core)
                .map_err(|fault| self.core.fault_at(statement.site, fault)),
            None => Err(Box::new(Fault::WrongFile(self.core.site(statement.site)))),
        }
    }

    /// Executes a PUT statement.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be written or the statement fails.
    pub fn put(&mut self, statement: &'s PutStatement) -> Faulted<()> {
        let Self {
            core,
            puts,
            inputs,
            listing,
            dump,
            ..
        } = self;
        match puts
            .get_mut(statement.external as usize)
            .and_then(Option::as_mut)
        {
            Some(put) => {
                let mut context = PutContext {
                    listing: &mut **listing,
                    dump,
                    inputs,
                };
                put.put(statement, core, &mut context)
            }
            None => Err(Box::new(Fault::WrongFile(core.site(statement.site)))),
        }
    }
}

/// Tells each SET with KEY= which other SET statements may set its key.
fn connect_feeds(reads: &mut [ReadState<'_>], vector: &Vector) {
    for keyed in 0..reads.len() {
        for feed in 0..reads.len() {
            if let Ok([keyed, other]) = reads.get_disjoint_mut([keyed, feed]) {
                keyed.feed(feed, other, vector);
            }
        }
    }
}
