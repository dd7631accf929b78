//! Records: 80 bytes, padded with blanks.

/// The length of a record in bytes.
pub(super) const RECORD: usize = 80;

const BEFORE_NAME: &[u8] = b"HEADER RECORD*******";
const AFTER_NAME: &[u8] = b"HEADER RECORD!!!!!!!";

/// A record that announces what follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Heading {
    Library,
    Member,
    Descriptor,
    /// The variables, and how many there are.
    Variables(usize),
    /// Long names and labels, and how many there are; with formats or without.
    Labels {
        count: usize,
        with_formats: bool,
    },
    Rows,
}

impl Heading {
    /// What a record announces; `None` if it is no such record.
    pub(super) fn of(record: &[u8]) -> Option<Self> {
        let rest = record.strip_prefix(BEFORE_NAME)?;
        let (name, rest) = rest.split_at_checked(8)?;
        let digits = rest.strip_prefix(AFTER_NAME)?;
        let number = |at: usize| -> Option<usize> {
            std::str::from_utf8(digits.get(at..at + 5)?)
                .ok()?
                .trim()
                .parse()
                .ok()
        };
        Some(match name {
            b"LIBRARY " | b"LIBV8   " => Self::Library,
            b"MEMBER  " | b"MEMBV8  " => Self::Member,
            b"DSCRPTR " | b"DSCPTV8 " => Self::Descriptor,
            b"NAMESTR " | b"NAMSTV8 " => Self::Variables(number(5)?),
            b"LABELV8 " | b"LABELV9 " => Self::Labels {
                count: number(0)?,
                with_formats: name == b"LABELV9 ",
            },
            b"OBS     " | b"OBSV8   " => Self::Rows,
            _ => return None,
        })
    }

    /// Whether the data set whose heading it is has names of up to 32 bytes.
    pub(super) fn is_long(record: &[u8]) -> bool {
        record
            .get(BEFORE_NAME.len()..)
            .is_some_and(|rest| rest.starts_with(b"MEMBV8"))
    }

    /// The length of the description of a variable, which the heading of a data set ends with: 140, or
    /// 136 in files of VAX systems.
    pub(super) fn description_length(record: &[u8]) -> Option<usize> {
        let digits = std::str::from_utf8(record.get(74..78)?).ok()?;
        digits.trim().parse().ok()
    }
}

/// A field of a record without the blanks and zeros at its end, as a string.
///
/// The encoding of text is not told of. What is no UTF-8 is taken for that of western Windows.
pub(super) fn text(field: &[u8]) -> String {
    let end = field.iter().rposition(|&byte| byte != b' ' && byte != 0);
    let field = &field[..end.map_or(0, |last| last + 1)];
    match std::str::from_utf8(field) {
        Ok(text) => text.to_owned(),
        Err(_) => crate::encoding::Encoding::WLATIN1.decode_lossy(field),
    }
}
