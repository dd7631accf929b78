//! Makes an index file.

use std::num::NonZeroU64;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use feedrate_index::{BuildError, Builder, FreeList, Layout, Repeat, Tree};

use super::head::{DataSetState, IndexHead, LARGEST_PAGE};
use super::possible::{keys_on_pages, page_bytes_of};
use super::{Index, IndexKeys, Indexes, path_of};
use crate::drafts::{self, Draft, flush_names};
use crate::error::not_written;
use crate::error::{Error, Result};
use crate::format::{Header, Marks, Metadata};
use crate::locks::Claim;
use crate::name::DataSetName;
use crate::pages::{AloneInFile, Changer, FileAccount, NewPages, PageWriter, Wait, open_to_change};
use crate::schema::Schema;
use crate::settings::Settings;

/// The percentage of a page that is filled: the rest is for keys to come.
const FILL: u8 = 90;

/// Makes the indexes of a data set in a new file, which takes the place of the old one when it is
/// [committed](Self::commit). Until then, and if this is dropped, the indexes are unchanged.
#[derive(Debug)]
pub struct IndexWriter {
    name: DataSetName,
    path: PathBuf,
    metadata: Metadata,
    settings: Settings,
    durable: bool,
    id: NonZeroU64,
    page_bytes: u32,
    next_page: u64,
    made: Vec<(Index, Tree)>,
    /// The indexes that there are.
    existing: Option<Indexes>,
    pages: Option<PageWriter>,
    draft: Draft,
    claim: Claim,
}

/// An index that was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IndexTotals {
    /// The number of different keys.
    pub keys: u64,
    /// The number of entries.
    pub entries: u64,
}

impl IndexWriter {
    /// Begins to make the indexes of a claimed data set, which has these metadata.
    pub(crate) fn begin(
        claim: Claim,
        name: &DataSetName,
        metadata: &Metadata,
        settings: &Settings,
        durable: bool,
    ) -> Result<Self> {
        let path = claim.path().to_owned();
        if metadata.header.marks.is_none() {
            return Err(Error::IndexNotPossible {
                name: name.clone(),
                index: String::new(),
                reason: "the header of its file has no room; copy it with a DATA step first".into(),
            });
        }
        let existing = match Indexes::open(&path, metadata, &metadata.schema, settings) {
            // They are made again.
            Err(Error::IndexDisagrees { .. } | Error::PageDamaged { .. }) => None,
            opened => opened?,
        };
        let page_bytes = page_bytes_of(settings);
        let (draft, pages) = Draft::begin_unclaimed(&path_of(&path), |file, path| {
            NewPages::open(path, Some(file), settings, page_bytes.into(), page_bytes)
        })?;
        // Where there are indexes, the header of the data set names the new file, too: to replace them is one rename.
        let marks = metadata.header.marks.unwrap_or_default();
        let number = || drafts::number_of(draft.temporary()).and_then(NonZeroU64::new);
        let id = marks.index.or_else(number);
        Ok(Self {
            name: name.clone(),
            path,
            metadata: metadata.clone(),
            settings: settings.clone(),
            durable,
            id: id.unwrap_or(NonZeroU64::MIN),
            page_bytes,
            next_page: 1,
            made: Vec::new(),
            existing,
            pages: Some(pages.start(0, None)?),
            draft,
            claim,
        })
    }

    /// Returns the indexes that there are.
    pub fn existing(&self) -> impl Iterator<Item = &Index> {
        self.existing.iter().flat_map(Indexes::iter)
    }

    /// Returns the variables of the data set.
    pub fn schema(&self) -> &Schema {
        &self.metadata.schema
    }

    /// Returns the keys of an index.
    ///
    /// # Errors
    ///
    /// Fails if a variable is not there, if several have the index and one has its name, or if a key is too long for a
    /// page.
    pub fn keys(&self, index: &Index) -> Result<IndexKeys> {
        keys_on_pages(&self.name, &self.metadata.schema, index, self.page_bytes)
    }

