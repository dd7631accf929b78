//! Writes values at the pointer.

use feedrate_program::{Alignment, Argument, LongLine, PutForm};
use feedrate_rows::evaluation::core::Core;
use feedrate_rows::fault::StepResult;
use feedrate_values::format::Format;
use feedrate_values::value::trim;
use feedrate_values::{Value, missing};

use super::PutState;
use crate::lines::make_room;

impl<'s> PutState<'s> {
    /// Writes a value in a form.
    pub(super) fn write_in(
        &mut self,
        value: &'s Argument,
        form: &'s PutForm,
        core: &mut Core<'s, '_>,
    ) -> StepResult<()> {
        match form {
            PutForm::List { format, name } => {
                let is_missing = self.format(value, format, core)?;
                self.list(name.as_deref(), is_missing);
            }
            PutForm::Formatted(format) => {
                self.format(value, format, core)?;
                self.write_value();
            }
            PutForm::Aligned(format, alignment) => {
                self.format(value, format, core)?;
                self.align(*alignment);
                self.write_value();
            }
            PutForm::Varying { format, length } => {
                let wanted = core.number(length)?;
                self.format(value, format, core)?;
                // A missing length is none.
                self.value.truncate(wanted.max(0.0) as usize);
                self.write_value();
            }
            PutForm::Columns { from, to, format } => {
                self.format(value, format, core)?;
                self.column = from.saturating_sub(1).min(self.external.line_length) as usize;
                let width = (*to as usize).saturating_sub(self.column);
                self.value.resize(width, b' ');
                self.write_value();
            }
        }
        Ok(())
    }

    /// Formats a value into the buffer. Returns whether it is `.` or blank.
    pub(super) fn format(&mut self, value: &'s Argument, format: &Format, core: &mut Core<'s, '_>) -> StepResult<bool> {
        self.value.clear();
        match value {
            Argument::Number(number) => {
                let number = core.number(number)?;
                let fits = format.write(Value::Number(number), &mut self.value);
                core.problems.written(fits);
                Ok(missing::letter(number) == Some(None))
            }
            Argument::Text(text) => core.with_text(text, |text| {
                format.write(Value::Text(text), &mut self.value);
                trim(text).is_empty()
            }),
        }
    }

    /// Moves the formatted value to a place between its surrounding blanks.
    pub(super) fn align(&mut self, alignment: Alignment) {
        let blanks = self.value.iter().take_while(|&&byte| byte == b' ').count();
        let room = self.value.len() - self.value.trim_ascii().len();
        let before = match alignment {
            Alignment::Left => 0,
            Alignment::Center => room / 2,
            Alignment::Right => room,
        };
        // A blank value stays as it is.
        if room < self.value.len() {
            self.value.rotate_left(blanks);
            self.value.rotate_right(before);
        }
    }

    /// Writes the formatted value without surrounding blanks, separated from others.
    pub(super) fn list(&mut self, name: Option<&str>, is_missing: bool) {
        let delimiter = std::mem::take(&mut self.delimiter);
        let mut value = std::mem::take(&mut self.value);
        let text = value.trim_ascii();
        let name = name.unwrap_or_default();
        let name_length = if name.is_empty() { 0 } else { name.len() + 1 };
        if delimiter.is_empty() {
            let text = if text.is_empty() { b" " } else { text };
            if self.make_room(name_length + text.len()) {
                self.write_name(name);
                self.write_here(text);
                // The blank behind it becomes part of the line only if something follows.
                self.column += 1;
                self.after_value = true;
            }
        } else {
            let is_awkward = text.contains(&b'"') || text.windows(delimiter.len()).any(|part| part == delimiter);
            let is_quoted = self.external.dsd && is_awkward;
            let quotes = match is_quoted {
                true => 2 + text.iter().filter(|&&byte| byte == b'"').count(),
                false => 0,
            };
            let before = if self.after_value { delimiter.len() } else { 0 };
            if self.make_room(before + name_length + text.len() + quotes) {
                if self.after_value {
                    self.write_here(&delimiter);
                }
                self.write_name(name);
                match self.external.dsd && is_missing {
                    // A missing value is nothing between two delimiters.
                    true => {}
                    false if is_quoted => self.write_quoted(text),
                    false => self.write_here(text),
                }
                self.after_value = true;
            }
        }
        self.delimiter = delimiter;
        value.clear();
        self.value = value;
    }

