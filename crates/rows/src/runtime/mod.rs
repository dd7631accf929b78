//! An opened step: whatever crosses the boundary of a page, a data set or a BY group.
//!
//! | module | contents |
//! |---|---|
//! | `iteration` | the implicit loop, interpreted |
//! | [`statements`] | the statements of the step, which the DATA step executes |
//! | `sink` | a data set that is created |
//! | [`ready`] | rows in pages that machine code reads and writes directly |
//! | [`observation`] | observations that procedures receive and supply |
//! | `trouble` | the log of observations with errors |
//! | `ending` | the end of a step |

mod ending;
pub(crate) mod iteration;
pub mod observation;
pub mod ready;
mod sink;
pub mod statements;
mod trouble;

use feedrate_dataset::Libraries;
use feedrate_program::{Change, DataStep, ReadKind, SiteId, Statement, Vector};
use feedrate_values::Severity;
use feedrate_values::format::Formats;

use crate::environment::log::Listing;
use crate::evaluation::core::{Core, holds};
use crate::evaluation::dump::Dump;
use crate::fault::StepResult;
use crate::sources::modified::UpdatedDataSet;
use crate::sources::read::ReadState;
use crate::vector::clear::Clear;
use sink::Sink;
use statements::{Flow, NoStatements, Statements};

pub use observation::{Observation, Supplier, Visitor};

/// An opened step.
pub struct Runtime<'s, 'e> {
    /// The state that expressions read and change.
    pub core: Core<'s, 'e>,
    reads: Vec<ReadState<'s>>,
    modified: Option<UpdatedDataSet<'s>>,
    sinks: Vec<Sink<'s>>,
    statements: Box<dyn Statements<'s> + 's>,
    /// The destination of results for people.
    pub listing: &'e mut dyn Listing,
    /// All variables as text.
    pub dump: Dump,
    reset: Clear,
    /// True if the iteration has read anything, or tried to.
    pub has_read: bool,
    /// The number of the iteration, from 1.
    pub iteration: u64,
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
        mut statements: Box<dyn Statements<'s> + 's>,
    ) -> StepResult<Self> {
        let modified = step.modified.as_ref().map(|modified| {
            let mut kinds = step.reads.iter().map(|read| read.kind);
            let is_random = !kinds.any(|kind| kind == ReadKind::Modify);
            UpdatedDataSet::open(modified, libraries, &mut core, is_random)
                .map_err(|fault| core.fault_at(modified.site, fault))
        });
        let modified = modified.transpose()?;
        let mut reads = Vec::with_capacity(step.reads.len());
        for read in &step.reads {
            let opened = ReadState::open(read, modified.as_ref(), libraries, &mut core);
            reads.push(opened.map_err(|fault| core.fault_at(read.site, fault))?);
        }
        connect_feeds(&mut reads, &step.vector);
        statements.open_sources(&mut core)?;
        // Created files come last: a step that cannot read leaves no trace.
        let created = core.context.clock.datetime();
        let mut sinks = Vec::with_capacity(step.writes.len());
        for write in &step.writes {
            if let Some(modified) = &step.modified {
                // It would take the place of what is changed.
                libraries
                    .check_apart(&modified.data_set, &write.data_set)
                    .map_err(|error| core.fault_at(write.site, error))?;
            }
            let begun = Sink::create(write, libraries, created);
            sinks.push(begun.map_err(|fault| core.fault_at(write.site, fault))?);
        }
        statements.open_targets(&mut core)?;
        // All pipes are offered before the first is waited for: their readers may connect in any order.
        for sink in &mut sinks {
            let site = sink.write().site;
            sink.connect().map_err(|fault| core.fault_at(site, fault))?;
        }
        for text in statements.introductions() {
            core.log.message(Severity::Note, &text);
        }
        Ok(Self {
            core,
            reads,
            modified,
            sinks,
            statements,
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
        self.statements.take_lines()
    }

    /// Executes statements until one of them transfers control.
    ///
    /// # Errors
    ///
    /// Fails with the first statement that does.
    pub fn statements(&mut self, statements: &'s [Statement]) -> StepResult<Flow> {
        self.with_statements(|own, runtime| own.execute(statements, runtime))
    }

    /// Calls `work` with the statements of the step.
    pub(crate) fn with_statements<T>(
        &mut self,
        work: impl FnOnce(&mut (dyn Statements<'s> + 's), &mut Self) -> T,
    ) -> T {
        let mut statements = std::mem::replace(&mut self.statements, Box::new(NoStatements));
        let done = work(&mut *statements, self);
        self.statements = statements;
        done
    }

    /// Begins an iteration.
    ///
    /// # Errors
    ///
    /// Returns [`Fault::Interrupted`](crate::fault::Fault::Interrupted) if the user wants to stop.
    pub fn begin_iteration(&mut self) -> StepResult<()> {
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
    pub fn end_iteration(&mut self) -> StepResult<()> {
        self.with_statements(|statements, runtime| runtime.end_iteration_of(statements))
    }

    /// Ends an iteration of these statements, after its output.
    ///
    /// # Errors
    ///
    /// Fails if a line of PUT cannot be written.
    #[inline]
    pub fn end_iteration_of(&mut self, statements: &mut (dyn Statements<'s> + 's)) -> StepResult<()> {
        self.core.update_error_flag();
        if self.core.values.number(self.core.step.error) != 0.0 {
            self.log_observation(statements);
        }
        statements.end_iteration(self)
    }

    /// Returns the slots that are set to missing at the beginning of an iteration.
    pub fn reset(&self) -> &Clear {
        &self.reset
    }

    /// Returns the data sets that are created.
    pub fn sinks(&self) -> impl Iterator<Item = &Sink<'s>> {
        self.sinks.iter()
    }

    /// Reads the next observation of a SET or MERGE. Returns `false` if there is none.
    ///
    /// # Errors
    ///
    /// Fails if a data set cannot be read, is out of order, or if its filter fails.
    #[inline]
    pub fn read(&mut self, read: u32) -> StepResult<bool> {
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
    pub fn feed_due(&self, read: usize) -> Option<usize> {
        self.reads.get(read)?.feed_due()
    }

    /// Returns whether an iteration ends with its implicit output: with UPDATE, only the last one for an observation.
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
    pub fn output(&mut self, writes: &[u32]) -> StepResult<()> {
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
    pub fn output_all(&mut self) -> StepResult<()> {
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
    pub fn change(&mut self, change: Change, site: SiteId) -> StepResult<()> {
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
    pub fn replace_implicitly(&mut self) -> StepResult<()> {
        match &mut self.modified {
            Some(modified) => modified.replace_implicitly(&mut self.core),
            None => Ok(()),
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
