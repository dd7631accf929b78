//! Collects the description of the variables from the pages of a file.

mod metadata;

use super::alignment::FirstRows;
use super::error::FormatError;
use super::header::Header;
use super::page::{Mark, Page, PageKind, Pointer, Shape};
use super::subheader::{self, Attributes, RowSize, Signature, TextReference, VariableFormats};

/// Requests the pages that describe the variables, one after another.
///
/// Most files describe them on their first pages. What was added later is on pages at the end, which are requested in
/// reverse order if the first pages are incomplete.
#[derive(Debug)]
pub struct Collector {
    header: Header,
    shape: Shape,
    next: NextPage,
    row_size: Option<RowSize>,
    /// Its offset on the first page.
    row_size_at: Option<usize>,
    column_count: Option<u64>,
    texts: Vec<Text>,
    names: Vec<TextReference>,
    attributes: Vec<Attributes>,
    shown: Vec<VariableFormats>,
    /// The first page that may have rows, and the first pointer on it that may be one.
    rows_from: Option<(u64, usize)>,
    /// The first rows on that page, if rows are together there.
    first_rows: Option<FirstRows>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum NextPage {
    /// The first pages, in order.
    Forward(u64),
    /// The last pages, from the end.
    Backward(u64),
    Nothing,
}

/// A text subheader and its position, because their order counts.
#[derive(Debug)]
struct Text {
    page: u64,
    bytes: Vec<u8>,
}

impl Collector {
    /// Begins with a file of `file_length` bytes.
    ///
    /// # Errors
    ///
    /// Fails if the file is shorter than its header says.
    pub fn new(header: Header, file_length: u64) -> Result<Self, FormatError> {
        let needed = header.file_length().unwrap_or(u64::MAX);
        if file_length < needed {
            return Err(FormatError::TooShort {
                needed,
                found: file_length,
            });
        }
        let shape = header.shape();
        Ok(Self {
            next: match header.page_count {
                0 => NextPage::Nothing,
                _ => NextPage::Forward(0),
            },
            header,
            shape,
            row_size: None,
            row_size_at: None,
            column_count: None,
            texts: Vec::new(),
            names: Vec::new(),
            attributes: Vec::new(),
            shown: Vec::new(),
            rows_from: None,
            first_rows: None,
        })
    }

    /// Returns the page that is needed next, from 0 after the header; `None` once the description is complete.
    pub fn wants(&self) -> Option<u64> {
        match self.next {
            NextPage::Forward(number) | NextPage::Backward(number) => Some(number),
            NextPage::Nothing => None,
        }
    }

    /// Takes the requested page.
    ///
    /// # Errors
    ///
    /// Fails if the page is damaged.
    pub fn take(&mut self, page: &[u8]) -> Result<(), FormatError> {
        let Some(number) = self.wants() else {
            return Ok(());
        };
        let page = Page::parse(page, number, self.shape)?;
        let described = self.read(&page)?;
        self.next = match self.next {
            NextPage::Forward(_) if self.rows_from.is_none() => match number + 1 {
                past if past >= self.header.page_count => NextPage::Nothing,
                next => NextPage::Forward(next),
            },
            NextPage::Forward(first) => {
                let last = self.header.page_count - 1;
                if last > first && !self.is_usable() {
                    NextPage::Backward(last)
                } else {
                    NextPage::Nothing
                }
            }
            NextPage::Backward(_) if described && self.is_usable() => NextPage::Nothing,
            NextPage::Backward(_) => match (number - 1, self.rows_from) {
                (before, Some((first, _))) if before > first => NextPage::Backward(before),
                _ => NextPage::Nothing,
            },
            NextPage::Nothing => NextPage::Nothing,
        };
        Ok(())
    }

