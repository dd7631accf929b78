//! Compresses rows with Ross Data Compression (`COMPRESS=BINARY`). The commands are those that [`rdc`] executes.
//!
//! [`rdc`]: mod@super::decompress

use crate::compression::runs::{common, end_of_run};

/// The bits of the hash of three bytes.
const HASH_BITS: u32 = 12;

/// The shortest run and the shortest reference.
const LEAST: usize = 3;
/// The longest run of each command.
const MOST_SHORT_RUN: usize = 18;
const MOST_RUN: usize = 19 + 0xFFF;
/// The longest reference of each command.
const MOST_SHORT_COPY: usize = 15;
const MOST_COPY: usize = 16 + 0xFF;
/// The farthest that a reference leads back.
const FARTHEST: usize = 3 + 0xFFF;

/// Returns how long the output must be for a row of `row_length` bytes.
pub(crate) fn room(row_length: usize) -> usize {
    row_length + row_length / 8 + 16
}

/// Where three bytes were last seen.
///
/// It serves many rows: positions grow from row to row, so that those of earlier ones are recognized and it need not be
/// cleared.
#[derive(Debug)]
pub(crate) struct EarlierGroups {
    /// A position for each hash, plus `base`.
    table: Vec<u32>,
    /// The base of positions in the current row, and of those in the next.
    base: u32,
    next_base: u32,
}

impl EarlierGroups {
    pub(crate) fn new() -> Self {
        Self {
            table: vec![0; 1 << HASH_BITS],
            base: 1,
            next_base: 1,
        }
    }

    fn begin(&mut self, row_length: usize) {
        let length = u32::try_from(row_length).unwrap_or(u32::MAX);
        self.base = self.next_base;
        match self.base.checked_add(length) {
            Some(next) => self.next_base = next,
            None => {
                self.table.fill(0);
                self.base = 1;
                self.next_base = length.saturating_add(1);
            }
        }
    }

    /// Sets the position of three bytes, and returns the previous one in this row.
    #[inline]
    fn swap(&mut self, three: u32, at: usize) -> Option<usize> {
        let hash = three.wrapping_mul(0x9E37_79B1) >> (32 - HASH_BITS);
        let before = std::mem::replace(&mut self.table[hash as usize], self.base + at as u32);
        before.checked_sub(self.base).map(|before| before as usize)
    }
}

/// The output: commands and literal bytes in groups of sixteen behind their flags.
struct Output<'a> {
    bytes: &'a mut [u8],
    length: usize,
    /// The position of the flags of the group.
    flags_at: usize,
    flags: u16,
    /// The flag of the next item; 0 if it begins a group.
    next: u16,
}

impl Output<'_> {
    /// Begins an item.
    #[inline]
    fn item(&mut self, is_command: bool) {
        if self.next == 0 {
            self.end_group();
            self.flags_at = self.length;
            self.length += 2;
            self.flags = 0;
            self.next = 0x8000;
        }
        if is_command {
            self.flags |= self.next;
        }
        self.next >>= 1;
    }

    #[inline]
    fn end_group(&mut self) {
        self.bytes[self.flags_at..self.flags_at + 2].copy_from_slice(&self.flags.to_be_bytes());
    }

    #[inline]
    fn push(&mut self, byte: usize) {
        self.bytes[self.length] = byte as u8;
        self.length += 1;
    }

    #[inline]
    fn repeat(&mut self, count: usize, byte: u8) {
        self.item(true);
        if count <= MOST_SHORT_RUN {
            self.push(count - 3);
        } else {
            self.push(0x10 | (count - 19) & 0x0F);
            self.push((count - 19) >> 4);
        }
        self.push(byte.into());
    }

    #[inline]
    fn refer(&mut self, back: usize, count: usize) {
        self.item(true);
        let (low, high) = ((back - 3) & 0x0F, (back - 3) >> 4);
        if count <= MOST_SHORT_COPY {
            self.push(count << 4 | low);
            self.push(high);
        } else {
            self.push(0x20 | low);
            self.push(high);
            self.push(count - 16);
        }
    }
}

