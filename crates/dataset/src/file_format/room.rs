//! The room for rows of a new data set.

use crate::format::Slots;
use crate::pages::PageWriter;

/// The space that is filled with rows before a sink takes them: a buffer, or the page of a file from which it is
/// transferred.
#[derive(Debug, Default)]
pub struct RowRoom {
    memory: RoomMemory,
    /// The offset of the first row.
    start: usize,
    /// The bytes of a row.
    stride: usize,
    /// The number of rows for which there is space, and of those that are there.
    capacity: usize,
    filled: usize,
}

/// The memory of a room.
#[derive(Debug)]
enum RoomMemory {
    Buffer(Vec<u8>),
    /// The current page of these.
    Page(Box<PageWriter>),
}

impl Default for RoomMemory {
    fn default() -> Self {
        Self::Buffer(Vec::new())
    }
}

impl RoomMemory {
    #[inline]
    fn bytes_mut(&mut self) -> &mut [u8] {
        match self {
            Self::Buffer(buffer) => buffer,
            Self::Page(pages) => pages.page_mut(),
        }
    }
}

impl RowRoom {
    /// Creates room for about `bytes` bytes of rows, and for at least one.
    pub(crate) fn of_about(bytes: usize, row_length: usize) -> Self {
        let capacity = (bytes / row_length.max(1)).max(1);
        Self {
            memory: RoomMemory::Buffer(vec![0; capacity * row_length]),
            start: 0,
            stride: row_length,
            capacity,
            filled: 0,
        }
    }

    /// Creates room in the slots of a page, which begins at `page` in the buffer.
    pub(crate) fn of_buffer(buffer: Vec<u8>, page: usize, slots: Slots) -> Self {
        let mut room = Self {
            memory: RoomMemory::Buffer(buffer),
            ..Self::default()
        };
        room.place(page, slots);
        room
    }

    /// Creates room in the slots of the current page.
    pub(crate) fn of_page(pages: Box<PageWriter>, slots: Slots) -> Self {
        let mut room = Self {
            memory: RoomMemory::Page(pages),
            ..Self::default()
        };
        room.place(0, slots);
        room
    }

    /// Makes the slots of another page of the memory the room, which begins there at `page`.
    pub(crate) fn place(&mut self, page: usize, slots: Slots) {
        self.start = page + slots.start;
        self.stride = slots.stride;
        self.capacity = slots.count;
        self.filled = 0;
    }

    /// Returns the rows that are there.
    pub fn rows(&self) -> &[u8] {
        match &self.memory {
            RoomMemory::Buffer(buffer) => &buffer[self.start..self.end(self.filled)],
            // They are sealed in their page.
            RoomMemory::Page(_) => &[],
        }
    }

    /// Makes all of the space free.
    pub fn clear(&mut self) {
        self.filled = 0;
    }

    /// Returns the number of rows that are there.
    pub(crate) fn filled(&self) -> usize {
        self.filled
    }

    /// Returns whether there is no space for another row.
    #[inline]
    pub(crate) fn is_full(&self) -> bool {
        self.filled == self.capacity
    }

    /// Adds a row and returns its bytes.
    ///
    /// # Panics
    ///
    /// Panics if the room is full.
    #[inline]
    pub(crate) fn next_row(&mut self) -> &mut [u8] {
        assert!(self.filled < self.capacity, "there is no room for a row");
        let at = self.end(self.filled);
        self.filled += 1;
        &mut self.memory.bytes_mut()[at..at + self.stride]
    }

    /// Returns the free space.
    pub(crate) fn free(&mut self) -> &mut [u8] {
        let (start, end) = (self.end(self.filled), self.end(self.capacity));
        &mut self.memory.bytes_mut()[start..end]
    }

    /// Records that rows were written into the [free space](Self::free).
    ///
    /// # Panics
    ///
    /// Panics if there is no space for as many.
    pub(crate) fn fill(&mut self, rows: usize) {
        let left = self.capacity - self.filled;
        assert!(rows <= left, "there is no room for {rows} rows");
        self.filled += rows;
    }

    /// Returns the buffer.
    pub(crate) fn buffer_mut(&mut self) -> &mut [u8] {
        self.memory.bytes_mut()
    }

    /// Takes the memory of a room in a buffer, which is full then.
    pub(crate) fn take_buffer(&mut self) -> Vec<u8> {
        match std::mem::take(self).memory {
            RoomMemory::Buffer(buffer) => buffer,
            RoomMemory::Page(_) => Vec::new(),
        }
    }

    /// Takes the pages, in the current one of which the room is.
    ///
    /// # Panics
    ///
    /// Panics if it is in a buffer.
    pub(crate) fn take_pages(&mut self) -> Box<PageWriter> {
        match std::mem::take(self).memory {
            RoomMemory::Page(pages) => pages,
            RoomMemory::Buffer(_) => panic!("the room is in a buffer"),
        }
    }

    /// Returns the end of so many rows.
    #[inline]
    fn end(&self, rows: usize) -> usize {
        self.start + rows * self.stride
    }
}
