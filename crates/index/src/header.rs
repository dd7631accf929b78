//! The first bytes of a page, and its checksum.
//!
//! | bytes | what |
//! |---|---|
//! | 0..4 | CRC-32C of the page's number and the rest of the page; 0 while the page is changed in memory |
//! | 4..6 | `fi` |
//! | 6 | 1: a node of a tree, 2: a free page |
//! | 7 | level: 0 for leaves |
//! | 8..10 | number of values: rows on leaves, pages above |
//! | 10..12 | length of the prefix that all keys have in common |
//! | 12..14 | length of the tail of one byte, repeated, that all keys have in common |
//! | 14 | that byte |
//! | 15 | bytes of a stored value |
//! | 16..24 | what is added to each stored value; on a free page the next free page, 0 on the last |
//! | 24..26 | length of a whole key |
//! | 26..32 | zero |
//!
//! All numbers are little-endian.

/// The bytes before the prefix.
pub(crate) const HEADER_BYTES: usize = 32;

const SUM: std::ops::Range<usize> = 0..4;
const MARK: [u8; 2] = *b"fi";

/// The kind of a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Node = 1,
    Free = 2,
}

/// The header of a page, but for its checksum.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Header {
    pub kind: Kind,
    pub level: u8,
    pub count: u16,
    pub prefix: u16,
    pub tail: u16,
    pub pad: u8,
    pub value_bytes: u8,
    pub base: u64,
    pub key_bytes: u16,
}

impl Header {
    /// Reads the header of a page; `Err` says what is wrong with it.
    #[inline]
    pub fn read(page: &[u8]) -> Result<Self, &'static str> {
        let Some(head) = page.first_chunk::<HEADER_BYTES>() else {
            return Err("it is too short");
        };
        if head[4..6] != MARK {
            return Err("it is no page of an index");
        }
        let kind = match head[6] {
            1 => Kind::Node,
            2 => Kind::Free,
            _ => return Err("its kind is unknown"),
        };
        Ok(Self {
            kind,
            level: head[7],
            count: u16::from_le_bytes([head[8], head[9]]),
            prefix: u16::from_le_bytes([head[10], head[11]]),
            tail: u16::from_le_bytes([head[12], head[13]]),
            pad: head[14],
            value_bytes: head[15],
            base: u64_at(head, 16),
            key_bytes: u16::from_le_bytes([head[24], head[25]]),
        })
    }

    /// Writes the header of a page, which is no longer sealed.
    pub fn write(&self, page: &mut [u8]) {
        let mut head = [0; HEADER_BYTES];
        head[4..6].copy_from_slice(&MARK);
        head[6] = self.kind as u8;
        head[7] = self.level;
        head[8..10].copy_from_slice(&self.count.to_le_bytes());
        head[10..12].copy_from_slice(&self.prefix.to_le_bytes());
        head[12..14].copy_from_slice(&self.tail.to_le_bytes());
        head[14] = self.pad;
        head[15] = self.value_bytes;
        head[16..24].copy_from_slice(&self.base.to_le_bytes());
        head[24..26].copy_from_slice(&self.key_bytes.to_le_bytes());
        page[..HEADER_BYTES].copy_from_slice(&head);
    }
}

#[inline]
fn u64_at(head: &[u8; HEADER_BYTES], at: usize) -> u64 {
    let mut bytes = [0; 8];
    bytes.copy_from_slice(&head[at..at + 8]);
    u64::from_le_bytes(bytes)
}

/// The checksum of a page at a place; never 0.
fn sum(number: u64, page: &[u8]) -> u32 {
    let rest = page.get(SUM.end..).unwrap_or_default();
    crc32c::crc32c_append(crc32c::crc32c(&number.to_le_bytes()), rest).max(1)
}

/// The checksum that a page bears; 0 if it was changed since it was sealed.
pub(crate) fn stored_sum(page: &[u8]) -> u32 {
    page.first_chunk::<4>().map_or(0, |sum| u32::from_le_bytes(*sum))
}

/// Gives a page its checksum, before it is written. The caller may seal page 0 so too, if it leaves the first four
/// bytes free.
pub fn seal_page(number: u64, page: &mut [u8]) {
    let sum = sum(number, page);
    if let Some(place) = page.get_mut(SUM) {
        place.copy_from_slice(&sum.to_le_bytes());
    }
}

/// Compares the checksum of a page that was read, and returns whether the page is as it was when it was sealed under
/// this number.
#[must_use]
pub fn verify_page(number: u64, page: &[u8]) -> bool {
    page.len() > SUM.end && stored_sum(page) == sum(number, page)
}
