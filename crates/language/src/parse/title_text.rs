//! The text of TITLE and FOOTNOTE, with options of its look, which have no effect.

use super::cursor::{Cursor, Result};
use crate::diagnostic::Diagnostic;
use crate::token::{Symbol, TokenKind, spell};

/// The options that take a value.
const OPTIONS: &[&str] = &[
    "BCOLOR", "C", "COLOR", "F", "FONT", "H", "HEIGHT", "J", "JUSTIFY", "LINK", "UNDERLIN",
];

/// The options without a value.
const SWITCHES: &[&str] = &["BOLD", "ITALIC"];

/// The units of HEIGHT=.
const UNITS: &[&str] = &["cell", "cells", "cm", "in", "pct", "pt"];

impl Cursor<'_> {
    /// Parses the text of a statement whose first word is `word`: quoted strings and options, or any other text.
    pub(super) fn line_text(&mut self, word: &str) -> Result<Option<String>> {
        if self.at_end() {
            return Ok(None);
        }
        let mut text = String::new();
        while !self.at_end() {
            if self.take_title_option(word)? {
                continue;
            }
            if matches!(self.kind(0), Some(TokenKind::Text | TokenKind::Hex)) || !text.is_empty() {
                text.push_str(&self.expect_string("the text")?);
                continue;
            }
            let rest = (0..self.left()).filter_map(|ahead| self.token(ahead)).cloned();
            return Ok(Some(spell(&rest.collect::<Vec<_>>())));
        }
        Ok(Some(text))
    }

    /// Takes an option, if one is next.
    fn take_title_option(&mut self, word: &str) -> Result<bool> {
        if self.at_title_switch() {
            self.skip(1);
            return Ok(true);
        }
        if !self.at_option() {
            return Ok(false);
        }
        let name = self.expect_name("an option")?;
        if !OPTIONS.iter().any(|option| option.eq_ignore_ascii_case(&name.text)) {
            let (option, of) = (name.text.to_ascii_uppercase(), word.to_ascii_uppercase());
            let error = Diagnostic::error(name.at, format!("{option} is not an option of {of}"));
            let known = format!("there are {}, and {}=", SWITCHES.join(", "), OPTIONS.join("=, "));
            return Err(error.with_hint(known));
        }
        self.skip(1);
        if self.at_end() {
            return Err(self.expected(&format!("a value for {}=", name.text.to_ascii_uppercase())));
        }
        let is_number = self.kind(0) == Some(TokenKind::Number);
        self.skip(1);
        if is_number && UNITS.iter().any(|unit| self.is_word(0, unit)) {
            self.skip(1);
        }
        Ok(true)
    }

    /// Returns whether BOLD or ITALIC is next, and no word of an unquoted text.
    fn at_title_switch(&self) -> bool {
        let is_switch = |ahead: usize| {
            SWITCHES
                .iter()
                .any(|switch| self.is_word(ahead, &switch.to_ascii_lowercase()))
        };
        let mut behind = 0;
        while is_switch(behind) {
            behind += 1;
        }
        let is_text = matches!(self.kind(behind), Some(TokenKind::Text | TokenKind::Hex));
        let is_option = self.is_name(behind) && self.is(behind + 1, Symbol::Equal);
        behind > 0 && (is_text || is_option)
    }
}

#[cfg(test)]
mod tests {
    use crate::parse::Parser;
    use crate::parse::Program;
    use crate::reader::Reader;
    use crate::testing::SilentSurroundings;
    use crate::tree::{Extent, Global, Unit};

    fn title(text: &str) -> Option<String> {
        let mut reader = Reader::new("test.sas", text).unwrap();
        let mut parser = Parser::new(|_| Extent::Run);
        let unit = parser.next_unit(&mut Program::new(&mut reader, &mut SilentSurroundings::default()));
        match unit.map(|parsed| parsed.unit) {
            Some(Unit::Global(Global::Title(_, text))) => text,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn options_of_the_look_are_no_text() {
        for (statement, text) in [
            ("title j=left h=2 color=red 'one' j=r ' two';", "one two"),
            ("title2 bold italic f='Arial' h=14pt 'three';", "three"),
            ("title Bold sales;", "Bold sales"),
            ("title c=blue Sales of 2020;", "Sales of 2020"),
            ("title 'plain';", "plain"),
        ] {
            assert_eq!(title(statement).as_deref(), Some(text), "{statement}");
        }
        assert_eq!(title("title;"), None);
    }
}
