//! Navigation in the text: blanks, words, and the ends of statements.

use super::{Compiler, Fault, TextRange, Word, word};
use crate::error::Problem;
use crate::macros::name::{is_name_character, leading_name};
use crate::macros::nest;

impl Compiler<'_> {
    /// Returns the word of the macro language here, if one begins here.
    pub(super) fn word_here(&self) -> Option<Word> {
        word_at(self.text, self.at)
    }

    /// Skips blanks and comments.
    pub(super) fn skip_blanks(&mut self) {
        self.at = self.text.len() - nest::after_blanks(&self.text[self.at..]).len();
    }

    /// Returns the text up to the semicolon, and moves past that.
    pub(super) fn up_to_semicolon(&mut self, start: usize) -> Result<TextRange, Fault> {
        let from = self.at;
        let Some(length) = nest::find(&self.text[from..], |rest| rest.starts_with(';')) else {
            return Err((start, self.unclosed(start, ";")));
        };
        self.at = from + length + 1;
        Ok(self.part(from, from + length))
    }

    /// Returns the text up to a word of the macro language, and moves past that; does not move if a semicolon comes
    /// first.
    pub(super) fn up_to_word(&mut self, sought: Word) -> Option<TextRange> {
        let from = self.at;
        let is_end = |rest: &str| rest.starts_with(';') || word_at(rest, 0) == Some(sought);
        let length = nest::find_past_comments(&self.text[from..], is_end)?;
        let end = from + length;
        if self.text[end..].starts_with(';') {
            return None;
        }
        self.at = end + 1 + leading_name(&self.text[end + 1..]).len();
        Some(self.part(from, end))
    }

    /// Returns the text between the parentheses here, and moves past them.
    pub(super) fn group(&mut self, start: usize, form: &'static str) -> Result<TextRange, Fault> {
        self.skip_blanks();
        let statement = self.spelled(start);
        let Some(inner) = self.text[self.at..].strip_prefix('(') else {
            return Err((start, Problem::Malformed { statement, form }));
        };
        let Some(length) = nest::group_end(inner, false) else {
            return Err((self.at, Problem::UnclosedGroup { what: statement }));
        };
        let from = self.at + 1;
        self.at = from + length + 1;
        Ok(self.part(from, from + length))
    }

    /// Consumes a semicolon, which must be next.
    pub(super) fn semicolon(&mut self, start: usize) -> Result<(), Fault> {
        self.skip_blanks();
        if !self.text[self.at..].starts_with(';') {
            return Err((start, self.unclosed(start, ";")));
        }
        self.at += 1;
        Ok(())
    }

    /// Returns the word at a byte as messages spell it, such as `%DO`.
    pub(super) fn spelled(&self, start: usize) -> String {
        let rest = self.text[start..].strip_prefix('%').unwrap_or_default();
        format!("%{}", leading_name(rest).to_ascii_uppercase())
    }

    fn unclosed(&self, start: usize, missing: &'static str) -> Problem {
        Problem::UnclosedStatement {
            statement: self.spelled(start),
            missing,
        }
    }
}

/// Returns the word of the macro language whose `%` is at a byte.
fn word_at(text: &str, at: usize) -> Option<Word> {
    let rest = text[at..].strip_prefix('%')?;
    word(leading_name(rest))
}

/// Returns the byte after the next semicolon, wherever that is; the end if there is none.
pub(super) fn after_semicolon(text: &str, at: usize) -> usize {
    text[at..].find(';').map_or(text.len(), |length| at + length + 1)
}

/// Returns the byte after the semicolon of `%mend`, given the byte after that word; the end if there is none.
pub(super) fn after_end(text: &str, at: usize) -> usize {
    match nest::find(&text[at..], |rest| rest.starts_with(';')) {
        Some(length) => at + length + 1,
        None => after_semicolon(text, at),
    }
}

/// Returns the byte after a statement that cannot be compiled: after the `%mend` of a definition, or after the
/// semicolon of another statement.
pub(super) fn after_statement(text: &str, at: usize) -> usize {
    if word_at(text, at) != Some(Word::Macro) {
        return after_semicolon(text, at);
    }
    let mut depth = 0_usize;
    for (place, _) in text[at..].match_indices('%') {
        let place = at + place;
        match word_at(text, place) {
            Some(Word::Macro) => depth += 1,
            Some(Word::Mend) => depth = depth.saturating_sub(1),
            _ => continue,
        }
        if depth == 0 {
            return after_semicolon(text, place);
        }
    }
    text.len()
}

/// Returns whether a text is only a name and comments.
pub(super) fn is_name(text: &str) -> bool {
    let text = nest::without_comments(text);
    let text = text.trim();
    !text.is_empty() && leading_name(text).len() == text.len() && text.chars().all(is_name_character)
}
