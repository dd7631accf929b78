//! The last line of a file, if a quotation mark in it lacks its pair.

use super::records::Records;

/// A line whose last value no quotation mark closes.
#[derive(Clone, Copy, Debug)]
pub(super) struct OpenLine {
    /// The offset of the line.
    pub start: u64,
    /// The line feeds in it before that value.
    pub feeds: u64,
}

impl OpenLine {
    /// Returns the last line of a file, if its last value is such. Only quoted values continue on another line, and a
    /// closed one ends with a quotation mark.
    #[inline]
    pub fn of(records: &Records) -> Option<Self> {
        let record = records.record();
        let value = record.last_quoted()?;
        memchr::memchr2(b'\r', b'\n', value)?;
        if records.last_byte() == Some(b'"') {
            return None;
        }
        let before = record.iter().rev().skip(1);
        let feeds = before.map(|value| value.iter().filter(|byte| **byte == b'\n').count() as u64);
        Some(Self {
            start: records.start(),
            feeds: feeds.sum(),
        })
    }
}
