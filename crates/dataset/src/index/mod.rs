//! The indexes of a data set, which find observations by their values.
//!
//! All indexes of a data set are B+-trees ([`feedrate_index`]) in one file beside it, whose name is that of the data
//! set's file and `.index`. Keys are values as bytes that sort as the values do ([`key`](crate::key)); they lead to the
//! numbers of observations, from 1. The header of the data set names its index file by a number, and the index file
//! has the number of observations and the time of the last change, so that indexes which are not those of the
//! observations are known: such as after the data set was replaced or changed by another program.
//!
//! | module | contents |
//! |---|---|
//! | `definition` | what an index is of, and its keys |
//! | `facts` | what is known of indexes without reading them |
//! | `head` | page 0 of the file |
//! | `pages` | the other pages |
//! | `scan` | the observations in ranges of keys |
//! | `writer` | makes an index file |
//! | `possible` | which indexes a data set can have |
//! | `changes` | keeps indexes up to date in an update |

pub(crate) mod changes;
mod definition;
mod facts;
pub(crate) mod head;
pub(crate) mod pages;
mod possible;
mod scan;
mod writer;

use std::ops::Bound;
use std::path::{Path, PathBuf};

use feedrate_index::{Cursor, Error as TreeError, FindMany, Tree};
use feedrate_pageio::{Access, Direction};

pub use definition::{Index, IndexKeys};
pub use facts::IndexFacts;
pub use feedrate_index::FoundEarly;
use head::{DataSetState, IndexHead, LARGEST_PAGE};
use pages::{IndexPages, plan};
pub(crate) use possible::check_possible;
pub use scan::{IndexScan, KeyRange};
pub use writer::{IndexTotals, IndexWriter};

use crate::error::{Error, Result};
use crate::format::Metadata;
use crate::pages::{FileAccount, Pool, RangeReader};
use crate::schema::Schema;
use crate::settings::Settings;

/// The text behind the name of the data set's file.
pub(crate) const EXTENSION: &str = ".index";

/// Returns the path of the index file of a data set's file.
pub(crate) fn path_of(data_set: &Path) -> PathBuf {
    let mut path = data_set.as_os_str().to_owned();
    path.push(EXTENSION);
    path.into()
}

/// Removes the index file of a data set's file, if there is one. Without its data set it is without effect, so it does
/// not matter if that fails.
pub(crate) fn remove(data_set: &Path) {
    let _ = std::fs::remove_file(path_of(data_set));
}

/// The indexes of a data set, to read them.
#[derive(Debug)]
pub struct Indexes {
    pages: IndexPages,
    indexes: Vec<OneIndex>,
    page_bytes: u32,
}

/// An index and its tree.
#[derive(Debug)]
struct OneIndex {
    index: Index,
    keys: IndexKeys,
    tree: Tree,
}

/// A position in an index. It is used with the [`Indexes`] that made it.
#[derive(Debug)]
pub struct Position {
    index: usize,
    cursor: Cursor,
    many: FindMany,
}

impl DataSetState {
    /// Returns the state of a data set.
    pub(crate) fn of(metadata: &Metadata) -> Self {
        Self {
            stored: metadata.rows_stored,
            deleted: metadata.rows_deleted,
            modified: metadata.header.modified.to_bits(),
        }
    }
}

/// Returns the head of the index file of a data set's file; `None` if it has no indexes.
///
/// # Errors
///
/// Fails if the file cannot be read or does not belong to the data set as it is.
pub(crate) fn head_of(path: &Path, metadata: &Metadata) -> Result<Option<IndexHead>> {
    let marks = metadata.header.marks.unwrap_or_default();
    let Some(id) = marks.index else {
        return Ok(None);
    };
    let disagrees = |reason| Error::IndexDisagrees {
        name: path.display().to_string(),
        reason,
    };
    let file = path_of(path);
    let mut reader = match RangeReader::open(&file, Access::Random, LARGEST_PAGE.into()) {
        Err(_) if !file.exists() => return Err(disagrees("their file is not there")),
        opened => opened?,
    };
    let first = reader.read(0, LARGEST_PAGE.into())?;
    let page_bytes = IndexHead::page_bytes_of(first);
    let page = page_bytes.and_then(|bytes| first.get(..bytes as usize));
    let head = page.and_then(IndexHead::decode);
    let head = head.ok_or_else(|| disagrees("their file is damaged"))?;
    if head.id != id {
        return Err(disagrees("their file is that of another data set"));
    }
    if head.state != DataSetState::of(metadata) {
        return Err(disagrees("the data set was changed without them"));
    }
    Ok(Some(head))
}

/// Returns an error of a tree in the terms of its file.
fn of_tree(error: TreeError<Error>, path: &Path) -> Error {
    match error {
        TreeError::Storage(error) => error,
        TreeError::Damaged { page, .. } => Error::PageDamaged {
            path: path.into(),
            page,
        },
        TreeError::KeyLength { .. } | TreeError::Layout(_) => Error::IndexDisagrees {
            name: path.display().to_string(),
            reason: "a key has another length",
        },
    }
}

