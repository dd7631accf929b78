//! INFILE and FILE.

use crate::diagnostic::Diagnostic;
use crate::parse::cursor::{Cursor, Result};
use crate::parse::nearest::did_you_mean;
use crate::token::{Symbol, TokenKind};
use crate::tree::{FileName, InfileOption, Name, StatementKind};

/// The options of INFILE.
const OF_INFILE: &[&str] = &[
    "BLK",
    "BLKSIZE",
    "COL",
    "COLUMN",
    "DELIMITER",
    "DLM",
    "DLMSOPT",
    "DLMSTR",
    "DISK",
    "DSD",
    "ENCODING",
    "END",
    "EOF",
    "EOV",
    "EXPANDTABS",
    "FILENAME",
    "FILEVAR",
    "FIRSTOBS",
    "FLOWOVER",
    "GZIP",
    "IGNOREDOSEOF",
    "LENGTH",
    "LINE",
    "LINESIZE",
    "LRECL",
    "LS",
    "MEMBER",
    "MISSOVER",
    "N",
    "NOEXPANDTABS",
    "NOPAD",
    "OBS",
    "PAD",
    "PIPE",
    "PRINT",
    "RECFM",
    "SCANOVER",
    "START",
    "STOPOVER",
    "TERMSTR",
    "TRUNCOVER",
    "UNBUF",
    "UNBUFFERED",
    "ZIP",
    "_INFILE_",
];

/// The options of FILE.
const OF_FILE: &[&str] = &[
    "BLK",
    "BLKSIZE",
    "COL",
    "COLUMN",
    "DELIMITER",
    "DLM",
    "DLMSOPT",
    "DLMSTR",
    "DISK",
    "DROPOVER",
    "DSD",
    "ENCODING",
    "FILENAME",
    "FILEVAR",
    "FLOWOVER",
    "GZIP",
    "LINE",
    "LINESIZE",
    "LRECL",
    "LS",
    "MEMBER",
    "MOD",
    "N",
    "NOFOOTNOTES",
    "NOPAD",
    "NOPRINT",
    "NOTITLE",
    "NOTITLES",
    "OLD",
    "PAD",
    "PIPE",
    "PRINT",
    "RECFM",
    "STOPOVER",
    "TERMSTR",
    "UNBUF",
    "UNBUFFERED",
    "ZIP",
];

/// Options of the language that are not supported.
const UNSUPPORTED: &[&str] = &[
    "FOOTNOTES",
    "HEADER",
    "LINESLEFT",
    "LL",
    "MEMVAR",
    "NBYTE",
    "NOBOM",
    "ODS",
    "OPEN",
    "PAGESIZE",
    "PS",
    "SHAREBUFFERS",
    "TITLES",
    "_FILE_",
];

/// The options that take a value.
const WITH_VALUE: &[&str] = &[
    "BLK",
    "BLKSIZE",
    "COL",
    "COLUMN",
    "DELIMITER",
    "DLM",
    "DLMSOPT",
    "DLMSTR",
    "ENCODING",
    "END",
    "EOF",
    "EOV",
    "FILENAME",
    "FILEVAR",
    "FIRSTOBS",
    "LENGTH",
    "LINE",
    "LINESIZE",
    "LRECL",
    "LS",
    "MEMBER",
    "N",
    "OBS",
    "RECFM",
    "START",
    "TERMSTR",
    "_INFILE_",
];

impl Cursor<'_> {
    pub(super) fn infile(&mut self) -> Result<StatementKind> {
        let (file, options) = self.file_with_options("INFILE", OF_INFILE)?;
        Ok(StatementKind::Infile(file, options))
    }

    pub(super) fn file(&mut self) -> Result<StatementKind> {
        let (file, options) = self.file_with_options("FILE", OF_FILE)?;
        Ok(StatementKind::File(file, options))
    }

    fn file_with_options(&mut self, statement: &str, known: &[&str]) -> Result<(FileName, Vec<InfileOption>)> {
        let file = match self.take_text()? {
            Some(path) => FileName::Path(String::from_utf8_lossy(&path).into_owned()),
            None => {
                let name = self.expect_name(&format!("a path in quotes or a fileref after {statement}"))?;
                match self.take(Symbol::LeftParen) {
                    true => FileName::Member(name, self.file_of_folder(statement)?),
                    false => FileName::Reference(name),
                }
            }
        };
        Ok((file, self.file_options(statement, known)?))
    }

    /// Parses a file of a folder in parentheses, behind the opening one. A name without an extension has that of data.
    fn file_of_folder(&mut self, statement: &str) -> Result<String> {
        let member = match self.take_text()? {
            Some(member) => String::from_utf8_lossy(&member).into_owned(),
            None => {
                let name = self.expect_name(&format!("a file of the folder for {statement}"))?.text;
                match self.take(Symbol::Dot) {
                    true => format!("{name}.{}", self.expect_name("the extension of the file")?.text),
                    false => format!("{name}.dat"),
                }
            }
        };
        self.expect(Symbol::RightParen, "after the file of the folder")?;
        Ok(member)
    }

    /// Parses the options that INFILE and FILE have in common, up to the end of the statement.
    pub(in crate::parse) fn common_file_options(&mut self, statement: &str) -> Result<Vec<InfileOption>> {
        let common: Vec<&str> = OF_INFILE
            .iter()
            .copied()
            .filter(|name| OF_FILE.contains(name))
            .collect();
        self.file_options(statement, &common)
    }

    fn file_options(&mut self, statement: &str, known: &[&str]) -> Result<Vec<InfileOption>> {
        let mut options = Vec::new();
        while !self.at_end() {
            let name = self.expect_name(&format!("an option of {statement} or `;`"))?;
            options.push(self.file_option(name, statement, known)?);
        }
        Ok(options)
    }

    fn file_option(&mut self, name: Name, statement: &str, known: &[&str]) -> Result<InfileOption> {
        let upper = name.text.to_ascii_uppercase();
        if !known.contains(&upper.as_str()) {
            if UNSUPPORTED.contains(&upper.as_str()) {
                let message = format!("the option {upper} of {statement} is not supported");
                return Err(Diagnostic::error(name.at, message));
            }
            let error = Diagnostic::error(name.at, format!("`{}` is not an option of {statement}", name.text));
            return Err(match did_you_mean(&upper, known.iter().copied()) {
                Some(hint) => error.with_hint(hint),
                None => error,
            });
        }
        if !WITH_VALUE.contains(&upper.as_str()) {
            if self.is(0, Symbol::Equal) {
                return Err(self.error(format!("the option {upper} of {statement} takes no value")));
            }
            return Ok(InfileOption {
                name: upper,
                value: None,
                quoted: false,
                at: name.at,
            });
        }
        self.expect(Symbol::Equal, &format!("after the option {upper} of {statement}"))?;
        let quoted = matches!(self.kind(0), Some(TokenKind::Text | TokenKind::Hex));
        let value = match self.take_text()? {
            Some(bytes) => bytes,
            None => self.option_word(&upper)?.into_bytes(),
        };
        Ok(InfileOption {
            name: upper,
            value: Some(value),
            quoted,
            at: name.at,
        })
    }
}
