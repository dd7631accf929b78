//! Collects the description of the variables from the pages of a file.

use super::alignment::FirstRows;
use super::error::FormatError;
use super::header::Header;
use super::metadata::Metadata;
use super::page::{Mark, Page, PageKind, Pointer, Shape};
use super::resolve::Texts;
use super::subheader::{self, Attributes, RowSize, Signature, TextReference, VariableFormats};
use crate::compression::Compression;
use crate::schema::{LONGEST_LABEL, Schema};

/// Requests the pages that describe the variables, one after another.
///
/// Most files describe them on their first pages. What was added later is on pages at the end, which are requested in
/// reverse order if the first pages are incomplete.
#[derive(Debug)]
pub struct Collector {
    header: Header,
    shape: Shape,
    next: Next,
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
enum Next {
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
                0 => Next::Nothing,
                _ => Next::Forward(0),
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
            Next::Forward(number) | Next::Backward(number) => Some(number),
            Next::Nothing => None,
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
            Next::Forward(_) if self.rows_from.is_none() => match number + 1 {
                past if past >= self.header.page_count => Next::Nothing,
                next => Next::Forward(next),
            },
            Next::Forward(first) => {
                let last = self.header.page_count - 1;
                if last > first && !self.is_usable() {
                    Next::Backward(last)
                } else {
                    Next::Nothing
                }
            }
            Next::Backward(_) if described && self.is_usable() => Next::Nothing,
            Next::Backward(_) => match (number - 1, self.rows_from) {
                (before, Some((first, _))) if before > first => Next::Backward(before),
                _ => Next::Nothing,
            },
            Next::Nothing => Next::Nothing,
        };
        Ok(())
    }

    /// Reads the subheaders of a page. Returns whether there were any.
    fn read(&mut self, page: &Page<'_>) -> Result<bool, FormatError> {
        let forward = matches!(self.next, Next::Forward(_));
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

    /// Returns the metadata, once no more pages are needed.
    ///
    /// # Errors
    ///
    /// Fails if the description is incomplete or contradictory.
    pub fn finish(mut self) -> Result<Metadata, FormatError> {
        let size = self
            .row_size
            .ok_or_else(|| FormatError::description("the length of a row is not there"))?;
        let count = self.column_count.unwrap_or(self.names.len() as u64);
        let found = [("names", self.names.len()), ("places in a row", self.attributes.len())];
        for (what, found) in found {
            if found as u64 != count {
                let reason = format!("{count} variables have {found} {what}");
                return Err(FormatError::description(reason));
            }
        }
        self.texts.sort_by_key(|text| text.page);
        let texts = Texts {
            pieces: self.texts.into_iter().map(|text| text.bytes).collect(),
            encoding: self.header.encoding,
        };
        let row_length = u32::try_from(size.row_length)
            .map_err(|_| FormatError::description(format!("rows of {} bytes", size.row_length)))?;
        let variables = (0..self.names.len())
            .map(|index| {
                let shown = self.shown.get(index).copied().unwrap_or_default();
                texts.variable(self.names[index], self.attributes[index], shown)
            })
            .collect::<Result<Vec<_>, _>>()?;
        let compression = texts.compression(size.compression)?;
        // Rows that were deleted here are not counted in a compressed file, so that other readers find as many as it
        // has.
        let removed = match (compression, self.header.marks) {
            (Compression::None, _) | (_, None) => 0,
            (_, Some(marks)) => marks.removed,
        };
        let counted = size.rows_stored.checked_add(removed);
        let (Some(rows_stored), Some(rows_deleted)) = (counted, size.rows_deleted.checked_add(removed)) else {
            let reason = format!("{removed} rows are deleted besides {}", size.rows_stored);
            return Err(FormatError::description(reason));
        };
        if compression == Compression::None && row_length > self.header.page_size {
            let reason = format!("a row of {row_length} bytes fits no page");
            return Err(FormatError::description(reason));
        }
        // A data set without variables has empty observations.
        let is_bare = variables.is_empty() && compression == Compression::None;
        if row_length == 0 && rows_stored > 0 && !is_bare {
            return Err(FormatError::description("rows have no bytes"));
        }
        if rows_deleted > rows_stored {
            let reason = format!("{rows_deleted} of {rows_stored} rows are deleted");
            return Err(FormatError::description(reason));
        }
        let head = self.shape.head();
        let schema = Schema::of_file(variables, row_length)?;
        let (start_of_rows, is_aligned, absurd) = match &self.first_rows {
            Some(first) if compression == Compression::None => first.settle(&self.header, &schema, rows_stored),
            _ => (head, true, None),
        };
        let is_packed = compression != Compression::None;
        let empty_front = self.rows_from.filter(|_| is_packed && rows_stored == 0);
        let rows_from = self.rows_from.filter(|_| empty_front.is_none());
        let (first_page, first_pointer) = rows_from.unwrap_or((self.header.page_count, 0));
        Ok(Metadata {
            label: texts.text(size.label, LONGEST_LABEL, "label of the data set")?,
            data_set_type: match texts.text(size.data_set_type, 32, "type of the data set")? {
                // That is what ordinary data sets have.
                ordinary if ordinary == "DATA" => String::new(),
                other => other,
            },
            step: texts.text(size.step, 32, "name of the step")?,
            schema,
            compression,
            rows_stored,
            rows_deleted,
            most_on_mixed_page: size.most_on_mixed_page,
            most_on_page: size.most_on_page,
            last_row: size.last_row,
            reuses_space: size.reuses_space,
            is_addressable: size.is_addressable,
            directory_page: size.directory_page,
            row_size_at: self.row_size_at,
            start_of_rows,
            is_aligned,
            absurd,
            first_page_with_rows: first_page,
            first_pointer_to_rows: first_pointer,
            empty_front: empty_front.map(|(page, _)| page),
            header: self.header,
        })
    }
}

pub(super) fn unknown_mark(page: u64, mark: u8) -> FormatError {
    FormatError::page(
        page,
        format!("a subheader has the mark {mark:#04x}, which is not known"),
    )
}
