//! The subheaders that describe the variables of a file.
//!
//! Offsets are given for words of `w` bytes, 4 or 8. A subheader begins with a signature of one word.

use super::bytes::View;

/// The flag of files in which new rows take the space of deleted ones. It is not known which one other writers use.
pub(super) const REUSES_SPACE: u64 = 0x40;

/// The kind of a subheader.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Signature {
    /// The length and the number of rows.
    RowSize,
    /// The number of variables.
    ColumnSize,
    /// The positions of the subheaders.
    Counts,
    /// Names, labels and formats, one after another.
    Text,
    /// The positions of names in the texts.
    Names,
    /// The positions of values in a row, and their kinds.
    Attributes,
    /// The format and the label of one variable.
    Format,
    /// A hash table of the names.
    List,
    /// Anything else, which is not needed.
    Other,
}

impl Signature {
    /// Returns the signature at the beginning of a subheader; `None` if there is none, as in a row.
    pub(super) fn of(piece: View<'_>) -> Option<Self> {
        let code = if piece.wide {
            let word = piece.u64(0)?;
            let (low, high) = (word as u32, (word >> 32) as u32);
            match (low, high) {
                (_, u32::MAX) => low,
                // The other half is empty or has another signature, depending on the byte order of the writer.
                (0xF7F7_F7F7 | 0xF6F6_F6F6, 0 | 0xFFFF_FBFE) => low,
                (0 | 0xFFFF_FBFE, 0xF7F7_F7F7 | 0xF6F6_F6F6) => high,
                (0xF7F7_F7F7, 0xF7F7_F7F7) | (0xF6F6_F6F6, 0xF6F6_F6F6) => low,
                _ => return None,
            }
        } else {
            piece.u32(0)?
        };
        Some(match code {
            0xF7F7_F7F7 => Self::RowSize,
            0xF6F6_F6F6 => Self::ColumnSize,
            0xFFFF_FC00 => Self::Counts,
            0xFFFF_FFFD => Self::Text,
            0xFFFF_FFFF => Self::Names,
            0xFFFF_FFFC => Self::Attributes,
            0xFFFF_FBFE => Self::Format,
            0xFFFF_FFFE => Self::List,
            0xFFFF_FFF8..=0xFFFF_FFFB => Self::Other,
            _ => return None,
        })
    }
}

/// The position of a text: the index of its subheader, its offset from the end of the signature, and its length.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct TextReference {
    pub(super) piece: usize,
    pub(super) offset: usize,
    pub(super) length: usize,
}

impl TextReference {
    fn at(piece: View<'_>, at: usize) -> Option<Self> {
        Some(Self {
            piece: piece.u16(at)?.into(),
            offset: piece.u16(at + 2)?.into(),
            length: piece.u16(at + 4)?.into(),
        })
    }
}

/// The length and the number of rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct RowSize {
    pub(super) row_length: u64,
    pub(super) rows_stored: u64,
    pub(super) rows_deleted: u64,
    pub(super) most_on_mixed_page: u64,
    /// The maximum number of rows on a page of rows, if specified.
    pub(super) most_on_page: Option<u16>,
    /// The page of the last row and its block there, both from 1; zeros if not specified.
    pub(super) last_row: (u64, u16),
    /// True if a compressed file gives space of deleted rows to new ones.
    pub(super) reuses_space: bool,
    /// True if rows of a compressed file are found by their numbers.
    pub(super) is_addressable: bool,
    /// The page of a compressed file's directory of pages.
    pub(super) directory_page: u64,
    pub(super) label: TextReference,
    pub(super) data_set_type: TextReference,
    pub(super) compression: TextReference,
    pub(super) step: TextReference,
}

