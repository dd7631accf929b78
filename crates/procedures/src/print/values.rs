//! The values of a row as they are shown.

use feedrate_rows::Observation;
use feedrate_values::format::{Format, fixed};
use feedrate_values::{Kind, Value};

use super::Table;
use super::request::PrintColumn;

/// The decimals of a number without a format under ROUND.
const ROUNDED_DECIMALS: usize = 2;

impl Table<'_> {
    pub(super) fn text(&mut self, column: &PrintColumn, observation: &Observation<'_>) -> String {
        self.written(&column.format, self.shown(column, observation))
    }

    /// Returns the value of a column as it is shown: with ROUND, a number has the decimals of its format, or two.
    pub(super) fn shown<'v>(&self, column: &PrintColumn, observation: &'v Observation<'_>) -> Value<'v> {
        let value = observation.value(column.slot);
        match value {
            Value::Number(number) if self.print.is_rounded && number.is_finite() => {
                let decimals = match column.is_plain {
                    true => ROUNDED_DECIMALS,
                    false => column.format.decimals(),
                };
                Value::Number(fixed(number, decimals).parse().unwrap_or(number))
            }
            _ => value,
        }
    }

    /// Adds a blank line where BLANKLINE= or DOUBLE have one before the next observation.
    pub(super) fn blank_line(&mut self) {
        let Some(after) = self.print.blank_after else { return };
        let before = match self.print.groups.is_empty() {
            true => self.number,
            false => self.in_group,
        };
        if before > 0 && before.is_multiple_of(after) {
            let blank = vec![String::new(); self.columns.len()];
            self.push(blank, vec![f64::NAN; self.print.columns.len()]);
        }
    }

    pub(super) fn written(&mut self, format: &Format, value: Value<'_>) -> String {
        self.cell.clear();
        self.is_format_narrow |= !format.write(value, &mut self.cell);
        let text = String::from_utf8_lossy(&self.cell);
        match format.kind() {
            Kind::Number => text.trim().to_owned(),
            Kind::Text => text.trim_end().to_owned(),
        }
    }
}

pub(super) fn number_of(value: Value<'_>) -> Option<f64> {
    match value {
        Value::Number(number) => Some(number),
        Value::Text(_) => None,
    }
}
