//! Writes values at the pointer.

use feedrate_program::Argument;
use feedrate_rows::evaluation::core::Core;
use feedrate_rows::fault::StepResult;
use feedrate_values::format::Format;
use feedrate_values::value::trim;
use feedrate_values::{Value, missing};

use super::PutState;
use crate::lines::make_room;

impl<'s> PutState<'s> {
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

    /// Writes the formatted value without surrounding blanks, separated from others.
    pub(super) fn list(&mut self, name: Option<&str>, is_missing: bool) {
        let delimiter = std::mem::take(&mut self.delimiter);
        let mut value = std::mem::take(&mut self.value);
        let text = value.trim_ascii();
        let name = name.unwrap_or_default();
        let name_length = if name.is_empty() { 0 } else { name.len() + 1 };
        if !delimiter.is_empty() {
            self.make_room(delimiter.len() + name_length + text.len() + 2);
            if self.after_value {
                self.write_here(&delimiter);
            }
            self.write_name(name);
            let is_awkward = text.contains(&b'"') || text.windows(delimiter.len()).any(|part| part == delimiter);
            if self.external.dsd && is_missing {
                // A missing value is nothing between two delimiters.
            } else if self.external.dsd && is_awkward {
                self.write_here(b"\"");
                for part in text.split_inclusive(|&byte| byte == b'"') {
                    self.write_here(part);
                    if part.ends_with(b"\"") {
                        self.write_here(b"\"");
                    }
                }
                self.write_here(b"\"");
            } else {
                self.write_here(text);
            }
        } else {
            let text = if text.is_empty() { b" " } else { text };
            self.make_room(name_length + text.len());
            self.write_name(name);
            self.write_here(text);
            // The blank behind it becomes part of the line only if something follows.
            self.column += 1;
        }
        self.after_value = true;
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

    /// Writes the formatted value unchanged.
    pub(super) fn write_value(&mut self) {
        let value = std::mem::take(&mut self.value);
        self.write(&value);
        self.after_value = false;
        self.value = value;
    }

    /// Writes bytes at the pointer, on a new line if this one has no room.
    pub(super) fn write(&mut self, text: &[u8]) {
        self.make_room(text.len());
        self.write_here(text);
    }

    /// Begins a new line if this one has no room for so many bytes.
    fn make_room(&mut self, length: usize) {
        let longest = self.external.line_length as usize;
        if self.column == 0 || self.column + length <= longest {
            return;
        }
        if self.external.drops_over {
            // Nothing fits there.
            self.column = longest;
        } else {
            self.go_to_line(self.current + 1);
        }
    }

    /// Writes bytes at the pointer, replacing what is there.
    fn write_here(&mut self, text: &[u8]) {
        let longest = self.external.line_length as usize;
        let text = &text[..text.len().min(longest.saturating_sub(self.column))];
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
