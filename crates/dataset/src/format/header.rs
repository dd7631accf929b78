//! The header of a file: its kind, its encoding and its page size.

use super::bytes::View;
use super::error::FormatError;
use super::field::Order;
use super::mark::Marks;
use super::sort_order::{OrderNote, SortOrder};
use crate::encoding::Encoding;
use crate::schema::LONGEST_ROW;

/// The first 32 bytes of every data set.
pub(crate) const MAGIC: [u8; 32] = [
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xC2, 0xEA, 0x81, 0x60, 0xB3, 0x14, 0x11, 0xCF, 0xBD, 0x92, 8, 0, 9, 0xC7,
    0x31, 0x8C, 0x18, 0x1F, 0x10, 0x11,
];

/// The value of a byte which means that the fields behind it are shifted by four bytes.
pub(crate) const MOVED: u8 = 0x33;

/// The minimum size of pages and headers that occur.
const SMALLEST: u32 = 1024;

/// The header of a file.
#[derive(Clone, Debug, PartialEq)]
pub struct Header {
    /// The name of the data set when it was created.
    pub name: String,
    /// The member type: `DATA` or another.
    pub file_type: String,
    /// The encoding of its texts.
    pub encoding: Encoding,
    /// The byte order of its numbers.
    pub order: Order,
    /// True if it is a file of a 64-bit system, with words of eight bytes.
    pub wide: bool,
    /// When it was created: seconds since 1960, by its creator's clock.
    pub created: f64,
    /// When it was last changed, in the same unit.
    pub modified: f64,
    /// The release that wrote it, such as `9.0401M7`.
    pub release: String,
    /// The system that wrote it, such as `Linux`.
    pub host: String,
    /// The operating system and its version, if specified.
    pub system: String,
    /// The length of the header in bytes; pages begin behind it.
    pub header_length: u32,
    /// The size of a page in bytes.
    pub page_size: u32,
    /// The number of pages.
    pub page_count: u64,
    /// The notes of feedrate; `None` if there is no place for them.
    pub marks: Option<Marks>,
    /// The note about the order of its rows.
    pub row_order: OrderNote,
}

impl Header {
    /// The number of bytes that [`Header::parse`] needs at most.
    pub const PREFIX: usize = SortOrder::END;

    /// The number of bytes that are fields of the format.
    const FIELDS: usize = 344;

    /// Parses the first bytes of a file, of which [`Self::PREFIX`] suffice.
    ///
    /// # Errors
    ///
    /// Fails if the file is not a data set or is not supported.
    pub fn parse(bytes: &[u8]) -> Result<Self, FormatError> {
        if bytes.len() >= MAGIC.len() && bytes[..MAGIC.len()] != MAGIC {
            return Err(FormatError::NotADataSet);
        }
        Self::fields(bytes).ok_or(FormatError::TooShort {
            needed: Self::FIELDS as u64,
            found: bytes.len() as u64,
        })?
    }

    /// Returns `None` if the bytes end too early.
    fn fields(bytes: &[u8]) -> Option<Result<Self, FormatError>> {
        let (all, bytes) = (bytes, bytes.get(..Self::FIELDS)?);
        let order = match bytes[37] {
            0 => Order::Big,
            1 => Order::Little,
            value => {
                return Some(Err(FormatError::Header {
                    what: "the byte order",
                    value: value.into(),
                }));
            }
        };
        let wide = bytes[32] == MOVED;
        let view = View { bytes, order, wide };
        // On some systems doubles are shifted to a multiple of eight bytes, and the fields behind the number of pages
        // are shifted again if that number is longer.
        let a = if bytes[35] == MOVED { 4 } else { 0 };
        let b = a + if wide { 4 } else { 0 };
        let encoding = Encoding::of_code(bytes[70]);
        let text = |at: usize, length: usize| Some(encoding.decode_lossy(trim(view.slice(at, length)?)));
        let version = text(240 + b, 16)?;
        let system = match text(272 + b, 16)? {
            name if name.is_empty() => text(256 + b, 16)?,
            name => name,
        };
        let header_length = view.u32(196 + a)?;
        let modified = view.f64(172 + a)?;
        let header = Self {
            name: text(92, 64)?,
            file_type: text(156, 8)?,
            encoding,
            order,
            wide,
            created: view.f64(164 + a)?,
            modified,
            release: text(216 + b, 8)?,
            host: text(224 + b, 16)?,
            system: [version, system].join(" ").trim().to_owned(),
            header_length,
            page_size: view.u32(200 + a)?,
            page_count: view.word(204 + a)?,
            marks: Marks::parse(all, header_length),
            row_order: SortOrder::parse(all, header_length, modified),
        };
        Some(header.checked())
    }

    fn checked(self) -> Result<Self, FormatError> {
        let sizes = [
            ("the length of the header", self.header_length),
            ("the size of a page", self.page_size),
        ];
        for (what, value) in sizes {
            if !(SMALLEST..=LONGEST_ROW).contains(&value) {
                return Err(FormatError::Header {
                    what,
                    value: value.into(),
                });
            }
        }
        match self.file_length() {
            Some(_) => Ok(self),
            None => Err(FormatError::Header {
                what: "the number of pages",
                value: self.page_count,
            }),
        }
    }

    /// Returns the length of the file in bytes; `None` if it overflows.
    pub fn file_length(&self) -> Option<u64> {
        self.page_count
            .checked_mul(self.page_size.into())?
            .checked_add(self.header_length.into())
            .filter(|&length| i64::try_from(length).is_ok())
    }
}

/// Returns a field without the blanks and zeros that pad it.
pub(crate) fn trim(field: &[u8]) -> &[u8] {
    let end = field.iter().rposition(|&byte| byte != b' ' && byte != 0);
    &field[..end.map_or(0, |last| last + 1)]
}
