//! Rows in memory, and their order.

use std::thread::Scope;

use feedrate_pageio::{Arena, bring_near};
use feedrate_rows::spill::prefix;
use feedrate_rows::{KeyReader, StepResult};

use super::memory::Memory;
use super::order::{self, Entry};

/// The size in bytes of the pieces of memory in which rows are stored. Pieces are allocated as rows come, so that no
/// more memory is used than rows need; each is large enough for huge pages.
pub(super) const PIECE: usize = 4 << 20;

/// The initial capacity of the order. It grows with the rows, which may be fewer than the maximum.
const AT_FIRST: usize = 1 << 16;

/// The number of rows ahead of the copied row at which a row is prefetched: copies access memory at random, and this
/// hides the latency.
const AHEAD: usize = 16;

/// The most bytes of a row that are prefetched: the processor follows longer rows by itself.
const NEAR: usize = 256;

/// The maximum number of runs that are spilled although there is memory for their rows.
const MOST_RUNS: usize = 16;

/// Rows that are held in memory.
pub(super) struct HeldRows {
    record_bytes: usize,
    key_bytes: usize,
    /// The maximum number of rows.
    most: usize,
    rows_a_piece: usize,
    memory: Memory,
    pieces: Vec<Arena>,
    /// The index of the piece for the next row.
    piece: usize,
    offset: usize,
    entries: Vec<Entry>,
    /// A buffer for the key of a row.
    key: Vec<u8>,
}

impl HeldRows {
    /// Returns an empty table for at most `most` rows, of which no more than `expected` are likely to come.
    pub(super) fn new(record_bytes: usize, key_bytes: usize, most: usize, expected: u64) -> Self {
        let record_bytes = record_bytes.max(1);
        let rows_a_piece = (PIECE / record_bytes).clamp(1, most.max(1));
        let rows_a_piece = (rows_a_piece as u64).min(expected.max(1)) as usize;
        let expected = usize::try_from(expected).unwrap_or(usize::MAX);
        Self {
            record_bytes,
            key_bytes,
            most,
            rows_a_piece,
            memory: Memory::of_pieces(rows_a_piece * record_bytes),
            pieces: Vec::new(),
            piece: 0,
            offset: 0,
            entries: Vec::with_capacity(most.min(expected).min(AT_FIRST)),
            key: vec![0; key_bytes],
        }
    }

    /// Returns a table that can hold no rows.
    pub(super) fn empty() -> Self {
        Self::new(1, 0, 0, 0)
    }

    /// Returns the number of rows.
    pub(super) fn len(&self) -> usize {
        self.entries.len()
    }

    /// Returns how many more rows fit.
    pub(super) fn room(&self) -> usize {
        self.most.saturating_sub(self.entries.len())
    }

    /// Limits the table to the memory that it has, if storage has proved to be faster than the allocation of memory,
    /// and returns whether it did. This is decided while the table is small enough that the same amount fits a second
    /// time, and large enough that its runs are few.
    pub(super) fn settle(&mut self) -> bool {
        let rows = self.pieces.len() * self.rows_a_piece;
        let is_few = rows <= self.most / 2 && rows >= self.most / MOST_RUNS;
        let settles = is_few && self.memory.is_slower_than_storage();
        if settles {
            self.most = rows;
            self.memory.end();
        }
        settles
    }

