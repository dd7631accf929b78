//! Puts compressed rows on a page that exists: all of them anew, or one more behind the others.

use crate::compression::pages::rows::{VOID, mark_of, put_pointer};
use crate::format::bytes::{Put, View};
use crate::format::field::Order;
use crate::format::page::{Mark, Pointer, REMOVED};
use crate::format::write::row_pages::{BLOCKS, GAP};
use crate::format::write::{HEAD, MOST_BLOCKS, POINTER};

/// Fills a page with rows.
#[derive(Debug)]
pub struct PageFiller<'p> {
    page: &'p mut [u8],
    /// The pointers so far, and where the rows begin.
    pointers: usize,
    data: usize,
}

impl<'p> PageFiller<'p> {
    /// Begins behind so many pointers, with rows up to `end`.
    pub(crate) fn new(page: &'p mut [u8], pointers: usize, end: usize) -> Self {
        Self {
            data: end.min(page.len()),
            page,
            pointers,
        }
    }

    /// Adds a row with these bytes, which are compressed or not, or a deleted row. Returns `false` if it does not fit.
    pub fn push(&mut self, row: Option<(&[u8], bool)>) -> bool {
        let at = HEAD + self.pointers * POINTER;
        let length = row.map_or(0, |(bytes, _)| bytes.len());
        let fits = self.pointers + 2 <= MOST_BLOCKS as usize && at + 2 * POINTER + length <= self.data;
        if fits {
            self.data -= length;
            self.pointers += 1;
            match row {
                Some((bytes, is_packed)) => {
                    self.page.put(self.data, bytes);
                    let place = (self.data, length);
                    self.page.put(at, &pointer_to(place, is_packed));
                }
                None => self.page.put(at, &pointer_to_deleted()),
            }
        }
        fits
    }

    /// Returns how many bytes between the pointers and the rows are free.
    pub fn gap(&self) -> usize {
        self.data - (HEAD + (self.pointers + 1) * POINTER)
    }

    /// Completes the page.
    pub fn finish(self) {
        let at = HEAD + self.pointers * POINTER;
        let gap = self.gap();
        put_pointer(self.page, at, (at + POINTER, gap), VOID);
        self.page[at + POINTER..self.data].fill(0);
        let (gap, blocks) = head_of(self.pointers, gap);
        self.page.put(GAP, &gap);
        self.page.put(BLOCKS, &blocks);
    }
}

/// The free space of a page between its pointers and its rows.
#[derive(Clone, Copy, Debug)]
pub struct PackedGap {
    /// The number of pointers before that to the gap.
    pointers: usize,
    length: usize,
}

impl PackedGap {
    /// Returns the gap of a page with so many pointers before that to it, of which these are the bytes; `None` if it
    /// does not follow the pointers.
    pub fn parse(pointers: usize, bytes: &[u8], page_size: u32) -> Option<Self> {
        let view = View {
            bytes,
            order: Order::Little,
            wide: true,
        };
        let pointer = Pointer::parse(view, page_size)?.ok()?;
        let end = HEAD + (pointers + 1) * POINTER;
        let is_gap = pointer.mark == Mark::Void && pointer.offset == end && end + pointer.length <= page_size as usize;
        is_gap.then_some(Self {
            pointers,
            length: pointer.length,
        })
    }

    /// Returns whether a row of this length can take the place of a deleted one.
    pub fn has_room_for(self, length: usize) -> bool {
        length <= self.length
    }

    /// Returns the changes of the page that put a row into the place of a deleted one, whose pointer stays where it is;
    /// `None` if it does not fit.
    pub fn with_row_again(self, (bytes, is_packed): (&[u8], bool)) -> Option<RestoredPiece<'_>> {
        let at = HEAD + self.pointers * POINTER;
        let left = self.length.checked_sub(bytes.len())?;
        let data = at + POINTER + left;
        let mut pointer = [0; POINTER];
        put_pointer(&mut pointer, 0, (at + POINTER, left), VOID);
        Some(RestoredPiece {
            row: (data, bytes),
            pointer: pointer_to((data, bytes.len()), is_packed),
            gap_pointer: (at, pointer),
            gap: (GAP, (left as u64).to_le_bytes()),
        })
    }

    /// Returns the changes of the page that add a row, with their offsets; `None` if it does not fit.
    pub fn with_row(self, (bytes, is_packed): (&[u8], bool)) -> Option<AddedPiece<'_>> {
        let at = HEAD + self.pointers * POINTER;
        let left = self.length.checked_sub(POINTER + bytes.len())?;
        if self.pointers + 2 > MOST_BLOCKS as usize {
            return None;
        }
        let data = at + 2 * POINTER + left;
        let mut pointers = [0; 2 * POINTER];
        pointers[..POINTER].copy_from_slice(&pointer_to((data, bytes.len()), is_packed));
        put_pointer(&mut pointers, POINTER, (at + 2 * POINTER, left), VOID);
        let (gap, blocks) = head_of(self.pointers + 1, left);
        Some(AddedPiece {
            row: (data, bytes),
            pointers: (at, pointers),
            gap: (GAP, gap),
            blocks: (BLOCKS, blocks),
        })
    }
}

/// The changes of the page to which a row is added: offsets on the page, and bytes.
#[derive(Clone, Copy, Debug)]
pub struct AddedPiece<'r> {
    /// The row.
    pub row: (usize, &'r [u8]),
    /// Its pointer and the one to the free space.
    pub pointers: (usize, [u8; 2 * POINTER]),
    /// The fields of the header of the page.
    pub gap: (usize, [u8; 8]),
    /// The same.
    pub blocks: (usize, [u8; 4]),
}

/// The changes of the page where a row takes the place of a deleted one: offsets on the page, and bytes.
#[derive(Clone, Copy, Debug)]
pub struct RestoredPiece<'r> {
    /// The row.
    pub row: (usize, &'r [u8]),
    /// Its pointer, which replaces that of the deleted row.
    pub pointer: [u8; POINTER],
    /// The pointer to the free space.
    pub gap_pointer: (usize, [u8; POINTER]),
    /// The field of the header of the page.
    pub gap: (usize, [u8; 8]),
}

/// Returns the fields of the header of a page with so many pointers before that to its gap, and so much free space: the
/// gap, and the numbers of blocks and of pointers.
fn head_of(pointers: usize, gap: usize) -> ([u8; 8], [u8; 4]) {
    let mut blocks = [0; 4];
    blocks.put_u16(0, pointers as u16 + 1);
    blocks.put_u16(2, pointers as u16 + 1);
    ((gap as u64).to_le_bytes(), blocks)
}

/// Returns the pointer to a row at an offset, of a length.
pub fn pointer_to(place: (usize, usize), is_packed: bool) -> [u8; POINTER] {
    let mut pointer = [0; POINTER];
    put_pointer(&mut pointer, 0, place, mark_of(is_packed));
    pointer
}

/// Returns the pointer of a deleted row.
pub fn pointer_to_deleted() -> [u8; POINTER] {
    let mut pointer = [0; POINTER];
    put_pointer(&mut pointer, 0, (0, 0), VOID);
    pointer.put(POINTER - REMOVED.len(), &REMOVED);
    pointer
}
