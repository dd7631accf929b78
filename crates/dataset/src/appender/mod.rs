//! Appends rows to a data set in its file.
//!
//! New pages are written behind the end of the file. Then the free slots of the last page are filled (not where rows
//! are compressed), the header is updated with the number of pages, and finally the number of rows. If the data set
//! must outlive the session, everything before has reached the device by then. Until then readers of the file see the
//! previous rows, also if this process is killed or the machine fails: what was written remains invisible, and the next
//! append overwrites it. For a failure of the machine this assumes that the device writes the 512-byte sector with the
//! number of rows atomically, and that overwriting bytes with the same ones never damages them.

mod begin;
mod faults;
mod form;
mod slots;
#[cfg(test)]
mod tests;

use std::path::{Path, PathBuf};
use std::time::Instant;

pub use begin::{Append, Rewrite};
use form::Form;

use crate::error::not_written;
use crate::error::{Error, FileChange, Result};
use crate::format::Edit;
use crate::locks::AppendClaim;
use crate::name::DataSetName;
use crate::pages::{Amount, Changer, FileAccount, Identity, NewPages, PageWriter};
use crate::schema::Schema;
use crate::settings::Settings;

/// Appends rows to an existing data set. It is unchanged until this is [committed](Self::commit), and stays so if this
/// is dropped.
#[derive(Debug)]
pub struct Appender {
    name: DataSetName,
    path: PathBuf,
    /// Keeps other processes from changing it.
    claim: AppendClaim,
    schema: Schema,
    settings: Settings,
    durable: bool,
    page_bytes: u32,
    header_bytes: u32,
    /// The number of pages in its header.
    pages_before: u64,
    /// The identity of its file when this began.
    opened: Identity,
    /// When this began, in seconds since 1960.
    started: f64,
    began: Instant,
    form: Form,
    /// The new pages, once there is one.
    pages: Option<Box<PageWriter>>,
    /// True if there was one, so that there may be bytes behind the end of the file.
    is_begun: bool,
    failed: bool,
    /// The amount that was moved to read the description.
    described: Amount,
    changer: Changer,
    /// The edits so far.
    done: Vec<Edit>,
    is_committed: bool,
}

impl Appender {
    /// Returns the number of rows, including the appended ones.
    pub fn rows(&self) -> u64 {
        match &self.form {
            Form::Slots(slots) => slots.rows(),
            Form::Packed(packed) => packed.rows(),
        }
    }

    /// Returns the variables and their offsets in a row.
    pub fn schema(&self) -> &Schema {
        &self.schema
    }

    /// Adds a row and returns its bytes in the page, or in a block of rows that are compressed together. The initial
    /// content is undefined: every variable must be set.
    ///
    /// # Errors
    ///
    /// Fails if an earlier page could not be written.
    #[inline]
    pub fn next_row(&mut self) -> Result<&mut [u8]> {
        let needs_page = match &self.form {
            Form::Slots(slots) => slots.needs_page(self.pages.is_some()),
            Form::Packed(packed) => packed.is_full(),
        };
        if needs_page {
            match &self.form {
                Form::Slots(_) => self.next_page()?,
                Form::Packed(_) => self.pack()?,
            }
        }
        let page = self.pages.as_mut().map(|pages| pages.page_mut());
        let row = match &mut self.form {
            Form::Slots(slots) => slots.next_row(page),
            Form::Packed(packed) => Some(packed.next_row()),
        };
        row.ok_or_else(|| already_failed(&self.path))
    }

    /// Compresses the rows of the block into pages.
    #[cold]
    fn pack(&mut self) -> Result<()> {
        loop {
            let Form::Packed(packed) = &mut self.form else {
                return Ok(());
            };
            let is_done = match &mut self.pages {
                Some(pages) => packed.pack(pages.page_mut()),
                None => packed.is_empty(),
            };
            if is_done {
                return Ok(());
            }
            self.next_page()?;
        }
    }

    /// Submits the full page, or begins the first one.
    #[cold]
    fn next_page(&mut self) -> Result<()> {
        let next = match self.pages.take() {
            Some(pages) => self.sealed(pages),
            None => self.first_new_page(None).map(Box::new),
        };
        self.is_begun = true;
        let next = next.inspect_err(|_| self.failed = true);
        self.pages = Some(next.map_err(|error| not_written(&self.name, error))?);
        Ok(())
    }

