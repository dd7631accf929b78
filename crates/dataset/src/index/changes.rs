//! Keeps the indexes of a data set up to date while its observations are changed in place.

use std::path::Path;

use feedrate_index::{Cursor, FindMany};
use feedrate_pageio::Direction;

use super::head::{DataSetState, IndexHead};
use super::pages::IndexPages;
use super::{Index, IndexKeys, Position, head_of, of_tree, path_of, plan};
use crate::error::{Error, Result};
use crate::format::Metadata;
use crate::name::DataSetName;
use crate::pages::{FileAccount, Identity, Pool};
use crate::settings::Settings;
use crate::update::journal_file::JournalFile;

/// The indexes of a data set that is updated.
#[derive(Debug)]
pub(crate) struct IndexChanges {
    pub(crate) pages: IndexPages,
    pub(crate) journal: JournalFile,
    /// The identity of their file when it was opened.
    pub(crate) opened: Identity,
    head: IndexHead,
    keys: Vec<IndexKeys>,
    /// Buffers for keys.
    before: Vec<u8>,
    after: Vec<u8>,
}

impl IndexChanges {
    /// Opens the indexes of a data set's file to change them. Returns `None` if it has none.
    ///
    /// # Errors
    ///
    /// Fails if their file cannot be read or does not belong to the data set as it is.
    pub(crate) fn open(path: &Path, metadata: &Metadata, settings: &Settings) -> Result<Option<Self>> {
        let Some(head) = head_of(path, metadata)? else {
            return Ok(None);
        };
        let file = path_of(path);
        let journal = JournalFile::create(&file)?;
        let plan = plan(&head, &file, settings);
        let pool = Pool::open_to_change(&file, journal.page_file()?, plan)?;
        let keys = head.indexes.iter().map(|(index, tree)| {
            let keys = index.keys(&metadata.schema);
            let keys = keys.filter(|keys| keys.length() == tree.layout().key_bytes());
            keys.ok_or_else(|| Error::IndexDisagrees {
                name: path.display().to_string(),
                reason: "its variables are others",
            })
        });
        Ok(Some(Self {
            keys: keys.collect::<Result<_>>()?,
            opened: pool.identity()?,
            pages: IndexPages::new(pool, head.page_bytes)?,
            journal,
            head,
            before: Vec::new(),
            after: Vec::new(),
        }))
    }

    /// Records that a row is changed, added (`before` is `None`) or deleted (`after` is `None`). If that would give two
    /// observations the same key of a unique index, nothing is changed.
    ///
    /// # Errors
    ///
    /// [`Error::DuplicateKey`] if so; fails also if a page cannot be read or is damaged.
    pub(crate) fn change(
        &mut self,
        name: &DataSetName,
        number: u64,
        before: Option<&[u8]>,
        after: Option<&[u8]>,
    ) -> Result<()> {
        for at in 0..self.keys.len() {
            let (has_before, has_after) = self.read_keys(at, before, after);
            let (index, tree) = &self.head.indexes[at];
            let is_same = has_before && self.before == self.after;
            if !index.unique || !has_after || is_same {
                continue;
            }
            let found = Cursor::new(tree).find(&mut self.pages, &self.after);
            let found = found.map_err(|error| of_tree(error, self.pages.pool.file().path()))?;
            if let Some(other) = found.filter(|&other| other != number) {
                return Err(Error::DuplicateKey {
                    name: name.clone(),
                    index: index.name.clone(),
                    other,
                });
            }
        }
        for at in 0..self.keys.len() {
            let (has_before, has_after) = self.read_keys(at, before, after);
            if has_before && has_after && self.before == self.after {
                continue;
            }
            let (_, tree) = &mut self.head.indexes[at];
            let free = &mut self.head.free;
            let pages = &mut self.pages;
            if has_before {
                let removed = tree.remove(pages, free, &self.before, number);
                let removed = removed.map_err(|error| of_tree(error, pages.pool.file().path()))?;
                if !removed {
                    return Err(Error::IndexDisagrees {
                        name: name.to_string(),
                        reason: "an observation is not in an index",
                    });
                }
            }
            if has_after {
                let inserted = tree.insert(pages, free, &self.after, number);
                inserted.map_err(|error| of_tree(error, pages.pool.file().path()))?;
            }
        }
        Ok(())
    }

    /// Reads the keys of two rows into the buffers, and returns whether the rows are in the index.
    fn read_keys(&mut self, at: usize, before: Option<&[u8]>, after: Option<&[u8]>) -> (bool, bool) {
        let keys = &self.keys[at];
        let read = |row: Option<&[u8]>, buffer: &mut Vec<u8>| {
            buffer.resize(keys.length(), 0);
            row.is_some_and(|row| keys.read(row, buffer))
        };
        (read(before, &mut self.before), read(after, &mut self.after))
    }

    /// Returns the position of an index of this name, in either case.
    pub(crate) fn position_of(&self, name: &str) -> Option<Position> {
        let mut indexes = self.head.indexes.iter();
        let index = indexes.position(|(index, _)| index.name.eq_ignore_ascii_case(name))?;
        Some(Position {
            index,
            cursor: Cursor::new(&self.head.indexes[index].1),
            many: FindMany::default(),
        })
    }

    /// Returns the keys of the index of a position.
    pub(crate) fn keys(&self, position: &Position) -> &IndexKeys {
        &self.keys[position.index]
    }

    /// Returns the indexes.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &Index> {
        self.head.indexes.iter().map(|(index, _)| index)
    }

    /// Returns the number of the first observation with a key that is greater than `after`.
    ///
    /// # Errors
    ///
    /// Fails if a page cannot be read or is damaged.
    pub(crate) fn next_with_key(&mut self, position: &mut Position, key: &[u8], after: u64) -> Result<Option<u64>> {
        // The tree may have changed since the last one.
        position.cursor.renew(&self.head.indexes[position.index].1);
        let sought = position.cursor.seek(&mut self.pages, key, after + 1);
        let found = sought.and_then(|()| position.cursor.next(&mut self.pages));
        let found = found.map_err(|error| of_tree(error, self.pages.pool.file().path()))?;
        Ok(found.filter(|entry| entry.key == key).map(|entry| entry.row))
    }

    /// Writes the state of the data set into the head of the file.
    ///
    /// # Errors
    ///
    /// Fails if the page cannot be read or kept.
    pub(crate) fn set_state(&mut self, state: DataSetState) -> Result<()> {
        self.head.state = state;
        let page = self.head.encode().ok_or_else(|| Error::PageDamaged {
            path: self.pages.pool.file().path().into(),
            page: 0,
        })?;
        self.pages.pool.write(0, &page)
    }

    /// Returns what was moved so far.
    pub(crate) fn account(&self) -> FileAccount {
        let page_bytes = self.head.page_bytes.into();
        self.pages.pool.account(Direction::Write, page_bytes)
    }
}
