//! A file to which pages are appended.

use std::fs::File;
use std::path::Path;
use std::time::{Duration, Instant};

use feedrate_pageio::{PageFile, Queue, Span};

use super::PageWriter;
use crate::error::Result;
use crate::pages::Identity;
use crate::pages::opening::{OpenFile, Sizes, open_to_write};
use crate::pages::plan::Plan;
use crate::settings::Settings;

/// A file to which pages are appended.
#[derive(Debug)]
pub struct NewPages {
    file: PageFile,
    notes: Vec<String>,
    settings: Settings,
    header_bytes: u64,
    page_bytes: u32,
    opened: Instant,
}

impl NewPages {
    /// Opens an existing file, or uses an open one, to append pages behind those that it has, if any. The file is not
    /// changed. The caller must ensure that no one else writes to it.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be opened.
    pub fn open(
        path: &Path,
        already: Option<&File>,
        settings: &Settings,
        header_bytes: u64,
        page_bytes: u32,
    ) -> Result<Self> {
        let opened = Instant::now();
        let sizes = Sizes {
            header_bytes,
            page_bytes: page_bytes.into(),
        };
        let OpenFile { file, notes } = open_to_write(path, already, settings, sizes)?;
        Ok(Self {
            file,
            notes,
            settings: settings.clone(),
            header_bytes,
            page_bytes,
            opened,
        })
    }

    /// Returns the identity of the file.
    ///
    /// # Errors
    ///
    /// Fails if the system does not tell.
    pub fn identity(&self) -> Result<Identity> {
        Identity::of(&self.file)
    }

    /// Limits the bytes of pages in flight, except for a single larger page.
    pub fn hold_at_most(&mut self, bytes: u64) {
        self.settings.transfer_memory = Some(bytes);
    }

    /// Begins to write the pages after the header and `pages_before` pages, which are given to [`PageWriter::finish`].
    /// If there are at most `most` pages, less memory is allocated.
    ///
    /// # Errors
    ///
    /// Fails if the queue cannot be created.
    pub fn start(self, pages_before: u64, most: Option<u64>) -> Result<PageWriter> {
        let page = u64::from(self.page_bytes);
        let discipline = self.settings.discipline;
        let memory = self.settings.transfer_bytes();
        let plan = Plan::new(self.file.method(), discipline, page, most, memory);
        let taken = plan.take_memory(self.file.path(), &self.settings.page_memory)?;
        let queue = Queue::new(vec![self.file], plan.queue())?;
        let mut notes = self.notes;
        notes.extend_from_slice(plan.notes(&queue));
        Ok(PageWriter {
            queue,
            discipline,
            notes,
            header_bytes: self.header_bytes,
            base: self.header_bytes + pages_before * page,
            page_bytes: self.page_bytes as usize,
            submitted_bytes: 0,
            submitted: 0,
            slot: 0,
            span: first_of(plan),
            in_flight: vec![false; plan.slots],
            plan,
            filled: 0,
            done: Vec::new(),
            opened: self.opened,
            waited: Duration::ZERO,
            _memory: taken,
        })
    }
}

/// Returns the first transfer of a plan.
fn first_of(plan: Plan) -> Span {
    Span {
        offset: 0,
        bytes: plan
            .geometry
            .at(0, u64::MAX)
            .map_or(plan.geometry.transfer_bytes(), |span| span.bytes),
    }
}