    /// Makes an index of the entries that `feed` passes to its argument: keys and numbers of observations, in the order
    /// of both.
    ///
    /// # Errors
    ///
    /// [`Error::DuplicateKey`] if the index is unique and two observations have the same key. Fails also if `feed`
    /// does, if the entries are not in order, or if the file cannot be written.
    pub fn make<E: From<Error>>(
        &mut self,
        index: Index,
        feed: impl FnOnce(&mut dyn FnMut(&[u8], u64) -> Result<()>) -> std::result::Result<(), E>,
    ) -> std::result::Result<IndexTotals, E> {
        let keys = self.keys(&index)?;
        let layout = Layout::new(self.page_bytes as usize, keys.length());
        let layout = layout.map_err(|error| self.failed(error.to_string()))?;
        let mut pages = self.pages.take().ok_or_else(|| Error::AlreadyFailed {
            path: self.path.clone(),
        })?;
        let mut builder = Builder::new(layout, self.next_page, FILL, |_, page: &[u8]| {
            pages.page_mut().copy_from_slice(page);
            pages.advance()
        });
        let of_build = |error| match error {
            BuildError::Storage(error) => error,
            error => self.failed(error.to_string()),
        };
        let duplicate = |repeat: Repeat| Error::DuplicateKey {
            name: self.name.clone(),
            index: index.name.clone(),
            other: repeat.first,
        };
        feed(&mut |key, number| {
            builder.push(key, number).map_err(of_build)?;
            match builder.repeat().filter(|_| index.unique) {
                Some(repeat) => Err(duplicate(repeat)),
                None => Ok(()),
            }
        })?;
        let built = builder.finish().map_err(of_build)?;
        self.next_page = built.next_page;
        self.made.push((index, built.tree));
        self.pages = Some(pages);
        Ok(IndexTotals {
            keys: built.keys,
            entries: built.tree.entries(),
        })
    }

    /// Keeps an index that there is, by its name in either case. Returns `false` if there is none.
    ///
    /// # Errors
    ///
    /// Fails if it cannot be read or written.
    pub fn keep(&mut self, name: &str) -> Result<bool> {
        let Some(mut existing) = self.existing.take() else {
            return Ok(false);
        };
        let kept = match existing.position_of(name) {
            Some(mut position) => {
                let index = existing.definition(&position).clone();
                self.make(index, |push| -> Result<()> {
                    existing.seek(&mut position, std::ops::Bound::Unbounded)?;
                    while let Some((key, number)) = existing.next(&mut position)? {
                        push(key, number)?;
                    }
                    Ok(())
                })?;
                true
            }
            None => false,
        };
        self.existing = Some(existing);
        Ok(kept)
    }

    /// Puts the indexes in place: those that were made and kept, and no others.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be written, or if another process reads the data set.
    pub fn commit(mut self) -> Result<FileAccount> {
        let name = self.name.clone();
        self.put_in_place()
            .map_err(|error| not_written(&name, error.in_terms_of(&name)))
    }

    fn put_in_place(&mut self) -> Result<FileAccount> {
        let pages = self.pages.take().ok_or_else(|| Error::AlreadyFailed {
            path: self.path.clone(),
        })?;
        let head = IndexHead {
            id: self.id,
            state: DataSetState::of(&self.metadata),
            page_bytes: self.page_bytes,
            free: FreeList::new(),
            indexes: std::mem::take(&mut self.made),
        };
        let page = head.encode().ok_or_else(|| {
            self.failed(match self.page_bytes < LARGEST_PAGE {
                true => "they do not fit a page of their file; set IBUFSIZE=32767".into(),
                false => "there are more than a data set can have; delete some".into(),
            })
        })?;
        let account = pages.finish(&page, self.durable)?.close();
        let file = open_to_change(&self.path, None)?;
        let wait = Wait {
            most: self.settings.lock_wait,
            stop: &AtomicBool::new(false),
        };
        let alone = AloneInFile::new(file.as_file(), &self.path, wait)?;
        let mut changer = Changer::open(&self.path, Header::PREFIX)?;
        self.claim.check_unchanged()?;
        let marks = Marks {
            index: (!head.indexes.is_empty()).then_some(self.id),
            ..self.metadata.header.marks.unwrap_or_default()
        };
        if marks.index.is_some() {
            // Its keys are values of the data set.
            self.draft.take_permissions_of(&self.path)?;
            self.draft.put_under_its_name()?;
            if self.durable {
                flush_names(&self.path);
            }
        }
        let (at, bytes) = marks.encode();
        changer.write(at, &bytes)?;
        if self.durable {
            changer.flush()?;
        }
        if marks.index.is_none() {
            super::remove(&self.path);
        }
        self.claim.renew();
        drop(alone);
        Ok(account)
    }

    fn failed(&self, reason: String) -> Error {
        let mut names = self.made.iter().map(|(index, _)| index.name.as_str());
        Error::IndexNotPossible {
            name: self.name.clone(),
            index: names.next().unwrap_or_default().to_owned(),
            reason,
        }
    }
}
