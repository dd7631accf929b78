//! Conversions between numbers and character values: PUT, INPUT, and implicit ones.

use feedrate_program::{Argument, Number, Quiet, SiteId, Slot, Text};
use feedrate_values::format::{Format, fixed};
use feedrate_values::informat::Informat;
use feedrate_values::missing::MISSING;
use feedrate_values::value::trim;
use feedrate_values::{Value, number};

use super::core::Core;
use super::pending::TextRef;
use crate::fault::StepResult;
use feedrate_values::Severity;

impl<'s> Core<'s, '_> {
    /// Converts a character value that is used as a number.
    pub fn number_of_text(&mut self, text: &'s Text, site: SiteId) -> StepResult<f64> {
        let mark = self.scratch.len();
        let text_ref = self.text(text)?;
        let number = number::parse(self.bytes(text_ref));
        if number.is_none() {
            self.problems.conversion();
            self.raised = true;
            if self.logs_details() {
                let shown = String::from_utf8_lossy(trim(self.bytes(text_ref))).into_owned();
                let name = match text_ref {
                    TextRef::Variable(slot) => self.name_of(Slot::Text(slot)),
                    _ => None,
                };
                let of = name.map_or(String::new(), |name| format!("{name}="));
                let what = format!("Invalid numeric data, {of}'{shown}' ,");
                self.log_problem(site, Severity::Note, &what);
            }
        }
        self.scratch.truncate(mark);
        Ok(number.unwrap_or(MISSING))
    }

    /// `input(text, informat.)` with a number for a result.
    pub fn input_number(&mut self, text: &'s Text, informat: &Informat, quiet: Quiet, site: SiteId) -> StepResult<f64> {
        let number = self.with_text(text, |text| informat.read_number(field(text, informat)))?;
        Ok(number.unwrap_or_else(|_| {
            match quiet {
                Quiet::No => {
                    self.problems.mathematical(site);
                    self.log_problem(site, Severity::Note, "Invalid argument to function INPUT");
                }
                Quiet::Note => self.raised = true,
                Quiet::All => {}
            }
            MISSING
        }))
    }

    /// `input(text, $informat.)`. An invalid value gives blanks.
    pub fn input_text(&mut self, text: &'s Text, informat: &Informat, mark: usize) -> StepResult<TextRef<'s>> {
        let text_ref = self.text(text)?;
        let Self {
            values,
            scratch,
            result,
            ..
        } = self;
        result.clear();
        let text = field(text_ref.bytes(values, scratch), informat);
        if informat.read_text(text, result).is_err() {
            result.clear();
        }
        Ok(self.keep_result(mark, usize::MAX))
    }

    /// Converts a number for a variable that may be too short for it.
    pub fn fitted_text(
        &mut self,
        number: &'s Number,
        format: &Format,
        site: SiteId,
        mark: usize,
    ) -> StepResult<TextRef<'s>> {
        let name = match number {
            Number::Variable(slot) => self.name_of(Slot::Number(*slot)),
            _ => None,
        };
        let number = self.number(number)?;
        let fits = format.write(Value::Number(number), &mut self.scratch);
        self.problems.written(fits);
        if !fits {
            let of = name.map_or(String::new(), |name| format!("{name}="));
            let what = format!("Invalid character data, {of}{} ,", fixed(number, 2));
            self.log_problem(site, Severity::Note, &what);
        }
        Ok(self.since(mark))
    }

    /// `put(value, format.)`.
    pub fn put_text(&mut self, value: &'s Argument, format: &Format, mark: usize) -> StepResult<TextRef<'s>> {
        match value {
            Argument::Number(number) => {
                let number = self.number(number)?;
                let fits = format.write(Value::Number(number), &mut self.scratch);
                self.problems.written(fits);
                Ok(self.since(mark))
            }
            Argument::Text(text) => {
                let text_ref = self.text(text)?;
                let Self {
                    values,
                    scratch,
                    result,
                    ..
                } = self;
                result.clear();
                format.write(Value::Text(text_ref.bytes(values, scratch)), result);
                Ok(self.keep_result(mark, usize::MAX))
            }
        }
    }
}

/// Returns the part of a character value that an informat reads.
fn field<'a>(text: &'a [u8], informat: &Informat) -> &'a [u8] {
    &text[..text.len().min(informat.width())]
}
