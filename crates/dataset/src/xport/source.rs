//! The rows of a data set in a transport file.
//!
//! The content of such a file is only known at its end, so opening it reads all of it once.

use std::ops::Range;
use std::path::{Path, PathBuf};

use feedrate_pageio::Access;

use super::{Contents, Decoder, Member, Scanner, XportError};
use crate::error::{Error, Result};
use crate::format::Lost;
use crate::pages::{FileAccount, RangeReader};
use crate::reader::{Block, Memory, SourceBlock};
use crate::schema::Schema;
use crate::settings::Widening;

/// Bytes that are read at a time, unless a row has more.
const CHUNK: u64 = 256 << 10;

#[derive(Debug)]
pub(crate) struct Transport {
    path: PathBuf,
    member: Member,
    decoder: Decoder,
    ranges: RangeReader,
    /// The next row, and the end of the wanted ones.
    next: u64,
    end: u64,
    decoded: Vec<u8>,
}

/// Returns what a transport file has.
pub(crate) fn contents(path: &Path) -> Result<Contents> {
    scan(
        path,
        &mut RangeReader::open(path, Access::Sequential, CHUNK)?,
    )
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

impl Transport {
    /// Opens a data set by its name, in either case, with more room for its texts if that is requested; returns `None` if
    /// there is none.
    pub(crate) fn open(
        path: &Path,
        name: &str,
        widening: Option<Widening>,
    ) -> Result<Option<Self>> {
        let mut ranges = RangeReader::open(path, Access::Sequential, CHUNK)?;
        let mut members = scan(path, &mut ranges)?.members.into_iter();
        let Some(mut member) = members.find(|member| member.name.eq_ignore_ascii_case(name)) else {
            return Ok(None);
        };
        if let Some(widening) = widening {
            member.widen(widening).map_err(|source| {
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
            decoded: Vec::new(),
        }))
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    pub(crate) fn schema(&self) -> &Schema {
        &self.member.schema
    }

    /// Returns the lengths of its variables in the file, and that of a row.
    pub(crate) fn stored_lengths(&self) -> (Vec<u32>, u32) {
        let lengths = self.member.stored_lengths().map(|length| length as u32);
        (lengths.collect(), self.member.row_length as u32)
    }

    pub(crate) fn lost(&self) -> Lost {
        Lost::of_cut(self.decoder.cut())
    }

    pub(crate) fn label(&self) -> &str {
        &self.member.label
    }

    pub(crate) fn data_set_type(&self) -> &str {
        &self.member.data_set_type
    }

    pub(crate) fn rows(&self) -> u64 {
        self.member.rows
    }

    /// Positions at these rows, from 0.
    pub(crate) fn seek(&mut self, wanted: Range<u64>) {
        self.next = wanted.start;
        self.end = wanted.end;
    }

    pub(crate) fn account(&self) -> FileAccount {
        let mut account = self.ranges.account();
        account.notes.extend(self.member.notes.iter().cloned());
        account
    }

    pub(crate) fn memory(&self) -> &[u8] {
        &self.decoded
    }

    /// Decodes the next rows.
    pub(crate) fn next_block(&mut self) -> Result<Option<SourceBlock>> {
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
        self.decoded.resize(count as usize * stride, 0);
        let rows = bytes.chunks_exact(self.member.row_length);
        for (row, decoded) in rows.zip(self.decoded.chunks_exact_mut(stride)) {
            self.decoder.decode(row, decoded);
        }
        let before = self.next;
        self.next += count;
        Ok(Some(SourceBlock {
            block: Block {
                memory: Memory::Converted,
                start: 0,
                stride,
                has_deleted: false,
            },
            stored: count as usize,
            before: Some(before),
            stored_before: None,
        }))
    }
}
