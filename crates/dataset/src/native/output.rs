//! A new `.sas7bdat` file, as far as it does not depend on how its rows are stored.

use std::time::Instant;

use super::page_size::{front_memory, page_size};
use crate::drafts::Draft;
use crate::error::{Result, not_possible, not_written};
use crate::file_format::NewDataSet;
use crate::format::{CompressionOptions, FormatError, NewFile};
use crate::locks::Claim;
use crate::name::DataSetName;
use crate::pages::{NewPages, PageWriter, WrittenFile};
use crate::schema::Schema;
use crate::settings::{Settings, TakenMemory};

/// A new `.sas7bdat` file that is being written.
#[derive(Debug)]
pub(crate) struct NativeOutput {
    created: f64,
    began: Instant,
    durable: bool,
    /// The file, as long as all rows are on the page of the description.
    new_pages: Option<Box<NewPages>>,
    /// That of the front.
    _memory: TakenMemory,
}

impl NativeOutput {
    /// Begins a file that replaces a claimed one. `describe` makes its front. Returns its draft and its front, too.
    pub(crate) fn begin<F>(
        claim: Claim,
        name: &DataSetName,
        schema: &Schema,
        facts: &NewDataSet,
        (settings, compression): (&Settings, Option<CompressionOptions>),
        durable: bool,
        describe: impl FnOnce(&NewFile<'_>) -> std::result::Result<F, FormatError>,
    ) -> Result<(Draft, F, Self)> {
        let page_size = page_size(name, schema, compression, settings.bufsize)?;
        let memory = front_memory(name, page_size, settings)?;
        let header_length = settings.header_bytes(page_size);
        let file = NewFile {
            compression,
            ..facts.native_file(name, schema, page_size, header_length)
        };
        let front = describe(&file).map_err(|error| not_possible(name, error.to_string()))?;
        let (draft, pages) = Draft::begin(claim, |file, path| {
            NewPages::open(path, Some(file), settings, header_length.into(), page_size)
        })
        .map_err(|error| not_written(name, error))?;
        let output = Self {
            created: facts.created,
            began: Instant::now(),
            durable,
            new_pages: Some(Box::new(pages)),
            _memory: memory,
        };
        Ok((draft, front, output))
    }

    /// Returns the file, to begin its pages of rows; `None` once they have begun.
    pub(crate) fn take_new_pages(&mut self) -> Option<NewPages> {
        self.new_pages.take().map(|pages| *pages)
    }

    /// Lets the buffers of pages that are not begun yet have at most so many bytes.
    pub(crate) fn hold_at_most(&mut self, bytes: u64) {
        if let Some(pages) = &mut self.new_pages {
            pages.hold_at_most(bytes);
        }
    }

    /// Returns the time of the last change, in seconds since 1960.
    pub(crate) fn modified(&self) -> f64 {
        self.created + self.began.elapsed().as_secs_f64()
    }

    /// Completes the file by its front.
    pub(crate) fn finish(&self, pages: PageWriter, front: &[u8]) -> Result<WrittenFile> {
        pages.finish(front, self.durable)
    }
}
