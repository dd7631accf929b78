//! The rows of a data set in a transport file.
//!
//! The content of such a file is only known at its end, so opening it reads all of it once.

use std::ops::Range;
use std::path::{Path, PathBuf};

use feedrate_pageio::Access;

use super::{Contents, Decoder, Member, Scanner, XportError};
use crate::error::{Error, Result};
use crate::file_format::{RowBlock, RowMemory, RowSource};
use crate::format::ValueLosses;
use crate::pages::{FileAccount, RangeReader};
use crate::schema::Schema;
use crate::settings::CharacterExpansion;

/// Bytes that are read at a time, unless a row has more.
const CHUNK: u64 = 256 << 10;

/// A data set of a transport file that is read.
#[derive(Debug)]
pub(crate) struct TransportSource {
    path: PathBuf,
    member: Member,
    decoder: Decoder,
    ranges: RangeReader,
    /// The next row, and the end of the wanted ones.
    next: u64,
    end: u64,
}

/// Returns what a transport file has.
pub(crate) fn contents(path: &Path) -> Result<Contents> {
    scan(path, &mut RangeReader::open(path, Access::Sequential, CHUNK)?)
}

fn scan(path: &Path, ranges: &mut RangeReader) -> Result<Contents> {
    let wrong = |error| Error::transport(path, error);
    let mut scanner = Scanner::new();
    let mut offset = 0;
    while offset < ranges.file_bytes() {
        let chunk = ranges.read(offset, CHUNK)?;
        offset += chunk.len() as u64;
        scanner.take(chunk).map_err(wrong)?;
    }
    scanner.finish().map_err(wrong)
}

impl TransportSource {
    /// Opens a data set by its name, in either case, with more room for its texts if that is requested; returns `None`
    /// if there is none.
    pub(crate) fn open(path: &Path, name: &str, expansion: Option<CharacterExpansion>) -> Result<Option<Self>> {
        let mut ranges = RangeReader::open(path, Access::Sequential, CHUNK)?;
        let mut members = scan(path, &mut ranges)?.members.into_iter();
        let Some(mut member) = members.find(|member| member.name.eq_ignore_ascii_case(name)) else {
            return Ok(None);
        };
        if let Some(expansion) = expansion {
            member.expand(expansion).map_err(|source| {
                let member = member.name.clone();
                Error::transport(path, XportError::Schema { member, source })
            })?;
        }
        if member.row_length as u64 > CHUNK {
            ranges = ranges.with_most(member.row_length as u64)?;
        }
        Ok(Some(Self {
            path: path.into(),
            decoder: member.decoder(),
            member,
            ranges,
            next: 0,
            end: u64::MAX,
        }))
    }
}

impl RowSource for TransportSource {
    fn schema(&self) -> &Schema {
        &self.member.schema
    }

    fn label(&self) -> &str {
        &self.member.label
    }

    fn data_set_type(&self) -> &str {
        &self.member.data_set_type
    }

    fn stored_lengths(&self) -> (Vec<u32>, u32) {
        let lengths = self.member.stored_lengths().map(|length| length as u32);
        (lengths.collect(), self.member.row_length as u32)
    }

    fn rows(&self) -> u64 {
        self.member.rows
    }

    fn seek(&mut self, wanted: Range<u64>) -> Result<()> {
        self.next = wanted.start;
        self.end = wanted.end;
        Ok(())
    }

    fn next_block(&mut self, memory: &mut RowMemory) -> Result<Option<RowBlock>> {
        let length = self.member.row_length as u64;
        let left = self.end.min(self.member.rows).saturating_sub(self.next);
        if left == 0 || length == 0 {
            return Ok(None);
        }
        let count = left.min((CHUNK / length).max(1));
        let offset = self.member.start + self.next * length;
        let bytes = self.ranges.read(offset, count * length)?;
        if (bytes.len() as u64) < count * length {
            return Err(Error::Changed {
                path: self.path.clone(),
            });
        }
        let stride = self.member.schema.row_length() as usize;
        let decoded = memory.buffer();
        decoded.resize(count as usize * stride, 0);
        let rows = bytes.chunks_exact(self.member.row_length);
        for (row, decoded) in rows.zip(decoded.chunks_exact_mut(stride)) {
            self.decoder.decode(row, decoded);
        }
        let first = self.next;
        self.next += count;
        Ok(Some(RowBlock::in_buffer(first, count as usize, stride)))
    }

    fn lost(&self) -> ValueLosses {
        ValueLosses::of_cut(self.decoder.cut())
    }

    fn account(&self) -> FileAccount {
        let mut account = self.ranges.account();
        account.notes.extend(self.member.notes.iter().cloned());
        account
    }
}