    fn write_name(&mut self, name: &str) {
        if !name.is_empty() {
            self.write_here(name.as_bytes());
            self.write_here(b"=");
        }
    }

    /// Writes a text in quotes, with those within it doubled.
    fn write_quoted(&mut self, text: &[u8]) {
        self.write_here(b"\"");
        for part in text.split_inclusive(|&byte| byte == b'"') {
            self.write_here(part);
            if part.ends_with(b"\"") {
                self.write_here(b"\"");
            }
        }
        self.write_here(b"\"");
    }

    /// Writes the formatted value unchanged.
    pub(super) fn write_value(&mut self) {
        let value = std::mem::take(&mut self.value);
        self.write(&value);
        self.after_value = false;
        self.value = value;
    }

    /// Writes bytes at the pointer, on a new line if this one has no room.
    pub(super) fn write(&mut self, text: &[u8]) {
        if self.make_room(text.len()) {
            self.write_here(text);
        }
    }

    /// Begins a new line if this one has no room for so many bytes. Returns `false` if they are to be left out instead.
    fn make_room(&mut self, length: usize) -> bool {
        let longest = self.external.line_length as usize;
        if self.column + length <= longest {
            return true;
        }
        if self.external.long_line == LongLine::FlowOver {
            if self.column > 0 {
                self.go_to_line(self.current + 1);
            }
            return true;
        }
        self.cut = true;
        self.exceeds = self.external.long_line == LongLine::StopOver;
        false
    }

    /// Writes bytes at the pointer, replacing what is there; on further lines as far as this one has no room.
    fn write_here(&mut self, text: &[u8]) {
        let longest = self.external.line_length as usize;
        let mut text = text;
        loop {
            let room = longest.saturating_sub(self.column);
            let fits = match text.len() <= room {
                true => text.len(),
                false => boundary(text, room, self.column == 0),
            };
            self.write_part(&text[..fits]);
            text = &text[fits..];
            if text.is_empty() || self.refused.is_some() {
                return;
            }
            self.go_to_line(self.current + 1);
        }
    }

    /// Writes bytes for which the line has room.
    fn write_part(&mut self, text: &[u8]) {
        if text.is_empty() {
            return;
        }
        let line = &mut self.lines[self.current];
        let end = self.column + text.len();
        if let Err(refused) = make_room(line, end, &mut self.memory) {
            self.refused = Some(refused);
            return;
        }
        if line.len() < end {
            line.resize(end, b' ');
        }
        line[self.column..end].copy_from_slice(text);
        self.column = end;
    }
}

/// Returns how many of the first `room` bytes end before a character of UTF-8; all of them if not even a whole line has
/// room for it.
fn boundary(text: &[u8], room: usize, is_whole_line: bool) -> usize {
    let begins = |&at: &usize| text.get(at).is_none_or(|byte| byte & 0xc0 != 0x80);
    let nearest = (room.saturating_sub(3)..=room).rev().find(begins).unwrap_or(room);
    match nearest {
        0 if is_whole_line => room,
        nearest => nearest,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_character_stays_whole_where_it_can() {
        assert_eq!(boundary(b"abcdef", 4, true), 4);
        assert_eq!(boundary("ab\u{e9}cd".as_bytes(), 3, true), 2);
        assert_eq!(boundary("\u{20ac}a".as_bytes(), 2, true), 2);
        assert_eq!(boundary("\u{20ac}a".as_bytes(), 2, false), 0);
        assert_eq!(boundary(&[0x80; 9], 5, false), 5);
    }
}
