//! Rows in memory, and the order among them.

use std::thread::Scope;

use feedrate_pageio::Arena;
use feedrate_steps::data::{Fault, KeyReader};
use feedrate_steps::spill::prefix;

use super::memory::Memory;
use super::order::{self, Entry};

/// Bytes of the pieces of memory in which rows lie. They are taken one by one as rows come, so that no more
/// is held than rows need, and each is large enough for huge pages.
pub(super) const PIECE: usize = 4 << 20;

/// For how many rows there is room in the order at first. It grows with them: fewer may come than could.
const AT_FIRST: usize = 1 << 16;

/// How many rows ahead of the one that is copied a row is touched: the copies go through memory at random,
/// and so do not wait for it.
const AHEAD: usize = 8;

/// Into no more runs than these are rows spilled for which there would be room in memory.
const MOST_RUNS: usize = 16;

/// Rows that are held in memory.
pub(super) struct HeldRows {
    record_bytes: usize,
    key_bytes: usize,
    /// How many rows it may hold.
    most: usize,
    rows_a_piece: usize,
    memory: Memory,
    pieces: Vec<Arena>,
    /// Where the next row goes.
    piece: usize,
    offset: usize,
    entries: Vec<Entry>,
    /// The key of a row while it is read.
    key: Vec<u8>,
}

impl HeldRows {
    /// Room for `most` rows, of which no more than `expected` are likely to come.
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

    /// Room for nothing.
    pub(super) fn empty() -> Self {
        Self::new(1, 0, 0, 0)
    }

    /// How many rows there are.
    pub(super) fn len(&self) -> usize {
        self.entries.len()
    }

    /// How many more it may hold.
    pub(super) fn room(&self) -> usize {
        self.most.saturating_sub(self.entries.len())
    }

    /// Goes on with the memory that it has, if storage has turned out to be faster than more memory. That is
    /// decided while it holds so little that as much has room a second time, and so much that runs of it are
    /// few. Gives whether it was.
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

    /// Lets another thread take the memory for `rows` rows, a little ahead of those that come: half of the
    /// time that it takes to hold a row goes into new memory.
    pub(super) fn take_memory_ahead<'scope>(
        &mut self,
        rows: u64,
        scope: &'scope Scope<'scope, '_>,
    ) {
        let pieces = rows.div_ceil(self.rows_a_piece as u64);
        self.memory.take_ahead(pieces, scope);
    }

    /// No more rows come, and no more memory is needed.
    pub(super) fn has_all(&mut self) {
        self.memory.end();
    }

    /// Forgets all rows and keeps the memory.
    pub(super) fn clear(&mut self) {
        self.entries.clear();
        self.piece = 0;
        self.offset = 0;
    }

    /// Takes in rows that lie together.
    pub(super) fn take(&mut self, mut rows: &[u8], key: &KeyReader) -> Result<(), Box<Fault>> {
        while !rows.is_empty() {
            let (piece, offset, room) = self.place()?;
            let bytes = rows.len().min(room);
            let (now, later) = rows.split_at(bytes);
            self.pieces[piece].bytes_mut()[offset..offset + bytes].copy_from_slice(now);
            // The rows are read where they came from, which is nearer than where they went.
            for (index, row) in now.chunks_exact(self.record_bytes).enumerate() {
                key.read(row, &mut self.key);
                let offset = offset + index * self.record_bytes;
                self.entries
                    .push(Entry::new(prefix(&self.key), piece, offset));
            }
            self.offset += bytes;
            rows = later;
        }
        Ok(())
    }

    /// Takes in one row, which `fill` puts into its place.
    pub(super) fn take_with(
        &mut self,
        key: &KeyReader,
        fill: impl FnOnce(&mut [u8]),
    ) -> Result<(), Box<Fault>> {
        let (piece, offset, _) = self.place()?;
        let bytes = self.record_bytes;
        let row = &mut self.pieces[piece].bytes_mut()[offset..offset + bytes];
        fill(row);
        key.read(row, &mut self.key);
        self.entries
            .push(Entry::new(prefix(&self.key), piece, offset));
        self.offset += bytes;
        Ok(())
    }

    /// Where the next row goes, and how many bytes of whole rows have room there.
    fn place(&mut self) -> Result<(usize, usize, usize), Box<Fault>> {
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

    /// Puts the rows in order, on so many cores; rows with equal keys stay as they came.
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

    /// The rows as they are in order now.
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

/// Rows in their order. They are forgotten with this.
pub(super) struct InOrder<'h> {
    pieces: Vec<&'h [u8]>,
    entries: Vec<Entry>,
    record_bytes: usize,
    next: usize,
}

impl InOrder<'_> {
    /// Goes to the next row, at first to the first one; false at the end.
    #[inline]
    pub(super) fn advance(&mut self) -> bool {
        if self.next == self.entries.len() {
            return false;
        }
        if let Some(entry) = self.entries.get(self.next + AHEAD) {
            let (piece, offset) = entry.place();
            std::hint::black_box(self.pieces[piece][offset]);
        }
        self.next += 1;
        true
    }

    /// The current row.
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
