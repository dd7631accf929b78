//! The beginnings by `%`: of comments, statements, functions and calls.

use std::sync::Arc;

use super::MacroProcessor;
use super::frame::{Frame, Kind, Run};
use crate::error::{Error, Problem, Result};
use crate::macros::Name;
use crate::macros::code::Code;
use crate::macros::compile::{self, Origin, Word};
use crate::macros::functions;
use crate::macros::name::{is_name_character, leading_name};
use crate::macros::nest::{self, Nest};
use crate::token::Reading;

impl MacroProcessor<'_> {
    /// Processes what the next `%` begins. Returns false if it has no meaning and stands for itself.
    pub(super) fn trigger(&mut self, reading: Reading) -> Result<bool> {
        let Some(frame) = self.input.stack.last() else {
            return Ok(false);
        };
        let rest = &frame.rest()[1..];
        if rest.starts_with('*') && reading == Reading::Code {
            let length = rest.find(';').map_or(rest.len(), |at| at + 1);
            self.consume(1 + length);
            return Ok(true);
        }
        if rest.starts_with('&') {
            return self.named_by_reference();
        }
        let name = leading_name(rest).to_owned();
        if name.is_empty() {
            self.stand(1);
            return Ok(false);
        }
        self.check_stop()?;
        if let Some(word) = compile::word(&name) {
            if reading == Reading::Code {
                self.statement(word)?;
                return Ok(true);
            }
            self.stand(1 + name.len());
            return Ok(false);
        }
        let spelled = Name::new(&name);
        let mut called = spelled.and_then(|name| self.input.macros.get(&name).cloned());
        if called.is_none()
            && let Some(spelled) = spelled.filter(|_| !functions::is_reserved(&name))
        {
            called = match self.stored(spelled)? {
                None => self.autocall(spelled)?,
                stored => stored,
            };
        }
        if let Some(called) = called {
            self.tell_autocall(called.name);
            let place = self.input.place();
            self.consume(1 + name.len());
            self.call(&called, place)?;
            return Ok(true);
        }
        if functions::is_function(&name) {
            let place = self.input.place();
            self.consume(1 + name.len());
            let text = self.function(&name, place)?;
            if !text.is_empty() {
                self.input.push_value(text, place)?;
            }
            return Ok(true);
        }
        if self.input.options.merror {
            let shown: String = name.to_ascii_uppercase().chars().take(64).collect();
            self.warn(&format!("Apparent invocation of macro {shown} not resolved."));
        }
        self.stand(1 + name.len());
        Ok(false)
    }

    /// Processes `%&name`, where the reference gives the name of the call.
    fn named_by_reference(&mut self) -> Result<bool> {
        let call = self.input.place();
        let Some(frame) = self.input.stack.last() else {
            return Ok(false);
        };
        let rest = &frame.rest()[1..];
        let ampersands = rest.bytes().take_while(|&byte| byte == b'&').count();
        if leading_name(&rest[ampersands..]).is_empty() {
            self.stand(1);
            return Ok(false);
        }
        let is_part = |c: char| c == '&' || c == '.' || is_name_character(c);
        let length = rest.find(|c| !is_part(c)).unwrap_or(rest.len());
        let mut text = rest[..length].to_owned();
        // Each pass halves the ampersands; a reference to itself is left for the reader to reject.
        for _ in 0..8 {
            let next = self.one_pass(&text)?;
            if next == text {
                break;
            }
            text = next;
        }
        self.consume(1 + length);
        self.input.push_value(format!("%{text}"), call)?;
        // An `&` that remains has been warned about.
        if let Some(frame) = self.input.stack.last_mut()
            && !frame.text[1..].starts_with(crate::macros::name::is_name_start)
        {
            frame.inert = 1 + leading_ampersands(&frame.text[1..]);
        }
        Ok(true)
    }

    /// Compiles the statement here and pushes it, to be executed next.
    fn statement(&mut self, word: Word) -> Result<()> {
        let place = self.input.place();
        let Some(frame) = self.input.stack.last() else {
            return Ok(());
        };
        let text = Arc::clone(&frame.text);
        let origin = Origin {
            text: &text,
            source: frame.source(),
            end: frame.end,
        };
        let at = frame.at;
        if matches!(word, Word::Do) {
            self.consume("%do".len());
            let reason = "it belongs into a macro, or after %THEN or %ELSE";
            let problem = Problem::Misplaced {
                statement: "%DO".to_owned(),
                reason,
            };
            return Err(Error::new(place, problem));
        }
        match compile::statement(origin, at) {
            Ok((code, after)) => {
                self.consume(after - at);
                self.begin(Arc::new(code), None, place)
            }
            Err(refusal) => {
                let place = self.input.place_of(refusal.at);
                self.consume(refusal.resume - at);
                Err(Error::new(place, refusal.problem))
            }
        }
    }

    /// Pushes instructions.
    pub(super) fn begin(
        &mut self,
        code: Arc<Code>,
        outer_tables: Option<usize>,
        call: crate::source::Position,
    ) -> Result<()> {
        let text = Arc::clone(&code.text);
        let is_called = outer_tables.is_some();
        let run = Run {
            code,
            next: 0,
            loops: Vec::new(),
            outer_tables,
        };
        let mut frame = Frame::new(text, Kind::Code(run), call);
        frame.is_open = !is_called && self.input.stack.last().is_some_and(|below| below.is_open);
        self.input.push(frame)
    }

    /// Moves over bytes of the text on top, and shows their lines.
    pub(super) fn consume(&mut self, bytes: usize) {
        if let Some(frame) = self.input.stack.last_mut() {
            // The last byte is consumed after the lines are shown, because a new line may begin after it.
            frame.at += bytes.saturating_sub(1);
            let shows = frame.enters_line();
            if shows {
                self.show_lines();
            }
            if bytes > 0
                && let Some(frame) = self.input.stack.last_mut()
            {
                frame.at += 1;
            }
        }
    }

    /// Returns whether a parenthesis follows, after blanks, and moves to it.
    pub(super) fn at_group(&mut self) -> bool {
        let floor = self.input.floor;
        for index in (floor..self.input.stack.len()).rev() {
            let frame = &self.input.stack[index];
            let rest = frame.rest();
            let trimmed = nest::after_blanks(rest);
            if trimmed.starts_with('(') {
                let at = frame.end - trimmed.len();
                self.input.stack.truncate(index + 1);
                if let Some(frame) = self.input.stack.last_mut() {
                    frame.at = at;
                }
                return true;
            }
            // A generated text that ends with a name may be followed by its arguments in the text below.
            if !rest.is_empty() || !matches!(frame.kind, Kind::Value) {
                return false;
            }
        }
        false
    }

    /// Returns the text between the parentheses here, not expanded, and moves past them.
    pub(super) fn group(&mut self, what: &str, quoting: bool) -> Result<String> {
        let place = self.input.place();
        self.input.take();
        let mut nest = Nest::in_group(quoting);
        let mut text = String::new();
        loop {
            let Some(c) = self.peek(Reading::Raw)? else {
                let what = what.to_owned();
                return Err(Error::new(place, Problem::UnclosedGroup { what }));
            };
            self.input.take();
            // Only these depend on the next character; reading ahead may run what comes after.
            let next = if matches!(c, '/' | '*' | '%') {
                self.peek(Reading::Raw)?
            } else {
                None
            };
            nest.step(c, next);
            if nest.is_level() {
                return Ok(text);
            }
            text.push(c);
            if text.len() > super::LONGEST_EXPANSION {
                return Err(Error::new(place, Problem::EndlessExpansion));
            }
        }
    }
}

fn leading_ampersands(text: &str) -> usize {
    text.bytes().take_while(|&byte| byte == b'&').count()
}
