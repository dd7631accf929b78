//! The description of a `.sas7bdat` file, together with the open file.

use std::borrow::Cow;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock, Weak};

use feedrate_pageio::Access;

use crate::error::{Error, Result};
use crate::format::{Collector, Directory, DirectoryCollector, Header, Metadata};
use crate::pages::{Amount, FileAccount, Identity, RangeReader, Wait, share};
use crate::schema::Schema;
use crate::settings::Settings;
use crate::system;

/// The most times that the description is read if rows are appended meanwhile. Each time, an append would have to be
/// between the same two writes.
const LOOKS: usize = 5;

/// The maximum number of files that stay open for later reads: a step can name thousands of data sets.
const MOST_OPEN: usize = 200;

/// The same, as a fraction of the open files that the process may have.
const SHARE: u64 = 8;

/// The number of files that are open.
static OPEN: AtomicUsize = AtomicUsize::new(0);

/// The description of a file, which stays open unless too many do, so that its pages can be read even after the file
/// was replaced. It excludes rows that are appended later.
#[derive(Debug)]
pub(crate) struct Description {
    pub(crate) path: PathBuf,
    file: Option<OpenFile>,
    pub(crate) identity: Identity,
    pub(crate) metadata: Metadata,
    /// The directory of its pages, if it is compressed and has one.
    directory: Option<Arc<Directory>>,
    /// The numbers of rows of its pages, from who read them all, if it is compressed and has no directory.
    learned: OnceLock<Arc<Directory>>,
    /// The account of reading it, which is counted once: for a reader of the source that had it read, while that source
    /// exists.
    account: FileAccount,
    source: Weak<()>,
    is_counted: AtomicBool,
}

impl Description {
    /// Reads the description of a file. As long as it stays open, no other process changes it in place; this waits
    /// until that is so.
    ///
    /// # Errors
    ///
    /// Fails if it is not a `.sas7bdat` file, if its pages are larger than the settings permit, if it has fewer pages
    /// than its header says, or if another process changes it or was interrupted when it did.
    pub(crate) fn read(path: &Path, settings: &Settings, wait: Wait<'_>) -> Result<Self> {
        let mut settings = Cow::Borrowed(settings);
        let mut looks = 1;
        loop {
            match Self::look(path, &settings, wait) {
                // It grew between the two reads or during them.
                Err(Error::Truncated { end, .. })
                    if looks < LOOKS && std::fs::metadata(path).is_ok_and(|now| now.len() > end) => {}
                Ok(description) if looks < LOOKS && !description.metadata.has_pages_for_rows() => {}
                // Who has waited long enough is told so.
                Err(error @ (Error::InUse { .. } | Error::Stopped)) => return Err(error),
                // The description may be half of a change.
                Err(_) if settings.allows_interrupted => {
                    settings.to_mut().allows_interrupted = false;
                }
                looked => return looked,
            }
            looks += 1;
        }
    }

