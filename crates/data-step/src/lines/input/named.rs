//! Named input: values that their names and `=` precede.

use feedrate_program::NamedField;
use feedrate_rows::evaluation::core::Core;
use feedrate_rows::fault::StepResult;
use feedrate_values::Severity;

use super::InputState;
use super::find::FieldSpan;

/// A name with its value, as ranges of the line.
struct NamedSpan {
    name: (usize, usize),
    value: (usize, usize),
}

impl<'s> InputState<'s> {
    /// Reads the values of the rest of the line, and of the next one after a slash. Returns `false` if there is no next
    /// line.
    pub(super) fn named(&mut self, fields: &'s [NamedField], keeps: bool, core: &mut Core<'s, '_>) -> StepResult<bool> {
        loop {
            let line = &self.lines[self.current].0;
            let rest = line.get(self.column..).unwrap_or(&[]);
            let blanks = rest.iter().take_while(|&&byte| byte == b' ').count();
            let start = self.column + blanks;
            if line.get(start) == Some(&b'/') && line[start + 1..].trim_ascii().is_empty() {
                if !self.next_line(keeps, core)? {
                    return Ok(false);
                }
                continue;
            }
            let Some(span) = next_named(line, start) else {
                let is_empty = line.get(start..).unwrap_or(&[]).trim_ascii().is_empty();
                self.column = line.len();
                if !is_empty {
                    self.unnamed(start, core);
                }
                return Ok(true);
            };
            self.found = true;
            self.column = span.value.1;
            self.assign_named(&span, fields, core)?;
        }
    }

    /// Assigns a value to the variable of its name, or logs that there is none.
    fn assign_named(&mut self, span: &NamedSpan, fields: &'s [NamedField], core: &mut Core<'s, '_>) -> StepResult<()> {
        let (line, _) = &self.lines[self.current];
        let name = line[span.name.0..span.name.1].trim_ascii();
        let field = fields
            .iter()
            .find(|field| field.name.as_bytes().eq_ignore_ascii_case(name));
        let Some(field) = field else {
            self.unnamed(span.name.0, core);
            return Ok(());
        };
        let found = FieldSpan {
            start: span.value.0,
            end: span.value.1,
            quote: None,
        };
        self.assign(field.slot, &field.name, &field.informat, field.quiet, &found, core)
    }

    /// Logs that what begins at a position is no value of a variable of the step.
    fn unnamed(&mut self, start: usize, core: &mut Core<'s, '_>) {
        core.raised = true;
        if core.logs_details() {
            let (line, number) = &self.lines[self.current];
            let word = line[start..].split(|&byte| byte == b' ' || byte == b'=').next();
            let word = String::from_utf8_lossy(word.unwrap_or_default()).into_owned();
            let text = format!("{word} in line {number} is no variable of this step that named input can read.");
            core.log.message(Severity::Note, &text);
        }
    }
}

/// Returns the next name with its value from a position on. A value ends at a blank; one with two blanks before it ends
/// at two blanks.
fn next_named(line: &[u8], start: usize) -> Option<NamedSpan> {
    let sign = start + line.get(start..)?.iter().position(|&byte| byte == b'=')?;
    let behind = &line[sign + 1..];
    let blanks = behind.iter().take_while(|&&byte| byte == b' ').count();
    let from = sign + 1 + blanks;
    let rest = &line[from..];
    let length = match blanks {
        0 | 1 => rest.iter().position(|&byte| byte == b' '),
        _ => rest.windows(2).position(|pair| pair == b"  "),
    };
    Some(NamedSpan {
        name: (start, sign),
        value: (from, from + length.unwrap_or(rest.len())),
    })
}
