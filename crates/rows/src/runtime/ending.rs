//! The end of a step: remaining output, facts and commit.

use feedrate_dataset::writer::put_all_in_place;

use super::Runtime;
use super::sink::Sink;
use crate::fault::StepResult;
use crate::outcome::{DataSetMade, DataSetRead, DataSetUpdated, FileMade, FileRead, OtherUse};
use crate::sources::cursor::Cursor;
use crate::sources::modified::UpdatedDataSet;
use crate::sources::random::RandomCursor;
use crate::sources::read::ReadState;

/// The facts about a step at its end.
pub struct Facts {
    pub read: Vec<DataSetRead>,
    pub input: Vec<FileRead>,
    pub put: Vec<FileMade>,
    pub has_repeats: bool,
    pub has_repeated_master: bool,
}

impl Runtime<'_, '_> {
    /// Writes the pending lines of PUT.
    ///
    /// # Errors
    ///
    /// Fails if a file cannot be written.
    pub fn finish_lines(&mut self) -> StepResult<()> {
        self.with_statements(|statements, runtime| statements.finish(runtime))
    }

    /// Returns the facts about all data sets read and all files of lines.
    pub fn facts(&self) -> Facts {
        let read = self.reads.iter().flat_map(|read| {
            let in_order = read.cursors.iter().chain(read.transactions()).map(in_order);
            let at_random = |cursor| at_random(cursor, read.index());
            in_order.chain(read.random().iter().map(at_random))
        });
        Facts {
            read: self.core.objects.read.iter().cloned().chain(read).collect(),
            input: self.statements.files_read(),
            put: self.statements.files_made(),
            has_repeats: self.reads.iter().any(ReadState::has_repeats),
            has_repeated_master: self.reads.iter().any(ReadState::has_repeated_master),
        }
    }

    /// Returns what has been done to the data set of MODIFY, without committing it.
    pub fn updated(&self) -> Option<DataSetUpdated> {
        self.modified.as_ref().map(UpdatedDataSet::updated)
    }

    /// Returns the data sets that objects made, and the created ones without committing them: they are removed with the
    /// step.
    pub fn uncommitted(&self) -> Vec<DataSetMade> {
        let complete = self.core.objects.made.iter().cloned();
        complete.chain(self.sinks.iter().map(made)).collect()
    }

    /// Makes the changes of MODIFY, puts all data sets in place, or none of them, and records what was moved for each.
    /// All are complete before the first is put in place, so that a lack of space leaves existing ones unchanged.
    ///
    /// # Errors
    ///
    /// Fails if a data set cannot be completed or put in place.
    pub fn commit(&mut self, made: &mut [DataSetMade], updated: Option<&mut DataSetUpdated>) -> StepResult<()> {
        let sinks = std::mem::take(&mut self.sinks);
        let first = sinks.first().map(|sink| sink.write().site);
        let complete = |sink: Sink<'_>| {
            let site = sink.write().site;
            sink.complete().map_err(|error| self.core.fault_at(site, error))
        };
        let completed = sinks.into_iter().map(complete).collect::<StepResult<_>>()?;
        if let (Some(modified), Some(updated)) = (self.modified.take(), updated) {
            let site = modified.site();
            let account = modified.updater.commit().map_err(|error| {
                updated.remains = error.remains().cloned();
                self.core.fault_at(site, error)
            });
            updated.account = Some(account?);
        }
        // The error names the data set; the first one also has the position of the statement.
        let accounts = put_all_in_place(completed).map_err(|error| match first {
            Some(site) => self.core.fault_at(site, error),
            None => error.into(),
        })?;
        let created = made.iter_mut().skip(self.core.objects.made.len());
        for (made, account) in created.zip(accounts) {
            made.account = Some(account);
            made.is_there = true;
        }
        Ok(())
    }
}

fn in_order(cursor: &Cursor<'_>) -> DataSetRead {
    let filter = cursor.source.filter.as_ref();
    DataSetRead {
        name: cursor.source.data_set.clone(),
        observations: cursor.taken,
        at_random: cursor.reader().selection().is_some(),
        condition: filter.map(|filter| filter.text.clone()),
        is_condition_compiled: cursor.is_condition_compiled(),
        lost: cursor.lost(),
        account: Some(cursor.account()),
        index: cursor.index_use(),
    }
}

fn at_random(cursor: &RandomCursor<'_>, index: Option<OtherUse>) -> DataSetRead {
    DataSetRead {
        name: cursor.source.data_set.clone(),
        observations: cursor.taken,
        at_random: true,
        condition: None,
        is_condition_compiled: false,
        lost: cursor.lost(),
        account: Some(cursor.account()),
        index,
    }
}

fn made(sink: &Sink<'_>) -> DataSetMade {
    let write = sink.write();
    DataSetMade {
        name: write.data_set.clone(),
        observations: sink.observations(),
        variables: write.schema.variables().len(),
        is_there: false,
        account: None,
    }
}
