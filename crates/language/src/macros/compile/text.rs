//! The text of a macro around its statements: strings, comments, calls and labels.

use super::blocks::Block;
use super::cursor::after_semicolon;
use super::{Compiler, Fault, Label, Name, nest};
use crate::error::Problem;
use crate::macros::functions;
use crate::macros::name::{is_name_character, leading_name};

impl Compiler<'_> {
    /// Compiles one statement, string, comment or character.
    pub(super) fn next(&mut self) -> Result<(), Fault> {
        if self.blocks.last().is_some_and(Block::awaits_action) {
            return self.begin_action();
        }
        let rest = &self.text[self.at..];
        let hidden = self.in_quotes || self.in_comment;
        match rest.as_bytes()[0] {
            b'\'' if !hidden => {
                let Some(length) = rest[1..].find('\'') else {
                    return Err((self.at, Problem::UnclosedText { quote: '\'' }));
                };
                self.at += length + 2;
                self.at_start = false;
            }
            // In a comment, the words of the macro language are text between quotes that are closed in it.
            b'\'' if self.in_comment && !self.in_quotes => {
                self.at += nest::string_in_comment(rest).unwrap_or(1);
            }
            b'"' if !self.in_comment || self.in_quotes || nest::string_in_comment(rest).is_some() => {
                self.in_quotes = !self.in_quotes;
                self.at += 1;
                self.at_start = false;
            }
            b'/' if !hidden && rest.starts_with("/*") => {
                let Some(length) = rest[2..].find("*/") else {
                    return Err((self.at, Problem::UnclosedComment));
                };
                self.comment(length + 4);
            }
            b'*' if !hidden && self.at_start => {
                self.in_comment = true;
                self.at += 1;
            }
            b';' if self.ends_action() => {
                self.in_comment = false;
                self.at_start = true;
                self.flush(self.at);
                self.blocks.pop();
                self.at += 1;
                self.pending = self.at;
                self.end_action()?;
            }
            b';' if !self.in_quotes => {
                self.in_comment = false;
                self.at_start = true;
                self.at += 1;
            }
            b'%' => self.percent()?,
            byte => {
                self.at_start &= byte.is_ascii_whitespace();
                self.at += rest.chars().next().map_or(1, char::len_utf8);
            }
        }
        Ok(())
    }

    /// Moves past a comment of this length, which is not part of the macro's text unless it alone separates two words.
    fn comment(&mut self, length: usize) {
        let (start, end) = (self.at, self.at + length);
        let before = self.text[..start].chars().next_back();
        let after = self.text[end..].chars().next();
        self.at = end;
        if before.is_some_and(is_name_character) && after.is_some_and(is_name_character) {
            return;
        }
        self.flush(start);
        self.skip_blanks_after(start);
    }

    /// Returns whether a semicolon here ends the text that is the action of an `%if`.
    fn ends_action(&self) -> bool {
        matches!(self.blocks.last(), Some(Block::Text { in_quotes, .. }) if *in_quotes == self.in_quotes)
    }

    /// Compiles what `%` begins.
    fn percent(&mut self) -> Result<(), Fault> {
        let rest = &self.text[self.at..];
        if rest.starts_with("%*") && !self.in_quotes {
            self.flush(self.at);
            self.at = after_semicolon(self.text, self.at);
            self.pending = self.at;
            return Ok(());
        }
        let Some(word) = self.word_here() else {
            self.call_or_label();
            return Ok(());
        };
        // In strings, words such as `%let` are mostly text about programs.
        if self.in_quotes && (self.in_comment || !word.is_control()) {
            self.at += 1;
            return Ok(());
        }
        self.statement_here()
    }

    /// Skips a call with its arguments, or records a label.
    fn call_or_label(&mut self) {
        let start = self.at;
        let name = leading_name(&self.text[start + 1..]);
        self.at += 1 + name.len();
        if name.is_empty() {
            self.at_start = false;
            return;
        }
        let after = &self.text[self.at..];
        let is_function = functions::is_function(name);
        if let Some(name) = Name::new(name)
            && after.starts_with(':')
            && !is_function
            && !self.in_quotes
        {
            self.flush(start);
            let (at, loops) = (self.instructions.len(), self.loops);
            self.labels.push(Label { name, at, loops });
            self.at += 1;
            self.pending = self.at;
            return;
        }
        self.at_start = false;
        let blanks = after.len() - after.trim_start().len();
        let group = match is_function {
            true => after[blanks..].strip_prefix('('),
            false => after.strip_prefix('('),
        };
        if let Some(inner) = group {
            let quoting = name.eq_ignore_ascii_case("str") || name.eq_ignore_ascii_case("nrstr");
            // A group that is not closed is reported when the text is expanded.
            if let Some(length) = nest::group_end(inner, quoting) {
                self.at = self.text.len() - inner.len() + length + 1;
            }
        }
    }
}
