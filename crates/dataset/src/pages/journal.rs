//! The changes of a file that are not made yet: a redo journal.
//!
//! ```text
//! 0       head: magic, id, division of the file, number of records, checksums
//! 4096    the units, one after the other, each as it is to be
//! end     the table: for each of them its number and its checksum
//! ```
//!
//! The head is written last. A journal whose head or table does not fit is none, and a unit that does not fit its
//! checksum is damage.

use std::collections::HashMap;
use std::fs::File;
use std::hash::BuildHasherDefault;
use std::path::Path;

use feedrate_pageio::{Access, open_file};

use super::changes::Changer;
use super::ranges::RangeReader;
use super::unit_map::UnitHasher;
use crate::error::{Error, Result};

/// Bytes of the head, with what fills it up.
const HEAD: u64 = 4096;

/// Bytes of the head that count.
const HEAD_FIELDS: usize = 56;

/// Bytes of a record of the table.
const RECORD: usize = 16;

const MAGIC: &[u8; 8] = b"FRREDO01";

/// The largest unit that a journal may tell of.
const LARGEST_UNIT: u32 = 1 << 30;

/// Which units are in the journal, in the order in which they were put there.
#[derive(Debug)]
pub(super) struct Journal {
    unit_bytes: usize,
    records: Vec<Record>,
    record_of: HashMap<u64, u32, BuildHasherDefault<UnitHasher>>,
}

/// A unit in the journal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Record {
    pub(super) unit: u64,
    sum: u32,
}

impl Journal {
    pub(super) fn new(unit_bytes: usize) -> Self {
        Self {
            unit_bytes,
            records: Vec::new(),
            record_of: HashMap::default(),
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.records.is_empty()
    }

    pub(super) fn records(&self) -> &[Record] {
        &self.records
    }

    /// Returns the offset of a unit in the journal, if it is there.
    pub(super) fn offset_of(&self, unit: u64) -> Option<u64> {
        let &record = self.record_of.get(&unit)?;
        Some(HEAD + u64::from(record) * self.unit_bytes as u64)
    }

    /// Adds a unit with this checksum, or replaces it. Returns the offset to write it to.
    pub(super) fn put(&mut self, unit: u64, sum: u32) -> u64 {
        let record = Record { unit, sum };
        match self.record_of.get(&unit) {
            Some(&index) => self.records[index as usize] = record,
            None => {
                // At 4 KiB a unit, 2^32 of them would be 16 TiB.
                self.record_of.insert(unit, self.records.len() as u32);
                self.records.push(record);
            }
        }
        self.offset_of(unit).unwrap_or(HEAD)
    }

    /// Returns the end of the units.
    pub(super) fn end(&self) -> u64 {
        HEAD + self.records.len() as u64 * self.unit_bytes as u64
    }

    /// Returns the table.
    pub(super) fn table(&self) -> Vec<u8> {
        let mut table = Vec::with_capacity(self.records.len() * RECORD);
        for record in &self.records {
            table.extend_from_slice(&record.unit.to_le_bytes());
            table.extend_from_slice(&record.sum.to_le_bytes());
            table.extend_from_slice(&[0; 4]);
        }
        table
    }
}

/// The content of the head.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct JournalHead {
    /// The number by which the data set's header names the journal.
    pub(super) id: u64,
    /// The division of the file into units.
    pub(super) origin: u64,
    pub(super) unit_bytes: u32,
    /// The length of the file with the changes.
    pub(super) file_bytes: u64,
    pub(super) records: u64,
}

