//! The characters that the lexer reads: those of the texts, after the macro language has processed them.

use feedrate_values::Severity;

use super::Input;
use super::frame::{Frame, Kind};
use crate::error::{Error, Problem, Result};
use crate::macros::{mask, nest};
use crate::source::Position;
use crate::surroundings::{Event, Surroundings};
use crate::token::{Characters, Reading};

/// The macro processor: the input with its surroundings, whose characters the lexer reads.
pub(crate) struct MacroProcessor<'a> {
    pub input: &'a mut Input,
    pub surroundings: &'a mut dyn Surroundings,
}

impl Characters for MacroProcessor<'_> {
    fn peek(&mut self, reading: Reading) -> Result<Option<char>> {
        MacroProcessor::peek(self, reading)
    }

    fn take(&mut self) {
        self.input.take();
    }

    fn place(&self) -> Position {
        self.input.place()
    }

    fn opens_string_in_comment(&self) -> bool {
        // In a comment of the program itself the macro language has no meaning anyway.
        let frame = self.input.stack.last().filter(|frame| !frame.is_file());
        frame.is_some_and(|frame| nest::string_in_comment(frame.rest()).is_some())
    }
}

impl MacroProcessor<'_> {
    /// Returns the next character, after the macro language has processed what is before it.
    pub(in crate::macros) fn peek(&mut self, reading: Reading) -> Result<Option<char>> {
        loop {
            if self.input.stack.len() <= self.input.floor {
                return Ok(None);
            }
            let Some(frame) = self.input.stack.last_mut() else {
                return Ok(None);
            };
            if frame.at >= frame.end {
                match frame.kind {
                    Kind::Code(_) => self.instruction()?,
                    Kind::File { .. } => {
                        self.input.last = self.input.place();
                        self.input.stack.pop();
                    }
                    _ => {
                        self.input.stack.pop();
                    }
                }
                continue;
            }
            if frame.enters_line() {
                self.show_lines();
                continue;
            }
            let c = frame.character();
            if !matches!(c, '&' | '%') || frame.at < frame.inert {
                return Ok(Some(if frame.escaped == Some(frame.at) {
                    mask::masked(c)
                } else {
                    c
                }));
            }
            if c == '%' && frame.escape() {
                continue;
            }
            let done = match (reading, c) {
                (Reading::Raw, _) => false,
                (Reading::Comment, _) if frame.is_file() => false,
                (_, '&') => self.reference()?,
                _ => self.trigger(reading)?,
            };
            if !done {
                return Ok(Some(c));
            }
        }
    }

    /// Shows the lines of the file on top that reading has reached.
    pub(super) fn show_lines(&mut self) {
        let depth = self
            .input
            .stack
            .iter()
            .filter(|frame| frame.is_file())
            .count()
            .saturating_sub(1);
        let Some(Frame {
            kind: Kind::File {
                source,
                shown,
                next_line,
            },
            at,
            ..
        }) = self.input.stack.last_mut()
        else {
            return;
        };
        let (id, text) = (*source, self.input.sources.get(*source));
        while *next_line <= *at && *shown < text.line_count() as usize {
            self.input.lines = self.input.lines.saturating_add(1);
            *shown += 1;
            *next_line = text.line_start(*shown);
            let number = self.input.lines;
            let line = text.first_line().saturating_add(*shown as u32 - 1);
            let text = text.line(line);
            self.surroundings.say(Event::Line {
                number,
                line,
                text,
                source: id,
                depth,
            });
        }
        if *shown >= text.line_count() as usize {
            *next_line = usize::MAX;
        }
    }

    /// Logs a warning about the next character.
    pub(in crate::macros) fn warn(&mut self, text: &str) {
        let position = self.input.place();
        self.surroundings.say(Event::Message {
            severity: Severity::Warning,
            text,
            position,
        });
    }

    /// Returns the error of a problem at the next character.
    pub(in crate::macros) fn error(&self, problem: Problem) -> Error {
        Error::new(self.input.place(), problem)
    }

    /// Returns an error if the surroundings request a stop.
    pub(in crate::macros) fn check_stop(&mut self) -> Result<()> {
        if self.surroundings.stopped() {
            Err(self.error(Problem::Stopped))
        } else {
            Ok(())
        }
    }
}
