//! Telling whether a block is what was written: each interval of it begins with a header that says what it is.
//!
//! The header of the first interval of a file lies behind the mark that tells the file as feedrate's own.

mod check;
mod sum;
#[cfg(test)]
mod tests;

use feedrate_pageio::mark::{self, MARK};

use super::spec::{Verify, VerifyMethod, VerifySum};
pub(super) use check::{Mismatch, Writer};
use sum::Sum;

/// The bytes that a header begins with.
const MAGIC: &[u8; 8] = b"feedvrfy";

/// Bytes of a header: magic, offset, run, length, method, load, number of the write, and the sum.
const HEADER: usize = 8 + 8 + 8 + 4 + 1 + 1 + 2 + Sum::BYTES;

/// Where the sum is in it.
const SUM_AT: usize = HEADER - Sum::BYTES;

/// Returns the shortest interval that takes a header and the mark.
pub(super) fn least_interval(verify: &Verify) -> u64 {
    verify.header_at.max(MARK.len() as u64).saturating_add(HEADER as u64)
}

/// The marks that tell the blocks of a load from others.
#[derive(Clone, Copy, Debug)]
pub(super) struct Owner {
    /// Tells what a load wrote, and others that write beside it, from what was there before.
    pub(super) run: u64,
    /// Tells it from those that write beside it; `None` if there are too many of them for that.
    pub(super) load: Option<u8>,
}

/// Writes headers, and checks them.
#[derive(Clone, Debug)]
pub(super) struct Verifier {
    method: VerifyMethod,
    interval: usize,
    header_at: usize,
    owner: Owner,
}

impl Verifier {
    /// `least` is the shortest block of the load. Loads that write the same file at the same time share a run, for
    /// either's block may be the last.
    pub(super) fn new(verify: &Verify, least: u64, owner: Owner) -> Self {
        Self {
            method: verify.method.clone(),
            interval: interval(verify, least) as usize,
            header_at: verify.header_at as usize,
            owner,
        }
    }

    /// Bytes that carry a header each.
    pub(super) fn interval(&self) -> u64 {
        self.interval as u64
    }

    /// Where the header lies in the interval at an offset.
    fn header_at(&self, offset: u64) -> usize {
        match offset {
            0 => self.header_at.max(MARK.len()),
            _ => self.header_at,
        }
    }

    /// Makes a block tell what it is, once it has its content and, at the start of a file, its mark. `number` is that
    /// of its write, or 0 if that is not told.
    pub(super) fn put(&self, block: &mut [u8], offset: u64, number: u16) {
        for (index, part) in block.chunks_mut(self.interval).enumerate() {
            let offset = offset + (index * self.interval) as u64;
            match &self.method {
                VerifyMethod::Pattern(pattern) => put_pattern(pattern, part, offset),
                VerifyMethod::PatternWithOffsets { pattern, places } => {
                    put_pattern(&with_offset(pattern, places, offset), part, offset);
                }
                method => self.put_header(method, part, offset, number),
            }
        }
    }

    fn put_header(&self, method: &VerifyMethod, part: &mut [u8], offset: u64, number: u16) {
        let at = self.header_at(offset);
        let length = part.len() as u32;
        let Some(header) = part.get_mut(at..at + HEADER) else {
            return;
        };
        header[..8].copy_from_slice(MAGIC);
        header[8..16].copy_from_slice(&offset.to_le_bytes());
        header[16..24].copy_from_slice(&self.owner.run.to_le_bytes());
        header[24..28].copy_from_slice(&length.to_le_bytes());
        header[28] = number_of(method);
        let (load, number) = match self.owner.load {
            Some(load) => (load, number),
            None => (0, 0),
        };
        header[29] = load;
        header[30..SUM_AT].copy_from_slice(&number.to_le_bytes());
        let sum = Sum::of(method, &part[..at + SUM_AT], &part[at + HEADER..]);
        part[at + SUM_AT..at + HEADER].copy_from_slice(sum.bytes());
    }
}

fn put_pattern(pattern: &[u8], part: &mut [u8], offset: u64) {
    let of_mark = mark::part_of(offset, part.len());
    let is_marked = part.starts_with(of_mark);
    super::fill::repeat(pattern, part);
    if is_marked {
        mark::put_part(part, offset);
    }
}

/// A pattern with an offset in its places.
fn with_offset(pattern: &[u8], places: &[usize], offset: u64) -> Vec<u8> {
    let mut pattern = pattern.to_vec();
    for &place in places {
        if let Some(room) = pattern.get_mut(place..place + size_of::<u64>()) {
            room.copy_from_slice(&offset.to_le_bytes());
        }
    }
    pattern
}

/// Bytes that carry a header each.
pub(super) fn interval(verify: &Verify, least: u64) -> u64 {
    verify.interval.unwrap_or(least).clamp(1, least.max(1))
}

/// Returns the number that stands for a method in a header.
fn number_of(method: &VerifyMethod) -> u8 {
    match method {
        VerifyMethod::Header => 1,
        VerifyMethod::Sum(sum) => match sum {
            VerifySum::Crc32 => 2,
            VerifySum::Crc32c => 3,
            VerifySum::Xxhash => 4,
            VerifySum::Md5 => 5,
            VerifySum::Sha256 => 6,
            VerifySum::Sha512 => 7,
            VerifySum::Crc64 => 9,
            VerifySum::Crc16 => 10,
            VerifySum::Crc7 => 11,
            VerifySum::Sha1 => 12,
            VerifySum::Sha3Of224 => 13,
            VerifySum::Sha3Of256 => 14,
            VerifySum::Sha3Of384 => 15,
            VerifySum::Sha3Of512 => 16,
        },
        VerifyMethod::Pattern(_) | VerifyMethod::PatternWithOffsets { .. } => 8,
    }
}