    fn look(path: &Path, settings: &Settings, wait: Wait<'_>) -> Result<Self> {
        let wrong = |error| Error::format(path, error);
        let prefix = Header::PREFIX as u64;
        let mut first = RangeReader::open(path, Access::Random, prefix)?;
        share(first.file(), path, wait)?;
        // Who changed it in place until now may have made it longer.
        first.measure()?;
        let header = Header::parse(first.read(0, prefix)?).map_err(wrong)?;
        let is_interrupted = header.marks.is_some_and(|marks| marks.update.is_some());
        if is_interrupted && !settings.allows_interrupted {
            return Err(Error::Interrupted { path: path.into() });
        }
        let (page_bytes, header_bytes) = (u64::from(header.page_size), header.header_length.into());
        let end = first.file_bytes();
        if header.file_length().is_none_or(|needed| end < needed) {
            return Err(Error::Truncated {
                path: path.into(),
                pages: header.page_count,
                page_bytes,
                header_bytes,
                end,
            });
        }
        let most = settings.page_memory.most();
        if let Some(most) = most.filter(|&most| page_bytes > most) {
            return Err(Error::PageMemory {
                path: path.into(),
                page_bytes,
                most,
            });
        }
        let mut pages = first.again(page_bytes)?;
        // It is kept, and the first is closed.
        share(pages.file(), path, wait)?;
        let identity = pages.identity()?;
        if !identity.is_same_file(first.identity()?) {
            return Err(Error::Changed { path: path.into() });
        }
        let mut collector = Collector::new(header, end).map_err(wrong)?;
        while let Some(number) = collector.wants() {
            let page = pages.read(header_bytes + number * page_bytes, page_bytes)?;
            collector.take(page).map_err(wrong)?;
        }
        let metadata = collector.finish().map_err(wrong)?;
        let mut directory = metadata.directory();
        while let Some((directory, number)) = directory.as_mut().and_then(|it| it.wants().map(|number| (it, number))) {
            let page = pages.read(header_bytes + number * page_bytes, page_bytes)?;
            directory.take(&metadata, page);
        }
        let mut account = pages.account();
        account.page_bytes = page_bytes;
        account.moved = pages.moved(page_bytes);
        account.moved += first.moved(0);
        Ok(Self {
            path: path.into(),
            file: OpenFile::keep(pages.file()),
            identity,
            metadata,
            directory: directory.and_then(DirectoryCollector::finish).map(Arc::new),
            learned: OnceLock::new(),
            account,
            source: Weak::new(),
            is_counted: AtomicBool::new(false),
        })
    }

    /// Returns the path by which it was opened.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the directory of its pages, if it is compressed and has one.
    pub(crate) fn directory(&self) -> Option<&Arc<Directory>> {
        self.directory.as_ref()
    }

    /// Returns how many rows its pages have, if it has no directory that says so and all of them were read before.
    pub(crate) fn learned(&self) -> Option<&Arc<Directory>> {
        self.learned.get()
    }

    /// Keeps how many rows its pages have, which all of them have told. The first to learn it counts.
    pub(crate) fn learn(&self, directory: Arc<Directory>) {
        let _ = self.learned.set(directory);
    }

    /// Returns whether it is found without reading all pages which of them has a row.
    pub(crate) fn is_listed(&self) -> bool {
        self.directory.is_some() || self.learned.get().is_some()
    }

    /// Returns the metadata of the file.
    pub(crate) fn metadata(&self) -> &Metadata {
        &self.metadata
    }

    /// Returns the file if it is still open.
    pub(crate) fn file(&self) -> Option<&File> {
        self.file.as_ref().map(|open| &open.0)
    }

    /// Returns what was moved to read it.
    pub(crate) fn account(&self) -> &FileAccount {
        &self.account
    }

    /// Returns what was moved to read the description, for the first reader that reads pages; for others nothing. Which
    /// reader that is does not depend on the order of threads.
    pub(crate) fn count(&self, source: &Weak<()>) -> Amount {
        let is_anothers = self.source.strong_count() > 0 && !self.source.ptr_eq(source);
        match is_anothers || self.is_counted.swap(true, Ordering::Relaxed) {
            false => self.account.moved,
            true => Amount::default(),
        }
    }

    /// Assigns the read to a source.
    pub(crate) fn of_source(self, source: Weak<()>) -> Self {
        Self { source, ..self }
    }

    /// Returns its variables.
    pub(crate) fn schema(&self) -> &Schema {
        &self.metadata.schema
    }

    /// Returns the identity of the file.
    pub(crate) fn identity(&self) -> Identity {
        self.identity
    }
}

/// A file that stays open.
#[derive(Debug)]
struct OpenFile(File);

impl OpenFile {
    /// Returns `None` if too many files are open or the system allows no more.
    fn keep(file: &File) -> Option<Self> {
        let limit = system::most_open_files();
        let limit = limit.and_then(|files| usize::try_from(files / SHARE).ok());
        let most = limit.map_or(MOST_OPEN, |files| files.min(MOST_OPEN));
        if OPEN.fetch_add(1, Ordering::Relaxed) < most
            && let Ok(file) = file.try_clone()
        {
            return Some(Self(file));
        }
        OPEN.fetch_sub(1, Ordering::Relaxed);
        None
    }
}

impl Drop for OpenFile {
    fn drop(&mut self) {
        OPEN.fetch_sub(1, Ordering::Relaxed);
    }
}
