//! The header of a page, and the pointers to its subheaders.

use super::bytes::View;
use super::error::FormatError;
use super::field::Order;

/// The layout that all pages of a file share.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shape {
    pub(crate) order: Order,
    pub(crate) wide: bool,
    pub(crate) page_size: u32,
}

impl Shape {
    /// Returns the length of a page header in bytes.
    pub(crate) fn head(self) -> usize {
        if self.wide { 40 } else { 24 }
    }

    /// Returns the length of a pointer in bytes.
    pub(crate) fn pointer(self) -> usize {
        if self.wide { 24 } else { 12 }
    }
}

/// The kind of a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PageKind {
    /// Subheaders, which may be rows of a compressed file.
    Description,
    /// Subheaders followed by rows.
    Mixed,
    /// Rows.
    Rows,
    /// Facts that only the program that wrote it needs, such as the positions of compressed rows.
    Other,
}

/// The form in which a subheader is stored, or the state of the row that it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mark {
    /// Unchanged.
    Plain,
    /// Not at all: the pointer is ignored.
    Void,
    /// Compressed.
    Packed,
    /// A deleted row, which has a number.
    Deleted,
    /// A row that an update moved to or from another page.
    Moved,
    /// An unknown mark.
    Unknown(u8),
}

/// The position of a subheader on its page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Pointer {
    pub(crate) offset: usize,
    pub(crate) length: usize,
    pub(crate) mark: Mark,
    /// True if its length varies. This is set for rows of a compressed file.
    pub(crate) varies: bool,
}

/// The last bytes of a pointer to a row that was deleted here. Other readers skip it, because its mark is that of a
/// pointer to nothing; the row keeps its number by it.
pub(crate) const REMOVED: [u8; 6] = *b"FRGONE";

impl Pointer {
    /// Returns the pointer in these bytes; `None` if they are too few, and where it leads if that is not on its page.
    pub(crate) fn parse(bytes: View<'_>, page_size: u32) -> Option<Result<Self, (u64, u64)>> {
        let word = bytes.word_length();
        let (offset, length) = (bytes.word(0)?, bytes.word(word)?);
        let mark = match bytes.byte(2 * word)? {
            1 if bytes.wide && bytes.slice(18, 6)? == REMOVED => Mark::Deleted,
            _ if length == 0 => Mark::Void,
            0 => Mark::Plain,
            1 => Mark::Void,
            4 => Mark::Packed,
            5 => Mark::Deleted,
            2 | 3 | 6 | 9 | 13 => Mark::Moved,
            other => Mark::Unknown(other),
        };
        let varies = bytes.byte(2 * word + 1)? == 1;
        let size = u64::from(page_size);
        let inside = offset.checked_add(length).is_some_and(|end| end <= size);
        // A pointer to another page has a page and an index in place of an offset and a length.
        if !inside && !matches!(mark, Mark::Void | Mark::Moved) {
            return Some(Err((offset, length)));
        }
        Some(Ok(Self {
            offset: offset.min(size) as usize,
            length: length.min(size) as usize,
            mark,
            varies,
        }))
    }
}

/// A page with its parsed header.
#[derive(Clone, Copy)]
pub(crate) struct Page<'a> {
    pub(crate) view: View<'a>,
    pub(crate) number: u64,
    pub(crate) kind: PageKind,
    /// True if its bitmap of deleted rows is in use.
    pub(crate) has_deleted: bool,
    /// The number of subheaders and rows.
    pub(crate) blocks: usize,
    /// The number of subheaders.
    pub(crate) subheaders: usize,
    shape: Shape,
}

impl<'a> Page<'a> {
    pub(crate) fn parse(bytes: &'a [u8], number: u64, shape: Shape) -> Result<Self, FormatError> {
        let size = shape.page_size as usize;
        if bytes.len() != size {
            let reason = format!("it has {} bytes instead of {size}", bytes.len());
            return Err(FormatError::page(number, reason));
        }
        Self::parse_head(bytes, number, shape)
    }

    /// Returns a page of which only the first bytes are given, its header at least. It has no pointers behind them.
    pub(crate) fn parse_head(bytes: &'a [u8], number: u64, shape: Shape) -> Result<Self, FormatError> {
        let size = shape.page_size as usize;
        let view = View {
            bytes,
            order: shape.order,
            wide: shape.wide,
        };
        let field = |at| view.u16(at).unwrap_or(0);
        let kind = field(shape.head() - 8);
        let page = Self {
            view,
            number,
            kind: match kind & 0x0F00 {
                _ if kind & 0x9000 != 0 => PageKind::Other,
                0x0100 => PageKind::Rows,
                0x0200 => PageKind::Mixed,
                // Descriptions that were added later are on pages of their own kind.
                0 | 0x0400 => PageKind::Description,
                _ => {
                    let reason = format!("its kind is {kind:#06x}, which is not known");
                    return Err(FormatError::page(number, reason));
                }
            },
            has_deleted: kind & 0x0080 != 0,
            blocks: field(shape.head() - 6).into(),
            subheaders: field(shape.head() - 4).into(),
            shape,
        };
        if page.has_subheaders() && page.end_of_pointers() > size {
            let reason = format!("{} subheaders do not fit it", page.subheaders);
            return Err(FormatError::page(number, reason));
        }
        Ok(page)
    }

    /// Returns whether it has pointers.
    pub(crate) fn has_subheaders(&self) -> bool {
        matches!(self.kind, PageKind::Description | PageKind::Mixed)
    }

    /// Returns the end of its pointers.
    pub(crate) fn end_of_pointers(&self) -> usize {
        self.shape.head() + self.subheaders * self.shape.pointer()
    }

    /// Returns the pointer of this index, which must be less than [`Self::subheaders`].
    pub(crate) fn pointer(&self, index: usize) -> Result<Pointer, FormatError> {
        let at = self.shape.head() + index * self.shape.pointer();
        let found = self.view.part(at, self.shape.pointer());
        let pointer = found.and_then(|bytes| Pointer::parse(bytes, self.shape.page_size));
        match pointer {
            None => Err(FormatError::page(self.number, "a pointer lies outside it")),
            Some(Err((offset, length))) => {
                let reason = format!("a subheader of {length} bytes at {offset} lies outside it");
                Err(FormatError::page(self.number, reason))
            }
            Some(Ok(pointer)) => Ok(pointer),
        }
    }

    /// Returns the bytes that a pointer refers to.
    pub(crate) fn at(&self, pointer: Pointer) -> View<'a> {
        self.view.part(pointer.offset, pointer.length).unwrap_or(View {
            bytes: &[],
            ..self.view
        })
    }

    /// Returns the offset of uncompressed rows, which on a mixed page is a multiple of eight unless its writer does not
    /// align them.
    pub(crate) fn start_of_rows(&self, is_aligned: bool) -> usize {
        match self.kind {
            PageKind::Mixed if is_aligned => self.end_of_pointers().next_multiple_of(8),
            PageKind::Mixed => self.end_of_pointers(),
            _ => self.shape.head(),
        }
    }

    /// Returns how many bytes between the rows and the bitmap of deleted rows are unused.
    pub(crate) fn gap(&self) -> u64 {
        let at = if self.shape.wide { 24 } else { 12 };
        self.view.word(at).unwrap_or(0)
    }
}
