//! Statements outside steps, which take effect at once: LIBNAME, FILENAME, OPTIONS, TITLE, FOOTNOTE, MISSING, ODS.

use super::cursor::{Cursor, Result};
use super::nearest::did_you_mean;
use super::statement::{STATEMENTS, unsupported};
use crate::diagnostic::Diagnostic;
use crate::statement::Statement;
use crate::token::{Symbol, TokenKind, spell};
use crate::tree::{Global, LibraryPart, Name};

/// The keywords of statements outside steps, in upper case.
const STATEMENTS_OUTSIDE: &[&str] = &[
    "DATA",
    "ENDRSUBMIT",
    "ENDSAS",
    "FILENAME",
    "FOOTNOTE",
    "KILLTASK",
    "LIBNAME",
    "LISTTASK",
    "MISSING",
    "ODS",
    "OPTIONS",
    "PROC",
    "QUIT",
    "RDISPLAY",
    "RGET",
    "RSUBMIT",
    "RUN",
    "SIGNOFF",
    "SIGNON",
    "TITLE",
    "WAITFOR",
    "X",
];

/// Global statements of the language that are not supported.
const UNSUPPORTED: &[&str] = &["SYSECHO", "SYSTASK"];

/// The number of title lines, and of footnote lines.
const MOST_LINES: u8 = 10;

/// Returns whether a word in lower case begins a global statement, which is also allowed within a step.
pub(super) fn is_global(word: &str) -> bool {
    matches!(
        word,
        "endsas" | "libname" | "filename" | "options" | "option" | "missing" | "ods"
    ) || numbered(word, "title").is_some()
        || numbered(word, "footnote").is_some()
}

/// Returns whether a statement is X with a command in quotes. Within a step, X may also be a variable.
pub(super) fn is_command(statement: &Statement, word: &str) -> bool {
    word == "x"
        && statement
            .tokens
            .get(1)
            .is_some_and(|token| token.kind == TokenKind::Text)
}

/// Returns the number of `title3`; 1 for `title`. `None` for another word.
fn numbered(word: &str, statement: &str) -> Option<u8> {
    match word.strip_prefix(statement)? {
        "" => Some(1),
        digits if digits.bytes().all(|byte| byte.is_ascii_digit()) => digits.parse().ok(),
        _ => None,
    }
}

