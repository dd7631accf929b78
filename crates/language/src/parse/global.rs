//! Statements outside steps, which take effect at once: LIBNAME, FILENAME, OPTIONS, TITLE, FOOTNOTE, MISSING, ODS.

use super::cursor::{Cursor, Result};
use super::nearest::did_you_mean;
use super::statement::{STATEMENTS, unsupported};
use crate::diagnostic::Diagnostic;
use crate::token::{Symbol, spell};
use crate::tree::{Global, Name};

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
];

/// Global statements of the language that are not supported.
const UNSUPPORTED: &[&str] = &["CATNAME", "LOCK", "SASFILE", "SYSECHO", "SYSTASK", "X"];

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
            _ => return Err(self.unknown_global(word)),
        };
        self.expect_end(&word.to_ascii_uppercase())?;
        Ok(global)
    }

    fn libname(&mut self) -> Result<Global> {
        self.skip(1);
        let name = self.expect_name("a libref after LIBNAME")?;
        if self.take_last_word("clear") {
            return Ok(Global::Libname {
                name,
                engine: None,
                path: None,
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
        if self.is(0, Symbol::LeftParen) {
            return Err(self
                .error("a library of several folders is not supported")
                .with_hint("assign each folder to a library of its own"));
        }
        let path = Some(self.expect_string("the path of the library")?);
        let options = self.system_options("LIBNAME")?;
        Ok(Global::Libname {
            name,
            engine,
            path,
            options,
        })
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
