//! Finds the next value in the current lines.

use feedrate_program::{Reading, ShortLine, Text};
use feedrate_rows::evaluation::core::Core;
use feedrate_rows::evaluation::pending::TextRef;
use feedrate_rows::fault::{Fault, StepResult};
use feedrate_values::value::trim;

use super::InputState;
use crate::lines::scan::{Style, next_field};

/// The range of a value in the current line.
pub(super) struct FieldSpan {
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) quote: Option<u8>,
}

/// The result of a search.
pub(super) enum Search {
    Field(FieldSpan),
    /// The line ended and the value is missing.
    Missing,
    /// There are no more lines.
    NoMoreLines,
}

impl<'s> InputState<'s> {
    /// Moves behind the next occurrence of a value. If the line has none, goes on with the next lines, or to the end of
    /// the line if the options of the file say so. Returns `false` if there are no more lines.
    pub(super) fn go_behind(&mut self, text: &'s Text, keeps: bool, core: &mut Core<'s, '_>) -> StepResult<bool> {
        let mark = core.scratch.len();
        let text_ref = core.text(text)?;
        let wanted = match text_ref {
            // The padding of a variable is not part of what is searched for.
            TextRef::Variable(_) => trim(core.bytes(text_ref)),
            _ => core.bytes(text_ref),
        };
        let wanted = wanted.to_vec();
        core.scratch.truncate(mark);
        loop {
            let line = &self.lines[self.current].0;
            let rest = line.get(self.column..).unwrap_or(&[]);
            let found = match wanted.len() {
                0 => Some(0),
                length => rest.windows(length).position(|window| window == wanted),
            };
            if let Some(before) = found {
                self.column += before + wanted.len();
                return Ok(true);
            }
            match self.external.short_line {
                ShortLine::FlowOver => {}
                _ if self.external.scans_over => {}
                ShortLine::Missover | ShortLine::Truncover => {
                    self.column = line.len().max(self.column);
                    return Ok(true);
                }
                ShortLine::Stopover => return Err(self.past_end_of_line()),
            }
            self.scanned = true;
            if !self.next_line(keeps, core)? {
                return Ok(false);
            }
        }
    }

    /// Finds the next value, on another line if the options of the file say so.
    pub(super) fn search(&mut self, reading: &'s Reading, keeps: bool, core: &mut Core<'s, '_>) -> StepResult<Search> {
        let width = match reading {
            Reading::Varying { informat, length } => {
                let wanted = core.number(length)?;
                // A missing length is none.
                wanted.max(0.0).min(informat.width() as f64) as usize
            }
            _ => 0,
        };
        // On the next line that has any of its columns, a field is taken however short it is.
        let mut takes_rest = false;
        loop {
            let rest = match self.search_line(reading, width) {
                Ok(found) => return Ok(Search::Field(found)),
                Err(rest) => rest,
            };
            let length = self.lines[self.current].0.len();
            if takes_rest && rest < length {
                self.column = length;
                return Ok(unquoted(rest..length));
            }
            if self.is_stream() {
                self.column = length;
                return Ok(match rest < length {
                    true => unquoted(rest..length),
                    false => Search::NoMoreLines,
                });
            }
            match self.external.short_line {
                ShortLine::Missover => {
                    self.column = length;
                    return Ok(Search::Missing);
                }
                ShortLine::Truncover => {
                    self.column = length;
                    return Ok(match rest < length {
                        true => unquoted(rest..length),
                        false => Search::Missing,
                    });
                }
                ShortLine::Stopover => {
                    return Err(self.past_end_of_line());
                }
                ShortLine::FlowOver => {
                    self.went_on = true;
                    takes_rest = !matches!(reading, Reading::List { .. });
                    if !self.next_line(keeps, core)? {
                        return Ok(Search::NoMoreLines);
                    }
                }
            }
        }
    }

    /// Returns the fault of a line that is too short under STOPOVER.
    fn past_end_of_line(&self) -> Box<Fault> {
        Box::new(Fault::PastEndOfLine {
            source_name: match self.is_file() {
                true => self.name(),
                false => "CARDS".to_owned(),
            },
            line: self.lines[self.current].1,
        })
    }

    /// Finds the next value in the current line, and moves behind it. If the line is too short, returns where the rest
    /// of it begins.
    fn search_line(&mut self, reading: &Reading, varying: usize) -> Result<FieldSpan, usize> {
        let line = &self.lines[self.current].0;
        let (start, width) = match reading {
            Reading::List {
                embedded_blanks,
                keep_quotes,
                ..
            } => {
                let style = self.style(*embedded_blanks, *keep_quotes);
                let field = next_field(line, self.column, style).ok_or(line.len())?;
                self.column = field.next;
                return Ok(FieldSpan {
                    start: field.span.start,
                    end: field.span.end,
                    quote: field.quote,
                });
            }
            Reading::Formatted(informat) => (self.column, informat.width()),
            Reading::Varying { .. } => (self.column, varying),
            Reading::Columns { from, to, .. } => {
                let from = from.saturating_sub(1) as usize;
                (from, (*to as usize).saturating_sub(from))
            }
        };
        let end = start + width;
        if end > line.len() {
            return Err(start.min(line.len()));
        }
        self.column = end;
        let quote = None;
        Ok(FieldSpan { start, end, quote })
    }

    /// Returns how values of list input are separated.
    fn style(&self, embedded: bool, keep_quotes: bool) -> Style<'_> {
        let external = self.external;
        Style {
            delimiters: match self.delimiters.as_slice() {
                [] if external.dsd => b",",
                [] => b" ",
                given => given,
            },
            string: external.delimiter_string.as_ref(),
            separated: external.dsd,
            embedded,
            keep_quotes,
        }
    }
}

/// Returns a field of bytes without quotes around it.
fn unquoted(bytes: std::ops::Range<usize>) -> Search {
    Search::Field(FieldSpan {
        start: bytes.start,
        end: bytes.end,
        quote: None,
    })
}