impl Indexes {
    /// Opens the indexes of a data set's file, whose rows are read with `schema`. Returns `None` if it has none.
    ///
    /// # Errors
    ///
    /// Fails if their file cannot be read or does not belong to the data set as it is.
    pub(crate) fn open(path: &Path, metadata: &Metadata, schema: &Schema, settings: &Settings) -> Result<Option<Self>> {
        let Some(head) = head_of(path, metadata)? else {
            return Ok(None);
        };
        let file = path_of(path);
        let pool = Pool::open(&file, None, plan(&head, &file, settings))?;
        let page_bytes = head.page_bytes;
        let indexes = head.indexes.into_iter().map(|(index, tree)| {
            let keys = index.keys(schema);
            let keys = keys.filter(|keys| keys.length() == tree.layout().key_bytes());
            let keys = keys.ok_or_else(|| Error::IndexDisagrees {
                name: path.display().to_string(),
                reason: "its variables are others",
            })?;
            Ok(OneIndex { index, keys, tree })
        });
        Ok(Some(Self {
            indexes: indexes.collect::<Result<_>>()?,
            pages: IndexPages::new(pool, page_bytes)?,
            page_bytes,
        }))
    }

    /// Returns the indexes.
    pub fn iter(&self) -> impl Iterator<Item = &Index> {
        self.indexes.iter().map(|one| &one.index)
    }

    /// Returns the position of an index of this name, in either case.
    pub fn position_of(&self, name: &str) -> Option<Position> {
        let is_it = |one: &OneIndex| one.index.name.eq_ignore_ascii_case(name);
        let index = self.indexes.iter().position(is_it)?;
        Some(Position {
            index,
            cursor: Cursor::new(&self.indexes[index].tree),
            many: FindMany::default(),
        })
    }

    /// Returns the index of a position.
    pub fn definition(&self, position: &Position) -> &Index {
        &self.indexes[position.index].index
    }

    /// Returns the keys of the index of a position.
    pub fn keys(&self, position: &Position) -> &IndexKeys {
        &self.indexes[position.index].keys
    }

    /// Returns the number of observations in the index of a position.
    pub fn entries(&self, position: &Position) -> u64 {
        self.indexes[position.index].tree.entries()
    }

    /// Returns about how many observations have keys in a range of the index of a position.
    ///
    /// # Errors
    ///
    /// Fails if a page cannot be read or is damaged.
    pub fn estimate(&mut self, position: &Position, from: Bound<&[u8]>, to: Bound<&[u8]>) -> Result<u64> {
        let tree = &self.indexes[position.index].tree;
        let estimated = tree.estimate(&mut self.pages, from, to);
        estimated.map_err(|error| of_tree(error, self.pages.path()))
    }

    /// Returns the number of the first observation with a key; [`next_with_key`](Self::next_with_key) returns the next.
    ///
    /// # Errors
    ///
    /// Fails if a page cannot be read or is damaged.
    pub fn first_with_key(&mut self, position: &mut Position, key: &[u8]) -> Result<Option<u64>> {
        let found = position.cursor.find(&mut self.pages, key);
        found.map_err(|error| of_tree(error, self.pages.path()))
    }

    /// Appends to `found` what is known of the first observation of each of `keys`, which follow each other without a
    /// gap. This takes much less time than to look for one after the other. The position stays as it is.
    ///
    /// # Errors
    ///
    /// Fails if a page cannot be read or is damaged.
    pub fn find_many(&mut self, position: &mut Position, keys: &[u8], found: &mut Vec<FoundEarly>) -> Result<()> {
        let tree = &self.indexes[position.index].tree;
        let done = position.many.find(tree, &mut self.pages, keys, found);
        done.map_err(|error| of_tree(error, self.pages.path()))
    }

    /// Returns the number of the next observation with the key that was looked for, in the order of their numbers.
    ///
    /// # Errors
    ///
    /// Fails if a page cannot be read or is damaged.
    pub fn next_with_key(&mut self, position: &mut Position) -> Result<Option<u64>> {
        let found = position.cursor.next_row(&mut self.pages);
        found.map_err(|error| of_tree(error, self.pages.path()))
    }

    /// Goes before the first observation of those whose keys begin with a bound, for [`next`](Self::next).
    ///
    /// # Errors
    ///
    /// Fails if a page cannot be read or is damaged.
    pub fn seek(&mut self, position: &mut Position, from: Bound<&[u8]>) -> Result<()> {
        let found = match from {
            Bound::Included(key) => position.cursor.seek(&mut self.pages, key, 0),
            // No observation has this number.
            Bound::Excluded(key) => position.cursor.seek(&mut self.pages, key, u64::MAX),
            Bound::Unbounded => position.cursor.seek_first(&mut self.pages),
        };
        found.map_err(|error| of_tree(error, self.pages.path()))
    }

    /// Returns the key and the number of the next observation in the order of keys.
    ///
    /// # Errors
    ///
    /// Fails if a page cannot be read or is damaged.
    pub fn next<'p>(&mut self, position: &'p mut Position) -> Result<Option<(&'p [u8], u64)>> {
        match position.cursor.next(&mut self.pages) {
            Ok(entry) => Ok(entry.map(|entry| (entry.key, entry.row))),
            Err(error) => Err(of_tree(error, self.pages.path())),
        }
    }

    /// Returns what was moved so far.
    pub fn account(&self) -> FileAccount {
        let page_bytes = self.page_bytes.into();
        self.pages.pool.account(Direction::Read, page_bytes)
    }
}