    /// Starts a thread that allocates memory for `rows` rows slightly ahead of use, since half of the time to store a
    /// row is spent in new memory.
    pub(super) fn take_memory_ahead<'scope>(&mut self, rows: u64, scope: &'scope Scope<'scope, '_>) {
        let pieces = rows.div_ceil(self.rows_a_piece as u64);
        self.memory.take_ahead(pieces, scope);
    }

    /// Ends the allocation of memory after the last row.
    pub(super) fn has_all(&mut self) {
        self.memory.end();
    }

    /// Removes all rows and keeps the memory.
    pub(super) fn clear(&mut self) {
        self.entries.clear();
        self.piece = 0;
        self.offset = 0;
    }

    /// Adds rows that are contiguous in memory.
    pub(super) fn take(&mut self, mut rows: &[u8], key: &KeyReader) -> StepResult<()> {
        while !rows.is_empty() {
            let (piece, offset, room) = self.place()?;
            let bytes = rows.len().min(room);
            let (now, later) = rows.split_at(bytes);
            self.pieces[piece].bytes_mut()[offset..offset + bytes].copy_from_slice(now);
            // Keys are read from the source, which is more likely to be in the cache than the copy.
            for (index, row) in now.chunks_exact(self.record_bytes).enumerate() {
                key.read(row, &mut self.key);
                let offset = offset + index * self.record_bytes;
                self.entries.push(Entry::new(prefix(&self.key), piece, offset));
            }
            self.offset += bytes;
            rows = later;
        }
        Ok(())
    }

    /// Adds a row, which `fill` writes to its place.
    pub(super) fn take_with(&mut self, key: &KeyReader, fill: impl FnOnce(&mut [u8])) -> StepResult<()> {
        let (piece, offset, _) = self.place()?;
        let bytes = self.record_bytes;
        let row = &mut self.pieces[piece].bytes_mut()[offset..offset + bytes];
        fill(row);
        key.read(row, &mut self.key);
        self.entries.push(Entry::new(prefix(&self.key), piece, offset));
        self.offset += bytes;
        Ok(())
    }

    /// Returns the place of the next row, and the number of bytes of whole rows that fit there.
    fn place(&mut self) -> StepResult<(usize, usize, usize)> {
        let whole = self.rows_a_piece * self.record_bytes;
        if self.offset == whole {
            self.piece += 1;
            self.offset = 0;
        }
        if self.piece == self.pieces.len() {
            self.pieces.push(self.memory.next()?);
        }
        Ok((self.piece, self.offset, whole - self.offset))
    }

    /// Sorts the rows with this number of threads. The sort is stable.
    pub(super) fn sort(&mut self, key: &KeyReader, threads: usize) {
        let mut entries = std::mem::take(&mut self.entries);
        let (record_bytes, key_bytes) = (self.record_bytes, self.key_bytes);
        let pieces = self.pieces();
        let rows = order::Rows {
            pieces: &pieces,
            record_bytes,
            key,
            key_bytes,
        };
        order::sort(&mut entries, &rows, threads);
        drop(pieces);
        self.entries = entries;
    }

    /// Returns the rows in their current order.
    pub(super) fn in_order(&mut self) -> InOrder<'_> {
        let entries = std::mem::take(&mut self.entries);
        InOrder {
            record_bytes: self.record_bytes,
            next: 0,
            pieces: self.pieces(),
            entries,
        }
    }

    fn pieces(&mut self) -> Vec<&[u8]> {
        let pieces = self.pieces.iter_mut();
        pieces.map(|piece| &*piece.bytes_mut()).collect()
    }
}

/// The rows in order. They are removed when this is dropped.
pub(super) struct InOrder<'h> {
    pieces: Vec<&'h [u8]>,
    entries: Vec<Entry>,
    record_bytes: usize,
    next: usize,
}

impl InOrder<'_> {
    /// Advances to the next row, initially the first. Returns false at the end.
    #[inline]
    pub(super) fn advance(&mut self) -> bool {
        if self.next == self.entries.len() {
            return false;
        }
        if let Some(entry) = self.entries.get(self.next + AHEAD) {
            let (piece, offset) = entry.place();
            bring_near(&self.pieces[piece][offset..offset + self.record_bytes.min(NEAR)]);
        }
        self.next += 1;
        true
    }

    /// Returns the current row.
    #[inline]
    pub(super) fn row(&self) -> &[u8] {
        match self.next.checked_sub(1) {
            Some(last) => {
                let (piece, offset) = self.entries[last].place();
                &self.pieces[piece][offset..offset + self.record_bytes]
            }
            None => &[],
        }
    }
}
