//! The ends of lines, and the strings that separate their values.

/// The end of a line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LineEnd {
    /// A line feed; a carriage return before it is no part of the line.
    #[default]
    Either,
    /// `termstr=lf`: a line feed.
    LineFeed,
    /// `termstr=crlf`: a carriage return and a line feed.
    Both,
    /// `termstr=cr`: a carriage return.
    CarriageReturn,
    /// `termstr=null`: a byte of zeros.
    Null,
    /// `recfm=f`: nothing; all lines are as long as `line_length`, except for the last one.
    Fixed,
    /// `recfm=n`: nothing; lines that are written vary in length, and a file that is read has none.
    Nothing,
}

impl LineEnd {
    /// Returns the bytes behind a line that is written.
    pub fn bytes(self) -> &'static [u8] {
        match self {
            Self::Either | Self::LineFeed => b"\n",
            Self::Both => b"\r\n",
            Self::CarriageReturn => b"\r",
            Self::Null => b"\0",
            Self::Fixed | Self::Nothing => b"",
        }
    }
}

/// `dlmstr=`: a string that separates values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DelimiterString {
    /// Its bytes, at least one.
    pub bytes: Vec<u8>,
    /// `dlmsopt='i'`: letters are compared without regard to case.
    pub ignores_case: bool,
}

impl DelimiterString {
    /// Returns the length of the string if `text` begins with it, else 0.
    pub fn length_at(&self, text: &[u8]) -> usize {
        let length = self.bytes.len();
        match text.get(..length) {
            Some(there) if there == self.bytes => length,
            Some(there) if self.ignores_case && there.eq_ignore_ascii_case(&self.bytes) => length,
            _ => 0,
        }
    }
}