impl Cursor<'_> {
    /// Parses a statement outside steps, whose first word in lower case is `word`.
    pub(super) fn global(&mut self, word: &str) -> Result<Global> {
        let lines = numbered(word, "title").map(|number| (number, false));
        if let Some((number, is_footnote)) = lines.or(numbered(word, "footnote").map(|number| (number, true))) {
            if !(1..=MOST_LINES).contains(&number) {
                return Err(self.error(format!(
                    "there are {MOST_LINES} lines of titles and of footnotes, and no {word}"
                )));
            }
            self.skip(1);
            let text = self.line_text(word)?;
            return Ok(if is_footnote {
                Global::Footnote(number, text)
            } else {
                Global::Title(number, text)
            });
        }
        let global = match word {
            "libname" => self.libname()?,
            "filename" => self.filename()?,
            "options" | "option" => {
                self.skip(1);
                Global::Options(self.system_options("OPTIONS")?)
            }
            "missing" => self.missing_letters()?,
            "ods" => Global::Ods(self.ods()?),
            "endsas" => {
                self.skip(1);
                Global::End
            }
            "x" => self.system_command()?,
            _ => return Err(self.unknown_global(word)),
        };
        self.expect_end(&word.to_ascii_uppercase())?;
        Ok(global)
    }

    /// Parses X: a command in quotes, or as it is written.
    fn system_command(&mut self) -> Result<Global> {
        let at = self.position();
        self.skip(1);
        if self.at_end() {
            let text = "X without a command opens a shell, which needs a terminal; the command stands behind X";
            return Err(Diagnostic::error(at, text));
        }
        let is_quoted = matches!(self.kind(0), Some(TokenKind::Text)) && self.kind(1).is_none();
        let text = match is_quoted {
            true => self.expect_string("the command")?,
            false => {
                let tokens: Vec<_> = (0..).map_while(|ahead| self.token(ahead)).cloned().collect();
                self.skip(tokens.len());
                spell(&tokens)
            }
        };
        Ok(Global::Command { text, at })
    }

    fn libname(&mut self) -> Result<Global> {
        self.skip(1);
        let name = self.expect_name("a libref after LIBNAME")?;
        if self.take_last_word("clear") {
            return Ok(Global::Libname {
                name,
                engine: None,
                path: None,
                parts: Vec::new(),
                options: Vec::new(),
            });
        }
        if self.take_last_word("list") {
            return Ok(Global::LibraryList(name));
        }
        let engine = if self.is_name(0) {
            Some(self.expect_name("an engine")?)
        } else {
            None
        };
        let parts = self.library_parts()?;
        let path = match parts.is_empty() {
            true => Some(self.expect_string("the path of the library")?),
            false => None,
        };
        let options = self.system_options("LIBNAME")?;
        Ok(Global::Libname {
            name,
            engine,
            path,
            parts,
            options,
        })
    }

    /// Parses the folders and libraries in parentheses of which a library consists; none without parentheses. Commas
    /// may stand between them.
    fn library_parts(&mut self) -> Result<Vec<LibraryPart>> {
        let mut parts = Vec::new();
        if !self.take(Symbol::LeftParen) {
            return Ok(parts);
        }
        while parts.is_empty() || !self.take(Symbol::RightParen) {
            let at = self.position();
            parts.push(match self.is_name(0) {
                true => LibraryPart::Library(self.expect_name("a library")?),
                false => LibraryPart::Path(self.expect_string("a library, or a folder")?, at),
            });
            self.take(Symbol::Comma);
        }
        Ok(parts)
    }

    /// Parses options with or without values up to the end of the statement; their names are in upper case.
    ///
    /// # Errors
    ///
    /// Returns an error if a name or a value is missing.
    pub fn system_options(&mut self, of: &str) -> Result<Vec<(Name, Option<String>)>> {
        let mut options = Vec::new();
        while !self.at_end() {
            let mut name = self.expect_name(&format!("an option of {of} or `;`"))?;
            name.text.make_ascii_uppercase();
            let value = if self.take(Symbol::Equal) {
                Some(self.system_option_value(&name.text)?)
            } else {
                None
            };
            options.push((name, value));
        }
        Ok(options)
    }

    /// Parses one word, a quoted string, or text in parentheses, including them.
    fn system_option_value(&mut self, of: &str) -> Result<String> {
        if !self.is(0, Symbol::LeftParen) {
            return self.option_word(of);
        }
        let Some(after) = self.after_partner(0) else {
            return Err(self.error(format!("the parenthesis after {of}= is never closed")));
        };
        let tokens: Vec<_> = (0..after).filter_map(|ahead| self.token(ahead)).cloned().collect();
        self.skip(after);
        Ok(spell(&tokens))
    }

    fn missing_letters(&mut self) -> Result<Global> {
        self.skip(1);
        let mut letters = Vec::new();
        while !self.at_end() {
            let at = self.position();
            let name = self.expect_name("a letter or an underscore")?;
            for letter in name.text.bytes() {
                if !(letter == b'_' || letter.is_ascii_alphabetic()) {
                    return Err(Diagnostic::error(
                        at,
                        format!("`{}` is more than letters, which stand for missing values", name.text),
                    ));
                }
                letters.push(letter.to_ascii_uppercase());
            }
        }
        Ok(Global::Missing(letters))
    }

    /// Returns the error for a statement that is not allowed outside steps.
    fn unknown_global(&self, word: &str) -> Diagnostic {
        if word.is_empty() {
            return self.expected("a statement");
        }
        let upper = word.to_ascii_uppercase();
        if UNSUPPORTED.contains(&upper.as_str()) {
            return self.error(format!("the statement {upper} is not supported"));
        }
        if STATEMENTS.contains(&upper.as_str()) || unsupported(&upper).is_some() {
            return Diagnostic::out_of_order(self.error_position(), format!("{upper} stands outside a DATA step"))
                .with_hint("a step begins with DATA or PROC, and ends with RUN");
        }
        let error = Diagnostic::out_of_order(self.error_position(), format!("`{word}` is not a statement"));
        match did_you_mean(&upper, STATEMENTS_OUTSIDE.iter().copied()) {
            Some(hint) => error.with_hint(hint),
            None => error,
        }
    }
}
