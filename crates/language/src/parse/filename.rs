//! The FILENAME statement.

use super::cursor::{Cursor, Result};
use crate::token::{Symbol, TokenKind};
use crate::tree::{FilenameRequest, Global};

impl Cursor<'_> {
    /// Parses FILENAME: a fileref, a device, paths and the options that INFILE and FILE have in common.
    pub(super) fn filename(&mut self) -> Result<Global> {
        self.skip(1);
        let name = self.expect_name("a fileref after FILENAME")?;
        let request = match (self.take_last_word("clear"), self.take_last_word("list")) {
            (true, _) => FilenameRequest::Clear,
            (_, true) => FilenameRequest::List,
            _ => self.file_to_assign()?,
        };
        Ok(Global::Filename { name, request })
    }

    fn file_to_assign(&mut self) -> Result<FilenameRequest> {
        let is_device = self.kind(0) == Some(TokenKind::Name) && !self.is(1, Symbol::Equal);
        let device = match is_device {
            true => Some(self.expect_name("a device")?),
            false => None,
        };
        let mut paths = Vec::new();
        if self.take(Symbol::LeftParen) {
            while !self.take(Symbol::RightParen) {
                paths.push(self.expect_string("the path of a file")?);
                self.take(Symbol::Comma);
            }
        } else if device.is_none() || matches!(self.kind(0), Some(TokenKind::Text)) {
            paths.push(self.expect_string("the path of the file")?);
        }
        let options = self.common_file_options("FILENAME")?;
        Ok(FilenameRequest::Assign { device, paths, options })
    }
}
