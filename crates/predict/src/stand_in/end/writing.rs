//! The ends that write.

use std::fs::OpenOptions;
use std::path::Path;

use feedrate_dataset::Settings;
use feedrate_dataset::pages::{Changer, NewPages, PageWriter, StreamWriter};
use feedrate_pageio::{Content, named_file};

use super::{GRAIN, PIECE, UseTotals};
use crate::error::{Error, Result};
use crate::job::{JobFile, Use};

/// The most bytes of a page that are kept as its content.
const MOST_CONTENT: usize = 1 << 20;

/// Creates an empty file, which must not exist.
pub(in crate::stand_in) fn new_file(path: &Path) -> Result<()> {
    let created =
        named_file::check_links(path).and_then(|()| OpenOptions::new().write(true).create_new(true).open(path));
    created.map(drop).map_err(|source| Error::File {
        action: "create",
        path: path.into(),
        source,
    })
}

/// Writes pages in order, behind those that the file has.
pub(super) struct PageWrites {
    pages: PageWriter,
    /// The content that is written where no page was read: in the processor's cache, as a page that a step has just
    /// filled.
    template: Vec<u8>,
    content: Content,
    header_bytes: u64,
    durable: bool,
}

impl PageWrites {
    pub(super) fn open(use_: &Use, file: &JobFile, path: &Path, settings: &Settings) -> Result<Self> {
        let there = match std::fs::metadata(path) {
            Ok(metadata) => metadata.len(),
            Err(_) => {
                new_file(path)?;
                0
            }
        };
        let before = there.saturating_sub(file.header_bytes) / file.page_bytes;
        let page = u32::try_from(file.page_bytes).unwrap_or(u32::MAX);
        let pages = NewPages::open(path, None, settings, file.header_bytes, page)?;
        let mut content = Content::new(file.bytes ^ 0xfeed, 0);
        let mut template = vec![0; MOST_CONTENT.min(page as usize)];
        content.fill(&mut template);
        Ok(Self {
            pages: pages.start(before, None)?,
            template,
            content,
            header_bytes: use_.header_bytes,
            durable: use_.durable,
        })
    }

    /// Fills the next page: from another one, or with content of its own. No two pages are alike.
    pub(super) fn fill(&mut self, page: Option<&[u8]>) {
        let room = self.pages.page_mut();
        let source = page.filter(|page| page.len() >= room.len());
        for room in room.chunks_mut(self.template.len().max(1)) {
            room.copy_from_slice(&source.unwrap_or(&self.template)[..room.len()]);
        }
        self.content.stamp(room);
    }

    pub(super) fn next(&mut self) -> Result<()> {
        Ok(self.pages.advance()?)
    }

    pub(super) fn finish(mut self) -> Result<UseTotals> {
        let mut front = vec![0; usize::try_from(self.header_bytes).unwrap_or(usize::MAX)];
        self.content.fill(&mut front);
        let account = self.pages.finish(&front, self.durable)?.close();
        Ok(UseTotals::of(&account, 0))
    }
}

/// Writes a file without pages in order.
pub(super) struct StreamWritten {
    writer: StreamWriter,
    content: Content,
    piece: Vec<u8>,
    durable: bool,
}

impl StreamWritten {
    pub(super) fn open(path: &Path, settings: &Settings, durable: bool) -> Result<Self> {
        if !path.exists() {
            new_file(path)?;
        }
        let mut content = Content::new(7, 0);
        let mut piece = vec![0; PIECE as usize];
        content.fill(&mut piece);
        Ok(Self {
            writer: StreamWriter::open(path, None, settings)?,
            content,
            piece,
            durable,
        })
    }

    pub(super) fn next(&mut self, bytes: u64) -> Result<()> {
        let now = usize::try_from(bytes).unwrap_or(usize::MAX);
        let piece = &mut self.piece[..now.min(PIECE as usize)];
        self.content.stamp(piece);
        Ok(self.writer.put(piece)?)
    }

    pub(super) fn finish(self) -> Result<UseTotals> {
        let bytes = self.writer.bytes();
        let account = self.writer.finish(self.durable)?.close();
        Ok(UseTotals {
            bytes,
            ..UseTotals::of(&account, 0)
        })
    }
}

/// Replaces ranges at random.
pub(super) struct RandomWrites {
    changer: Changer,
    random: fastrand::Rng,
    content: Content,
    piece: Vec<u8>,
    /// The length of the file.
    length: u64,
    moved: u64,
    durable: bool,
}

impl RandomWrites {
    pub(super) fn open(path: &Path, most: u64, durable: bool) -> Result<Self> {
        let file = |source| Error::File {
            action: "look at",
            path: path.into(),
            source,
        };
        let most = usize::try_from(most).unwrap_or(usize::MAX);
        let mut content = Content::new(11, 0);
        let mut piece = vec![0; most];
        content.fill(&mut piece);
        Ok(Self {
            length: std::fs::metadata(path).map_err(file)?.len(),
            changer: Changer::open(path, most)?,
            random: fastrand::Rng::with_seed(2),
            content,
            piece,
            moved: 0,
            durable,
        })
    }

    pub(super) fn next(&mut self, bytes: u64) -> Result<()> {
        let now = usize::try_from(bytes).unwrap_or(usize::MAX);
        let piece = &mut self.piece[..now];
        self.content.stamp(piece);
        let last = self.length.saturating_sub(bytes);
        let offset = self.random.u64(0..=last) / GRAIN * GRAIN;
        self.changer.write(offset, piece)?;
        self.moved += bytes;
        Ok(())
    }

    pub(super) fn finish(self) -> Result<UseTotals> {
        if self.durable {
            self.changer.flush()?;
        }
        Ok(UseTotals {
            bytes: self.moved,
            ..UseTotals::default()
        })
    }
}