    /// Completes the current page.
    fn sealed(&mut self, mut pages: Box<PageWriter>) -> Result<Box<PageWriter>> {
        let number = self.form.next_page() + pages.pages();
        if self.form.seal(pages.page_mut(), number) {
            pages.advance()?;
        }
        Ok(pages)
    }

    /// Begins new pages, at most `most` if that is known.
    fn first_new_page(&self, most: Option<u64>) -> Result<PageWriter> {
        if self.failed {
            return Err(already_failed(&self.path));
        }
        self.check_file(Some)?;
        let header_bytes = self.header_bytes.into();
        let pages = NewPages::open(&self.path, None, &self.settings, header_bytes, self.page_bytes)?;
        // The file that it opened may be another.
        self.check_file(Some)?;
        pages.start(self.form.next_page(), most)
    }

    /// Makes the rows part of the data set. The account includes the reading of its description.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be written or was replaced. The data set is unchanged then.
    pub fn commit(mut self) -> Result<FileAccount> {
        let account = self.count_rows();
        account.map_err(|error| not_written(&self.name, error))
    }

    fn count_rows(&mut self) -> Result<FileAccount> {
        self.pack()?;
        // A write would now make the file as long again, with a hole.
        if self.is_begun && self.changer.identity()?.bytes() < self.opened.bytes() {
            return Err(self.changed_by_other(FileChange::Cut));
        }
        let pages = match self.pages.take() {
            Some(pages) => {
                let pages = self.sealed(pages)?;
                self.directed(pages)?
            }
            None => Box::new(self.first_new_page(Some(0))?),
        };
        let new_pages = pages.pages();
        let mut account = pages.finish(&[], self.durable)?.close();
        let began = Instant::now();
        let has_new_rows = self.rows() > self.form.stored();
        if has_new_rows {
            // A file that replaced it meanwhile would not get the rows.
            self.check_file(|what| (what != FileChange::Written).then_some(what))?;
            let end = self.end_of(self.form.next_page() + new_pages);
            if self.changer.identity()?.bytes() < end {
                return Err(self.changed_by_other(FileChange::Cut));
            }
            let modified = self.started + self.began.elapsed().as_secs_f64();
            let (edits, last) = self.form.edits(new_pages, modified);
            for edit in edits {
                self.replace(edit)?;
            }
            self.flush()?;
            let counted = self.replace(last);
            if let Err(error) = counted.and_then(|()| self.flush()) {
                return Err(self.not_counted(error));
            }
            self.is_committed = true;
            // The rest behind belongs to an append that was not committed. It may stay.
            let _ = self.changer.cut(self.end_of(self.form.next_page() + new_pages));
            self.claim.renew();
        }
        account.moved += self.described;
        account.moved += self.changer.moved(self.page_bytes.into());
        account.waited += began.elapsed();
        match &mut account.flush {
            Some(flush) => *flush += began.elapsed(),
            None => account.elapsed += began.elapsed(),
        }
        Ok(account)
    }

    /// Writes the directory of the pages of a compressed file behind the new pages.
    fn directed(&mut self, mut pages: Box<PageWriter>) -> Result<Box<PageWriter>> {
        if let Form::Packed(packed) = &mut self.form {
            loop {
                let number = packed.extension.next_page() + pages.pages();
                if !packed.write_directory(pages.page_mut(), number) {
                    break;
                }
                pages.advance()?;
            }
        }
        Ok(pages)
    }

    /// Replaces a part of the file.
    fn replace(&mut self, edit: Edit) -> Result<()> {
        let written = self.changer.write(edit.at, &edit.after);
        self.done.push(edit);
        written
    }

    /// If durable, waits until the edits have reached the device.
    fn flush(&self) -> Result<()> {
        match self.durable {
            true => self.changer.flush(),
            false => Ok(()),
        }
    }

    /// Returns the end of the file with so many pages.
    fn end_of(&self, pages: u64) -> u64 {
        u64::from(self.header_bytes) + pages * u64::from(self.page_bytes)
    }
}

impl Drop for Appender {
    fn drop(&mut self) {
        if self.is_committed || !self.is_begun && self.done.is_empty() {
            return;
        }
        // Waits for transfers in flight.
        self.pages = None;
        // The rest that cannot be undone now stays invisible unless the header counts it.
        if self.take_back().is_ok() {
            let _ = self.changer.cut(self.end_of(self.pages_before));
        }
        self.claim.renew();
    }
}

fn already_failed(path: &Path) -> Error {
    Error::AlreadyFailed { path: path.into() }
}