impl RowSize {
    pub(super) fn parse(piece: View<'_>) -> Option<Self> {
        let w = piece.word_length();
        // The texts end at the same distance from the end of the subheader for either word length.
        let texts = if piece.wide { 678 } else { 350 };
        let last_row = if piece.wide { 560 } else { 288 };
        let text = |index: usize| TextReference::at(piece, texts + 6 * index).unwrap_or_default();
        Some(Self {
            row_length: piece.word(5 * w)?,
            rows_stored: piece.word(6 * w)?,
            rows_deleted: piece.word(7 * w)?,
            most_on_mixed_page: piece.word(15 * w)?,
            most_on_page: piece.u16(texts + 88),
            last_row: piece.word(last_row).zip(piece.u16(last_row + w)).unwrap_or_default(),
            reuses_space: piece.word(4 * w)? & REUSES_SPACE != 0,
            is_addressable: piece.byte(last_row + 3 * w + 2) == Some(1),
            directory_page: piece.word(8 * w)?,
            label: text(0),
            data_set_type: text(1),
            compression: text(2),
            step: text(4),
        })
    }
}

/// Returns the number of variables.
pub(super) fn column_count(piece: View<'_>) -> Option<u64> {
    piece.word(piece.word_length())
}

/// Returns the text after the signature.
pub(super) fn text(piece: View<'_>) -> Option<&[u8]> {
    piece.bytes.get(piece.word_length()..)
}

/// Returns the positions of the names. The last bytes of these subheaders are empty.
pub(super) fn names(piece: View<'_>) -> impl Iterator<Item = TextReference> {
    let w = piece.word_length();
    entries(piece, 8).map_while(move |index| TextReference::at(piece, w + 8 + 8 * index))
}

/// The position of a value in a row, and its kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Attributes {
    pub(super) offset: u64,
    pub(super) length: u32,
    /// 1 for a number, 2 for a character value.
    pub(super) kind: u8,
}

/// Returns the positions of the values in a row.
pub(super) fn attributes(piece: View<'_>) -> impl Iterator<Item = Attributes> {
    let w = piece.word_length();
    entries(piece, w + 8).map_while(move |index| {
        let at = w + 8 + (w + 8) * index;
        Some(Attributes {
            offset: piece.word(at)?,
            length: piece.u32(at + w)?,
            kind: piece.byte(at + w + 6)?,
        })
    })
}

/// Returns the indexes of entries of `length` bytes, after a signature and eight bytes, before some empty ones.
fn entries(piece: View<'_>, length: usize) -> std::ops::Range<usize> {
    let around = if piece.wide { 28 } else { 20 };
    0..piece.bytes.len().saturating_sub(around) / length
}

/// A format or informat in a file; a width or decimals of 0 mean none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct FormatReference {
    pub(super) name: TextReference,
    pub(super) width: u16,
    pub(super) decimals: u16,
}

/// The format, the informat and the label of one variable.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct VariableFormats {
    pub(super) format: FormatReference,
    pub(super) informat: FormatReference,
    pub(super) label: TextReference,
}

/// The format, the informat and the label of one variable.
pub(super) fn shown(piece: View<'_>) -> Option<VariableFormats> {
    let (widths, names) = if piece.wide { (24, 40) } else { (12, 28) };
    let format = |index: usize, at| {
        Some(FormatReference {
            name: TextReference::at(piece, at)?,
            width: piece.u16(widths + 4 * index)?,
            decimals: piece.u16(widths + 4 * index + 2)?,
        })
    };
    Some(VariableFormats {
        format: format(0, names + 6)?,
        informat: format(1, names)?,
        label: TextReference::at(piece, names + 12)?,
    })
}

#[cfg(test)]
mod tests {
    use super::super::field::Order;
    use super::*;

    #[test]
    fn the_flags_of_a_compressed_file_are_where_other_files_have_them() {
        for (order, wide, flag, directory) in [
            (Order::Little, true, 586, 64),
            (Order::Big, true, 586, 71),
            (Order::Little, false, 302, 32),
            (Order::Big, false, 302, 35),
        ] {
            let mut bytes = vec![0; 808];
            bytes[flag] = 1;
            bytes[directory] = 2;
            let view = |bytes| View { bytes, order, wide };
            let size = RowSize::parse(view(&bytes)).unwrap();
            assert!(size.is_addressable && !size.reuses_space, "{order:?} {wide}");
            assert_eq!(size.directory_page, 2);
        }
    }
}
