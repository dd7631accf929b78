//! The ways of adding rows to a file.

use super::slots::Slots;
use crate::compression::appender::PackedAppender;
use crate::format::Edit;

/// The way in which rows are added.
#[derive(Debug)]
pub(super) enum Form {
    /// Into the slots of pages.
    Slots(Box<Slots>),
    /// Compressed.
    Packed(Box<PackedAppender>),
}

impl Form {
    /// Returns the number of the first new page.
    pub(super) fn next_page(&self) -> u64 {
        match self {
            Self::Slots(slots) => slots.extension.next_page(),
            Self::Packed(packed) => packed.extension.next_page(),
        }
    }

    /// Returns the number of rows before any is appended.
    pub(super) fn stored(&self) -> u64 {
        match self {
            Self::Slots(slots) => slots.extension.stored(),
            Self::Packed(packed) => packed.extension.stored(),
        }
    }

    /// Completes the current page, if it has rows. Returns whether it does.
    pub(super) fn seal(&mut self, page: &mut [u8], number: u64) -> bool {
        match self {
            Self::Slots(slots) => slots.seal(page, number),
            Self::Packed(packed) => packed.seal(page, number),
        }
    }

    /// Returns the edits that make the rows part of the file, the last of which does so.
    pub(super) fn edits(&mut self, new_pages: u64, modified: f64) -> (Vec<Edit>, Edit) {
        match self {
            Self::Slots(slots) => slots.edits(new_pages, modified),
            Self::Packed(packed) => packed.edits(new_pages, modified),
        }
    }
}
