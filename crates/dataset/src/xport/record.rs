//! Records: 80 bytes, padded with blanks.

/// The length of a record in bytes.
pub(super) const RECORD: usize = 80;

const BEFORE_NAME: &[u8] = b"HEADER RECORD*******";
const AFTER_NAME: &[u8] = b"HEADER RECORD!!!!!!!";

/// A header record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Heading {
    Library,
    Member,
    Descriptor,
    /// Begins the variables; contains their number.
    Variables(usize),
    /// Begins long names and labels, with or without formats; contains their number.
    Labels {
        count: usize,
        with_formats: bool,
    },
    /// Begins the rows; contains their number in version 8, where it is told.
    Rows(Option<u64>),
}

impl Heading {
    /// Parses a header record; `None` if it is none.
    pub(super) fn of(record: &[u8]) -> Option<Self> {
        let rest = record.strip_prefix(BEFORE_NAME)?;
        let (name, rest) = rest.split_at_checked(8)?;
        let digits = rest.strip_prefix(AFTER_NAME)?;
        let number =
            |at: usize| -> Option<usize> { std::str::from_utf8(digits.get(at..at + 5)?).ok()?.trim().parse().ok() };
        Some(match name {
            b"LIBRARY " | b"LIBV8   " => Self::Library,
            b"MEMBER  " | b"MEMBV8  " => Self::Member,
            b"DSCRPTR " | b"DSCPTV8 " => Self::Descriptor,
            b"NAMESTR " | b"NAMSTV8 " => Self::Variables(number(5)?),
            b"LABELV8 " | b"LABELV9 " => Self::Labels {
                count: number(0)?,
                with_formats: name == b"LABELV9 ",
            },
            b"OBS     " => Self::Rows(None),
            b"OBSV8   " => Self::Rows(rows_of(record)),
            _ => return None,
        })
    }

    /// Returns whether the data set with this header has names of up to 32 bytes.
    pub(super) fn is_long(record: &[u8]) -> bool {
        record
            .get(BEFORE_NAME.len()..)
            .is_some_and(|rest| rest.starts_with(b"MEMBV8"))
    }

    /// Returns whether the file with this header is one of version 8.
    pub(super) fn is_of_long_library(record: &[u8]) -> bool {
        record
            .get(BEFORE_NAME.len()..)
            .is_some_and(|rest| rest.starts_with(b"LIBV8"))
    }

    /// Returns the length of the description of a variable, at the end of the header of a data set: 140, or 136 in
    /// files of VAX systems.
    pub(super) fn description_length(record: &[u8]) -> Option<usize> {
        let digits = std::str::from_utf8(record.get(74..78)?).ok()?;
        digits.trim().parse().ok()
    }
}

/// The offset and the length of the number of rows in the header of the rows, in version 8.
pub(super) const ROWS_AT: usize = 48;
pub(super) const ROWS_DIGITS: usize = 15;

/// Returns the number of rows that the header of the rows of version 8 tells; `None` if it is zero, which readers take
/// for unknown, or no number.
fn rows_of(record: &[u8]) -> Option<u64> {
    let digits = record.get(ROWS_AT..ROWS_AT + ROWS_DIGITS)?;
    let rows = std::str::from_utf8(digits).ok()?.trim().parse().ok()?;
    (rows > 0).then_some(rows)
}

/// Returns a field of a record without trailing blanks and zeros.
///
/// The encoding is not specified. Bytes that are not UTF-8 are decoded as Windows-1252.
pub(super) fn text(field: &[u8]) -> String {
    let end = field.iter().rposition(|&byte| byte != b' ' && byte != 0);
    let field = &field[..end.map_or(0, |last| last + 1)];
    match std::str::from_utf8(field) {
        Ok(text) => text.to_owned(),
        Err(_) => crate::encoding::Encoding::WLATIN1.decode_lossy(field),
    }
}
