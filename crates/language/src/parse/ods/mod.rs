//! ODS statements.

mod words;

use super::cursor::{Cursor, Result};
use super::nearest::{did_you_mean, nearest};
use crate::diagnostic::Diagnostic;
use crate::token::{Symbol, TokenKind};
use crate::tree::{Name, Ods, OdsDestination, OdsFile, OdsOpen, OdsOutput, OdsTable, OdsTables};

use words::{CHOICES, HEEDED, IDLE, NOT_HEEDED, UNSUPPORTED, WORDS};

impl Cursor<'_> {
    /// Parses an ODS statement.
    pub(super) fn ods(&mut self) -> Result<Ods> {
        self.skip(1);
        let before = self.clone();
        let word = self.expect_name("what ODS is to do")?;
        let at = word.at;
        let upper = word.text.to_ascii_uppercase();
        let destination = match upper.as_str() {
            "LISTING" => OdsDestination::Listing,
            "CSV" => OdsDestination::Csv,
            "CSVALL" => OdsDestination::CsvAll,
            "HTML" | "HTML5" => OdsDestination::Html,
            "_ALL_" => {
                self.expect_word("close", "after ODS _ALL_")?;
                return Ok(Ods::Close(None));
            }
            "OUTPUT" => return self.ods_output(),
            "SELECT" | "EXCLUDE" => {
                return Ok(Ods::Choose {
                    shown: upper == "SELECT",
                    tables: self.ods_tables(&upper)?,
                });
            }
            "TRACE" => {
                let is_on = self.on_or_off("ODS TRACE")?;
                // The destination of the names, which is the log.
                if self.is(0, Symbol::Slash) {
                    self.skip(self.left());
                }
                return Ok(Ods::Trace(is_on));
            }
            "GRAPHICS" => {
                let is_on = self.at_end() || self.is(0, Symbol::Slash);
                let is_on = is_on || self.on_or_off("ODS GRAPHICS")?;
                // Options on graphs, which are not made, have no effect.
                if self.is(0, Symbol::Slash) {
                    self.skip(self.left());
                }
                return Ok(if is_on { Ods::Graphics(at) } else { Ods::Nothing });
            }
            "PROCTITLE" | "PTITLE" => return Ok(Ods::ProcedureTitles(true)),
            "NOPROCTITLE" | "NOPTITLE" => return Ok(Ods::ProcedureTitles(false)),
            // Windows of SAS that open by themselves.
            "RESULTS" | "NORESULTS" => return Ok(Ods::Nothing),
            _ if IDLE.contains(&upper.as_str()) => {
                self.skip(self.left());
                return Ok(Ods::Idle(at, format!("ODS {upper}")));
            }
            // A destination that was never opened is closed already.
            _ if UNSUPPORTED.contains(&upper.as_str()) && self.closes() => {
                self.skip(self.left());
                return Ok(Ods::Nothing);
            }
            _ => return Err(unknown(&before, &upper)),
        };
        if self.take_last_word("close") {
            return Ok(Ods::Close(Some(destination)));
        }
        self.ods_open(destination, word)
    }

    /// Returns whether the statement ends with CLOSE, after what may be the name of a tagset.
    fn closes(&self) -> bool {
        self.left() > 0 && self.is_word(self.left() - 1, "close")
    }

    fn ods_open(&mut self, destination: OdsDestination, name: Name) -> Result<Ods> {
        let mut open = OdsOpen {
            destination,
            at: name.at,
            file: None,
            folder: None,
            title: None,
            ignored: Vec::new(),
        };
        let is_html = destination == OdsDestination::Html;
        let is_listing = destination == OdsDestination::Listing;
        let statement = format!("ODS {}", name.text.to_ascii_uppercase());
        while !self.at_end() {
            if self.is(0, Symbol::LeftParen) {
                return Err(self.error(format!(
                    "an identifier or options in parentheses are not supported in {statement}"
                )));
            }
            let before = self.clone();
            let option = self.expect_name(&format!("an option of {statement}"))?;
            let upper = option.text.to_ascii_uppercase();
            match upper.as_str() {
                "FILE" => open.file = Some(self.ods_file("FILE")?),
                "BODY" if !is_listing => open.file = Some(self.ods_file("BODY")?),
                "PATH" if !is_listing => {
                    open.folder = Some(self.ods_file("PATH")?);
                    // The base of links to the page, of which there are none.
                    if self.is(0, Symbol::LeftParen) && self.is_word(1, "url") {
                        let after = self.after_partner(0).unwrap_or(self.left());
                        self.skip(after);
                    }
                }
                "TITLE" if is_html => {
                    self.expect(Symbol::Equal, "after TITLE")?;
                    open.title = Some(self.expect_string("the title")?);
                }
                _ => {
                    let error = || before.error(format!("{upper} of {statement} is not supported"));
                    if HEEDED.contains(&upper.as_str()) {
                        return Err(error());
                    }
                    if CHOICES.contains(&upper.as_str()) {
                        return Err(error().with_hint(format!(
                            "ODS {upper} without {} chooses for all destinations",
                            name.text.to_ascii_uppercase()
                        )));
                    }
                    let known = NOT_HEEDED.iter().chain(HEEDED).copied();
                    if let Some(meant) = nearest(&upper, known).filter(|it| HEEDED.contains(it)) {
                        return Err(error().with_hint(format!("did you mean {meant}?")));
                    }
                    self.skip_ods_value(&upper)?;
                    open.ignored.push(Name {
                        text: upper,
                        at: option.at,
                    });
                }
            }
        }
        // A page without a name gets one.
        if open.file.is_none() && !is_listing && !is_html {
            return Err(self
                .error(format!("{statement} is without a file"))
                .with_hint(format!("name one: {} file='path';", statement.to_lowercase())));
        }
        Ok(Ods::Open(open))
    }

    /// Skips the value of an unsupported option, if it has one.
    fn skip_ods_value(&mut self, option: &str) -> Result<()> {
        if self.take(Symbol::Equal) && !self.is(0, Symbol::LeftParen) {
            self.option_word(option)?;
        }
        if self.is(0, Symbol::LeftParen) {
            self.skip(self.after_partner(0).unwrap_or(self.left()));
        }
        Ok(())
    }

    /// Parses a quoted path or a fileref.
    fn ods_file(&mut self, option: &str) -> Result<OdsFile> {
        self.expect(Symbol::Equal, &format!("after {option}"))?;
        let at = self.position();
        let is_reference = self.kind(0) == Some(TokenKind::Name);
        let name = match is_reference {
            true => self.expect_name("a fileref")?.text,
            false => self.expect_string(&format!("the path of {option}="))?,
        };
        Ok(OdsFile { name, is_reference, at })
    }

    fn ods_output(&mut self) -> Result<Ods> {
        if self.take_last_word("close") {
            return Ok(Ods::NoOutput);
        }
        let mut outputs: Vec<OdsOutput> = Vec::new();
        while !self.at_end() || outputs.is_empty() {
            let table = self.ods_table("a table and its data set, as in Summary=work.a")?;
            if self.is(0, Symbol::LeftParen) {
                return Err(self.error("options of a table are not supported in ODS OUTPUT"));
            }
            self.expect(Symbol::Equal, &format!("after {}", table.text))?;
            let data_set = self.data_set()?;
            outputs.push(OdsOutput { table, data_set });
        }
        Ok(Ods::Output(outputs))
    }

    /// Parses the tables of SELECT and EXCLUDE.
    fn ods_tables(&mut self, statement: &str) -> Result<OdsTables> {
        for (word, tables) in [("all", OdsTables::All), ("none", OdsTables::None)] {
            if self.take_last_word(word) {
                return Ok(tables);
            }
        }
        let mut tables = Vec::new();
        while !self.at_end() || tables.is_empty() {
            let name = self.ods_table(&format!("the tables of ODS {statement}, ALL or NONE"))?;
            let persists = self.take(Symbol::LeftParen);
            if persists {
                self.expect_word("persist", &format!("after {}", name.text))?;
                self.expect(Symbol::RightParen, "after PERSIST")?;
            }
            tables.push(OdsTable { name, persists });
        }
        Ok(OdsTables::Named(tables))
    }

    /// Parses the name of a table.
    fn ods_table(&mut self, what: &str) -> Result<Name> {
        let refuse = |cursor: &Self| {
            cursor
                .error("a table by its label or its path is not supported")
                .with_hint("give its name, which ODS TRACE ON tells")
        };
        if self.kind(0) == Some(TokenKind::Text) {
            return Err(refuse(self));
        }
        let name = self.expect_name(what)?;
        match self.is(0, Symbol::Dot) {
            true => Err(refuse(self)),
            false => Ok(name),
        }
    }

    fn on_or_off(&mut self, of: &str) -> Result<bool> {
        if self.take_word("on") {
            return Ok(true);
        }
        self.expect_word("off", &format!("or ON after {of}"))?;
        Ok(false)
    }
}

/// Returns the error for the unknown keyword after ODS at the cursor.
fn unknown(cursor: &Cursor<'_>, upper: &str) -> Diagnostic {
    let error = cursor.error(match UNSUPPORTED.contains(&upper) {
        true => format!("ODS {upper} is not supported"),
        false => format!("ODS {upper} is no statement"),
    });
    match did_you_mean(upper, WORDS.iter().copied()) {
        Some(hint) if !UNSUPPORTED.contains(&upper) => error.with_hint(hint),
        _ => error,
    }
}
