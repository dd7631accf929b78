//! Reads and writes integers at offsets in bytes, in either byte order, with bounds checks.

use super::field::Order;

/// Bytes with the byte order and the word length of their file.
#[derive(Clone, Copy)]
pub(crate) struct View<'a> {
    pub(crate) bytes: &'a [u8],
    pub(crate) order: Order,
    /// True if words have eight bytes, as in files of 64-bit systems; otherwise they have four.
    pub(crate) wide: bool,
}

impl<'a> View<'a> {
    pub(crate) fn array<const N: usize>(&self, at: usize) -> Option<[u8; N]> {
        let mut bytes: [u8; N] = *self.bytes.get(at..)?.first_chunk()?;
        if self.order == Order::Big {
            bytes.reverse();
        }
        Some(bytes)
    }

    pub(crate) fn byte(&self, at: usize) -> Option<u8> {
        self.bytes.get(at).copied()
    }

    pub(crate) fn u16(&self, at: usize) -> Option<u16> {
        self.array(at).map(u16::from_le_bytes)
    }

    pub(crate) fn u32(&self, at: usize) -> Option<u32> {
        self.array(at).map(u32::from_le_bytes)
    }

    pub(crate) fn u64(&self, at: usize) -> Option<u64> {
        self.array(at).map(u64::from_le_bytes)
    }

    pub(crate) fn f64(&self, at: usize) -> Option<f64> {
        self.array(at).map(f64::from_le_bytes)
    }

    /// Returns a word: eight bytes in a wide file, otherwise four.
    pub(crate) fn word(&self, at: usize) -> Option<u64> {
        if self.wide {
            self.u64(at)
        } else {
            self.u32(at).map(u64::from)
        }
    }

    /// Returns the length of a word in bytes.
    pub(crate) fn word_length(&self) -> usize {
        if self.wide { 8 } else { 4 }
    }

    /// Returns `length` bytes at `at`.
    pub(crate) fn slice(&self, at: usize, length: usize) -> Option<&'a [u8]> {
        self.bytes.get(at..at.checked_add(length)?)
    }

    /// Returns a view of a part.
    pub(crate) fn part(&self, at: usize, length: usize) -> Option<Self> {
        Some(Self {
            bytes: self.slice(at, length)?,
            ..*self
        })
    }
}

/// Writes little-endian integers, for files that are made here.
pub(crate) trait Put {
    fn put_u16(&mut self, at: usize, value: u16);
    fn put_u32(&mut self, at: usize, value: u32);
    fn put_u64(&mut self, at: usize, value: u64);
    fn put(&mut self, at: usize, bytes: &[u8]);
}

impl Put for [u8] {
    fn put_u16(&mut self, at: usize, value: u16) {
        self.put(at, &value.to_le_bytes());
    }

    fn put_u32(&mut self, at: usize, value: u32) {
        self.put(at, &value.to_le_bytes());
    }

    fn put_u64(&mut self, at: usize, value: u64) {
        self.put(at, &value.to_le_bytes());
    }

    fn put(&mut self, at: usize, bytes: &[u8]) {
        self[at..at + bytes.len()].copy_from_slice(bytes);
    }
}