impl JournalHead {
    pub(super) fn encode(&self, table: &[u8]) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(HEAD_FIELDS);
        bytes.extend_from_slice(MAGIC);
        bytes.extend_from_slice(&self.id.to_le_bytes());
        bytes.extend_from_slice(&self.origin.to_le_bytes());
        bytes.extend_from_slice(&self.unit_bytes.to_le_bytes());
        bytes.extend_from_slice(&checksum(table).to_le_bytes());
        bytes.extend_from_slice(&self.file_bytes.to_le_bytes());
        bytes.extend_from_slice(&self.records.to_le_bytes());
        let sum = checksum(&bytes);
        bytes.extend_from_slice(&sum.to_le_bytes());
        bytes.resize(HEAD_FIELDS, 0);
        bytes
    }

    /// Returns the head and the checksum of the table; `None` if it is none.
    fn decode(bytes: &[u8]) -> Option<(Self, u32)> {
        let word = |at: usize| Some(u64::from_le_bytes(*bytes.get(at..)?.first_chunk()?));
        let half = |at: usize| Some(u32::from_le_bytes(*bytes.get(at..)?.first_chunk()?));
        let head = Self {
            id: word(8)?,
            origin: word(16)?,
            unit_bytes: half(24)?,
            file_bytes: word(32)?,
            records: word(40)?,
        };
        let is_whole = bytes.get(..8)? == MAGIC && checksum(bytes.get(..48)?) == half(48)?;
        let is_possible = (1..=LARGEST_UNIT).contains(&head.unit_bytes);
        (is_whole && is_possible).then_some((head, half(28)?))
    }
}

/// Returns the checksum of bytes in a journal.
pub(super) fn checksum(bytes: &[u8]) -> u32 {
    crc32fast::hash(bytes)
}

/// Returns whether a file begins as a journal does.
pub(crate) fn is_journal(file: &File) -> bool {
    let mut magic = [0; 8];
    open_file::read_exact_at(file, &mut magic, 0).is_ok() && magic == *MAGIC
}

/// Makes the changes of a complete journal in its file, however many of them were made before. Returns `false` if it
/// is not the complete journal of this number.
///
/// # Errors
///
/// Fails if the journal is damaged or cannot be read, or if the file cannot be written.
pub(crate) fn replay(path: &Path, journal: &Path, id: u64, durable: bool) -> Result<bool> {
    let mut reader = RangeReader::open(journal, Access::Sequential, HEAD)?;
    let decoded = JournalHead::decode(reader.read(0, HEAD)?);
    let Some((head, table_sum)) = decoded.filter(|(head, _)| head.id == id) else {
        return Ok(false);
    };
    let unit_bytes = u64::from(head.unit_bytes);
    let at = |index: u64| HEAD.checked_add(index.checked_mul(unit_bytes)?);
    let table_bytes = head.records.checked_mul(RECORD as u64);
    let ends = at(head.records).zip(table_bytes);
    let Some((table_at, table_bytes)) =
        ends.filter(|&(at, bytes)| at.checked_add(bytes).is_some_and(|end| end <= reader.file_bytes()))
    else {
        return Ok(false);
    };
    let mut reader = reader.with_most(unit_bytes.max(table_bytes))?;
    let table = reader.read(table_at, table_bytes)?.to_vec();
    if checksum(&table) != table_sum {
        return Ok(false);
    }
    let mut changer = Changer::open(path, head.unit_bytes as usize)?;
    let records = table.as_chunks::<RECORD>().0.iter();
    for (index, record) in records.enumerate() {
        let (unit, rest) = record.split_at(8);
        let unit = u64::from_le_bytes(*unit.first_chunk().unwrap_or(&[0; 8]));
        let sum = u32::from_le_bytes(*rest.first_chunk().unwrap_or(&[0; 4]));
        let bytes = reader.read(at(index as u64).unwrap_or(u64::MAX), unit_bytes)?;
        let offset = unit
            .checked_mul(unit_bytes)
            .and_then(|offset| offset.checked_add(head.origin));
        let Some(offset) = offset.filter(|_| checksum(bytes) == sum) else {
            return Err(Error::JournalDamaged {
                path: path.into(),
                journal: journal.into(),
            });
        };
        let there = head.file_bytes.saturating_sub(offset).min(unit_bytes);
        changer.write(offset, &bytes[..there as usize])?;
    }
    if durable {
        changer.flush()?;
    }
    Ok(true)
}