/// Compresses a row into `output`, which must have [`room`] for it. Returns the compressed length; `None` if it is not
/// less than that of the row.
pub(crate) fn compress(row: &[u8], seen: &mut EarlierGroups, output: &mut [u8]) -> Option<usize> {
    seen.begin(row.len());
    let mut output = Output {
        bytes: output,
        length: 0,
        flags_at: 0,
        flags: 0,
        next: 0,
    };
    let mut at = 0;
    while let Some(four) = row.get(at..).and_then(|rest| rest.first_chunk::<4>()) {
        if output.length + 2 >= row.len() {
            return None;
        }
        let three = u32::from_le_bytes(*four) & 0x00FF_FFFF;
        let byte = four[0];
        if three == u32::from(byte) * 0x01_0101 {
            let most = &row[..row.len().min(at + MOST_RUN)];
            let end = end_of_run(most, at + LEAST, byte);
            output.repeat(end - at, byte);
            at = end;
            continue;
        }
        let before = seen.swap(three, at).filter(|before| {
            let back = at - before;
            (LEAST..=FARTHEST).contains(&back) && row[*before..before + LEAST] == four[..LEAST]
        });
        match before {
            Some(before) => {
                // Some programs that read it cannot copy bytes that the same command writes.
                let most = (row.len() - at).min(MOST_COPY).min(at - before);
                let count = common(&row[before..before + most], &row[at..at + most]);
                output.refer(at - before, count);
                at += count;
            }
            None => {
                output.item(false);
                output.push(byte.into());
                at += 1;
            }
        }
    }
    for &byte in &row[at..] {
        output.item(false);
        output.push(byte.into());
    }
    output.end_group();
    (output.length < row.len()).then_some(output.length)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::compression::rdc::decompress;
    use crate::compression::row_like::row_like;

    fn compressed(seen: &mut EarlierGroups, row: &[u8]) -> Option<Vec<u8>> {
        let mut output = vec![0xEE; room(row.len())];
        let length = compress(row, seen, &mut output)?;
        output.truncate(length);
        Some(output)
    }

    fn assert_same(seen: &mut EarlierGroups, row: &[u8]) {
        if let Some(packed) = compressed(seen, row) {
            assert!(packed.len() < row.len());
            let mut again = Vec::new();
            decompress(&packed, row.len(), &mut again).unwrap();
            assert_eq!(again, row);
        }
    }

    #[test]
    fn runs_and_references_take_two_or_three_bytes() {
        let seen = &mut EarlierGroups::new();
        assert_eq!(compressed(seen, b"xxxxxx").unwrap(), b"\x80\0\x03x");
        assert_eq!(compressed(seen, &[0; 52]).unwrap(), [0x80, 0, 0x11, 2, 0]);
        assert_eq!(compressed(seen, b"abcdefabcdef").unwrap(), b"\x02\0abcdef\x63\0");
        let long = [&b"abcdefghijklmnopqrst"[..]; 2].concat();
        assert_eq!(
            compressed(seen, &long).unwrap(),
            b"\0\0abcdefghijklmnop\x08\0qrst\x21\x01\x04"
        );
    }

    #[test]
    fn what_an_earlier_row_had_is_not_referred_to() {
        let seen = &mut EarlierGroups::new();
        let row = b"abcdefghijklmnopqrst";
        assert_eq!(compressed(seen, row), None);
        assert_eq!(compressed(seen, row), None);
        // The positions of very many rows do not fit.
        seen.next_base = u32::MAX - 10;
        assert_eq!(compressed(seen, row), None);
        assert_eq!(seen.base, 1);
        assert_same(seen, &[&row[..]; 3].concat());
    }

    #[test]
    fn runs_and_references_of_any_length_are_read_again() {
        let seen = &mut EarlierGroups::new();
        for length in (1..300).chain(4100..4130).chain(8200..8300) {
            let literal: Vec<u8> = (0..length).map(|index| (index * 7 % 251) as u8).collect();
            assert_same(seen, &[&literal[..], &literal].concat());
            assert_same(seen, &vec![b'x'; length]);
        }
    }

    proptest! {
        #[test]
        fn every_row_is_read_again(rows in prop::collection::vec(row_like(), 1..4)) {
            let seen = &mut EarlierGroups::new();
            for row in rows {
                assert_same(seen, &row);
            }
        }
    }
}