    /// Reads the subheaders of a page. Returns whether there were any.
    fn read(&mut self, page: &Page<'_>) -> Result<bool, FormatError> {
        let forward = matches!(self.next, NextPage::Forward(_));
        if !page.has_subheaders() {
            if forward && page.kind == PageKind::Rows {
                self.rows_from = Some((page.number, 0));
                self.first_rows = Some(FirstRows::of(page, page.blocks));
            }
            return Ok(false);
        }
        let mut described = false;
        // Subheaders do not overlap, so their total length is at most that of the page. Without this check, many
        // pointers to one subheader could multiply its size.
        let mut room = page.view.bytes.len();
        for index in 0..page.subheaders {
            let pointer = page.pointer(index)?;
            let is_row = match pointer.mark {
                Mark::Void => continue,
                Mark::Packed | Mark::Deleted | Mark::Moved => true,
                Mark::Plain => match Signature::of(page.at(pointer)) {
                    Some(signature) if self.is_description(signature, pointer) => {
                        room = room
                            .checked_sub(pointer.length)
                            .ok_or_else(|| FormatError::page(page.number, "its subheaders overlap"))?;
                        self.piece(page, pointer, signature)?;
                        described = true;
                        false
                    }
                    _ => pointer.varies,
                },
                Mark::Unknown(mark) => return Err(unknown_mark(page.number, mark)),
            };
            if is_row {
                if forward {
                    self.rows_from.get_or_insert((page.number, index));
                    break;
                }
                // A page at the end that begins with rows has no description.
                if !described {
                    return Ok(false);
                }
            }
        }
        if forward && page.kind == PageKind::Mixed {
            self.rows_from.get_or_insert((page.number, page.subheaders));
            let rows = page.blocks.saturating_sub(page.subheaders);
            self.first_rows = Some(FirstRows::of(page, rows));
        }
        Ok(described)
    }

    /// Returns whether a subheader with this signature is a description. An uncompressed row of a compressed file may
    /// begin with the same bytes, but only after all variables were described.
    fn is_description(&self, signature: Signature, pointer: Pointer) -> bool {
        let row_length = self.row_size.map(|size| size.row_length);
        let may_be_row = pointer.varies && row_length == Some(pointer.length as u64);
        !(may_be_row && signature != Signature::Text && self.is_complete())
    }

    fn piece(&mut self, page: &Page<'_>, pointer: Pointer, signature: Signature) -> Result<(), FormatError> {
        let piece = page.at(pointer);
        let short = || {
            let reason = format!("a subheader of {} bytes is too short for {signature:?}", pointer.length);
            FormatError::page(page.number, reason)
        };
        match signature {
            Signature::RowSize => {
                let size = RowSize::parse(piece).ok_or_else(short)?;
                // The first one counts; an added page may repeat it.
                if self.row_size.is_none() && page.number == 0 {
                    self.row_size_at = Some(pointer.offset);
                }
                self.row_size.get_or_insert(size);
            }
            Signature::ColumnSize => {
                let count = subheader::column_count(piece).ok_or_else(short)?;
                self.column_count.get_or_insert(count);
            }
            Signature::Text => self.texts.push(Text {
                page: page.number,
                bytes: subheader::text(piece).ok_or_else(short)?.to_vec(),
            }),
            Signature::Names => self.names.extend(subheader::names(piece)),
            Signature::Attributes => self.attributes.extend(subheader::attributes(piece)),
            Signature::Format => self.shown.push(subheader::shown(piece).ok_or_else(short)?),
            Signature::Counts | Signature::List | Signature::Other => {}
        }
        Ok(())
    }

    /// Returns whether every variable is described, including formats and labels.
    fn is_complete(&self) -> bool {
        self.column_count.is_some_and(|count| self.shown.len() as u64 >= count) && self.is_usable()
    }

    /// Returns whether every variable has a name and a position, and every referenced text exists. A file need not have
    /// formats and labels for all of its variables, so these are not searched for further.
    fn is_usable(&self) -> bool {
        let Some(count) = self.column_count else {
            return false;
        };
        self.row_size.is_some()
            && self.names.len() as u64 >= count
            && self.attributes.len() as u64 >= count
            && self
                .places()
                .all(|place| place.length == 0 || place.piece < self.texts.len())
    }

    fn places(&self) -> impl Iterator<Item = TextReference> {
        let shown = self
            .shown
            .iter()
            .flat_map(|shown| [shown.format.name, shown.informat.name, shown.label]);
        self.names.iter().copied().chain(shown)
    }
}

pub(super) fn unknown_mark(page: u64, mark: u8) -> FormatError {
    FormatError::page(
        page,
        format!("a subheader has the mark {mark:#04x}, which is not known"),
    )
}
