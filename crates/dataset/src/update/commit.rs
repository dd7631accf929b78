//! Makes the changes of an update in its files.

use std::time::Instant;

use feedrate_pageio::Direction;

use super::Updater;
use super::final_state::FinalState;
use super::repair::check_not_interrupted;
use crate::error::{Error, FileChange, Remains, Result};
use crate::format::Marks;
use crate::index::{self, head::DataSetState};
use crate::pages::FileAccount;

impl Updater {
    pub(super) fn make_changes(&mut self) -> Result<FileAccount> {
        let began = Instant::now();
        let is_changed = self.pool.is_changed();
        if is_changed {
            self.check_files(true)?;
            let modified = self.started + self.began.elapsed().as_secs_f64();
            let FinalState { end, marks, notes } = self.rows.finish(&mut self.pool, modified)?;
            self.notes.extend(notes);
            self.pool.reserve(end)?;
            let index_end = match &mut self.indexes {
                Some(indexes) => {
                    indexes.set_state(DataSetState {
                        stored: self.rows.stored(),
                        deleted: self.rows.deleted(),
                        modified: modified.to_bits(),
                    })?;
                    let end = indexes.pages.end();
                    indexes.pages.pool.reserve(end)?;
                    end
                }
                None => 0,
            };
            match (self.durable, marks) {
                (true, Some(marks)) => self.make_durable(marks, end, index_end)?,
                _ => {
                    self.check_files(false)?;
                    let applied = self.apply(end, index_end);
                    applied.map_err(|error| self.incomplete(Remains::Part, error))?;
                }
            }
            self.claim.renew();
        }
        let page_bytes = u64::from(self.metadata.header.page_size);
        let mut account = self.pool.account(Direction::Write, page_bytes);
        account.moved += self.described;
        if let Some(indexes) = &self.indexes {
            account.moved += indexes.account().moved;
            account.waited += indexes.account().waited;
        }
        account.notes.append(&mut self.notes);
        account.flush = (self.durable && is_changed).then(|| began.elapsed());
        Ok(account)
    }

    /// Makes the changes so that they are made as a whole, whenever the process or the machine fails.
    fn make_durable(&mut self, marks: Marks, end: u64, index_end: u64) -> Result<()> {
        let id = self.journal.id();
        let with_update = Marks {
            update: Some(id),
            index_update: self.indexes.as_ref().map(|indexes| indexes.journal.id()),
            ..marks
        };
        let (at, bytes) = with_update.encode();
        self.pool.write(at, &bytes)?;
        self.pool.complete_journal(id.get(), end, true)?;
        if let Some(indexes) = &mut self.indexes {
            let id = indexes.journal.id().get();
            indexes.pages.pool.complete_journal(id, index_end, true)?;
        }
        // From here on they are not removed as abandoned.
        self.journal.keep()?;
        if let Some(indexes) = &mut self.indexes {
            indexes.journal.keep()?;
        }
        self.check_files(false)?;
        let marked = self.pool.write_at_once(at, &bytes);
        if let Err(error) = marked.and_then(|()| self.pool.flush()) {
            // The file decides, whatever has reached the device.
            return match check_not_interrupted(&self.path) {
                Ok(()) => Err(error),
                Err(_) => Err(self.incomplete(self.journal_remains(), error)),
            };
        }
        self.make_marked(marks, end, index_end)
            .map_err(|error| self.incomplete(self.journal_remains(), error))?;
        self.journal.remove();
        if let Some(indexes) = &self.indexes {
            indexes.journal.remove();
        }
        Ok(())
    }

    /// Makes the changes in the files, of which the journal has all, and removes the mark.
    fn make_marked(&mut self, marks: Marks, end: u64, index_end: u64) -> Result<()> {
        self.apply(end, index_end)?;
        self.flush()?;
        let (at, bytes) = marks.encode();
        self.pool.write_at_once(at, &bytes)?;
        self.pool.flush()
    }

    /// Checks that the files are still those that were opened, and with `unwritten` that no one has written to them.
    fn check_files(&self, unwritten: bool) -> Result<()> {
        let index_file = index::path_of(&self.path);
        let indexes = self.indexes.as_ref();
        let files = [
            Some((self.opened, &self.path, false)),
            indexes.map(|indexes| (indexes.opened, &index_file, true)),
        ];
        for (opened, path, is_index) in files.into_iter().flatten() {
            match opened.change_at(path) {
                None => {}
                Some(FileChange::Written) if !unwritten => {}
                Some(what) => {
                    return Err(Error::ChangedByOther {
                        name: self.name.clone(),
                        what,
                        is_index,
                        path: path.clone(),
                    });
                }
            }
        }
        Ok(())
    }

    fn journal_remains(&self) -> Remains {
        Remains::Journal {
            library: self.name.library().to_owned(),
            member: self.name.member().to_owned(),
        }
    }

    fn incomplete(&self, remains: Remains, source: Error) -> Error {
        Error::Incomplete {
            name: self.name.clone(),
            remains,
            source: Box::new(source),
        }
    }

    /// Makes the changes in the files.
    fn apply(&mut self, end: u64, index_end: u64) -> Result<()> {
        if let Some(indexes) = &mut self.indexes {
            indexes.pages.pool.apply(index_end)?;
        }
        self.pool.apply(end)
    }

    /// Waits until the changes of the files have reached the device.
    fn flush(&self) -> Result<()> {
        if let Some(indexes) = &self.indexes {
            indexes.pages.pool.flush()?;
        }
        self.pool.flush()
    }
}
