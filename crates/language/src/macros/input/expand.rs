//! Expansion of texts that are needed completely before reading goes on: values, conditions, arguments.

use std::sync::Arc;

use super::frame::{Frame, Kind};
use super::{DEEPEST_EXPANSION, LONGEST_EXPANSION, MacroProcessor};
use crate::error::{Problem, Result};
use crate::macros::code::{Code, TextRange};
use crate::macros::{mask, nest};
use crate::token::Reading;

/// The treatment of the characters of a text itself, as opposed to those of values in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::macros) enum Literals {
    /// They stay as they are.
    Kept,
    /// They are masked, except quotes and parentheses: `%str`.
    Masked,
}

impl MacroProcessor<'_> {
    /// Expands a range of the text of instructions.
    pub(in crate::macros) fn expand_range(&mut self, code: &Code, part: &TextRange) -> Result<String> {
        let call = self.input.place();
        let kind = Kind::Literal {
            source: code.source,
            escapes: false,
        };
        let mut frame = Frame::new(Arc::clone(&code.text), kind, call);
        frame.at = part.start;
        frame.end = part.end;
        frame.is_open = self.input.stack.last().is_some_and(|below| below.is_open);
        self.expand_frame(frame, Literals::Kept)
    }

    /// Expands references, calls and functions in a generated text.
    pub(in crate::macros) fn expand_text(&mut self, text: &str, literals: Literals) -> Result<String> {
        if literals == Literals::Kept && !text.contains(['&', '%', '/']) {
            return Ok(nest::on_one_line(text).into_owned());
        }
        let call = self.input.place();
        let escapes = literals == Literals::Masked;
        let kind = Kind::Literal { source: None, escapes };
        self.expand_frame(Frame::new(text.into(), kind, call), literals)
    }

    /// Expands a text of a running step. An error leaves the stack as it was.
    pub(crate) fn resolve(&mut self, text: &str) -> Result<String> {
        let input = &self.input;
        let before = (input.stack.len(), input.floor, input.expansions, input.autocalls);
        let depth = input.symbols.depth();
        let outcome = self.expand_text(&mask::clean(text), Literals::Kept);
        if outcome.is_err() {
            let input = &mut self.input;
            input.stack.truncate(before.0);
            (input.floor, input.expansions, input.autocalls) = (before.1, before.2, before.3);
            input.symbols.leave_to(depth);
        }
        outcome.map(|text| mask::unmask(&text).into_owned())
    }

    fn expand_frame(&mut self, frame: Frame, literals: Literals) -> Result<String> {
        if self.input.expansions >= DEEPEST_EXPANSION {
            let name = "an argument".to_owned();
            return Err(self.error(Problem::TooDeep {
                limit: DEEPEST_EXPANSION,
                name,
            }));
        }
        let base = self.input.stack.len();
        self.input.push(frame)?;
        let floor = std::mem::replace(&mut self.input.floor, base);
        self.input.expansions += 1;
        // An error leaves the stack as it is, for its position; the reader of statements recovers.
        let text = self.drain(literals)?;
        self.input.floor = floor;
        self.input.expansions -= 1;
        Ok(text)
    }

    /// Reads up to the floor.
    fn drain(&mut self, literals: Literals) -> Result<String> {
        let mut text = String::new();
        let mut quote = None;
        loop {
            let reading = match quote {
                None => Reading::Code,
                Some('"') => Reading::Quoted,
                Some(_) => Reading::Raw,
            };
            let Some(c) = self.peek(reading)? else {
                return Ok(text);
            };
            let kind = self.input.stack.last().map(|frame| &frame.kind);
            let is_value = matches!(kind, Some(Kind::Value));
            let is_own = matches!(kind, Some(Kind::Literal { .. }));
            self.input.take();
            // A quote in a value, such as an apostrophe, opens no string.
            if !is_value {
                match quote {
                    Some(open) if open == c => quote = None,
                    None if matches!(c, '\'' | '"') => quote = Some(c),
                    _ => {}
                }
            }
            if c == '/' && quote.is_none() && !is_value && self.peek(Reading::Raw)? == Some('*') {
                self.skip_comment()?;
                continue;
            }
            // A line end of the program ends no line of a value.
            if !is_value && c == '\r' && self.peek(Reading::Raw)? == Some('\n') {
                continue;
            }
            let c = if c == '\n' && !is_value { ' ' } else { c };
            let stays = literals == Literals::Kept || !is_own || matches!(c, '\'' | '"' | '(' | ')' | '&' | '%');
            text.push(if stays { c } else { mask::masked(c) });
            if text.len() > LONGEST_EXPANSION {
                return Err(self.error(Problem::EndlessExpansion));
            }
        }
    }

    /// Moves past `*/`; the slash was consumed.
    fn skip_comment(&mut self) -> Result<()> {
        self.input.take();
        let mut star = false;
        while let Some(c) = self.peek(Reading::Raw)? {
            self.input.take();
            if star && c == '/' {
                break;
            }
            star = c == '*';
        }
        Ok(())
    }
}
