//! All variables of a step as `name=value`: for `put _all_;` and for the log of observations with errors.

use feedrate_program::{DataStep, Slot};
use feedrate_values::Value;
use feedrate_values::format::{Format, Formats};

use crate::vector::values::Values;

/// The variables of a step with their formats.
#[derive(Clone, Debug)]
pub struct Dump {
    variables: Vec<DumpVariable>,
}

/// A variable and its format.
#[derive(Clone, Debug)]
pub struct DumpVariable {
    /// Its name.
    pub name: String,
    slot: Slot,
    format: Format,
}

impl Dump {
    /// Returns the variables of a step with their formats.
    pub fn new(step: &DataStep, formats: &Formats) -> Self {
        let variables = step.vector.variables.iter().map(|variable| {
            let (kind, length) = (variable.slot.kind(), variable.slot.bytes() as usize);
            // Without its format, the value is shown in the default one.
            let format = variable
                .format
                .as_ref()
                .and_then(|spec| formats.resolve(spec, kind, length).ok())
                .unwrap_or_else(|| formats.default_of(kind, length));
            DumpVariable {
                name: variable.name.clone(),
                slot: variable.slot,
                format,
            }
        });
        Self {
            variables: variables.collect(),
        }
    }

    /// Returns the variables in the order in which the step defines them.
    pub fn variables(&self) -> &[DumpVariable] {
        &self.variables
    }

    /// Returns the variable of a slot.
    pub fn of_slot(&self, slot: Slot) -> Option<&DumpVariable> {
        self.variables.iter().find(|variable| variable.slot == slot)
    }

    /// Returns the lines with all values. Each has at most `width` bytes unless a single value is longer.
    pub fn lines(&self, values: &Values, width: usize) -> Vec<Vec<u8>> {
        let mut lines = Vec::new();
        let mut line = Vec::new();
        let mut value = Vec::new();
        for variable in &self.variables {
            value.clear();
            variable.write(values, &mut value);
            let text = value.trim_ascii();
            let length = variable.name.len() + 1 + text.len();
            if !line.is_empty() && line.len() + 1 + length > width {
                lines.push(std::mem::take(&mut line));
            }
            if !line.is_empty() {
                line.push(b' ');
            }
            line.extend_from_slice(variable.name.as_bytes());
            line.push(b'=');
            line.extend_from_slice(text);
        }
        if !line.is_empty() {
            lines.push(line);
        }
        lines
    }
}

impl DumpVariable {
    /// Appends the formatted value. Returns whether it fits the format.
    pub fn write(&self, values: &Values, out: &mut Vec<u8>) -> bool {
        let value: Value<'_> = values.value(self.slot);
        self.format.write(value, out)
    }
}
