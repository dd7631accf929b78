//! All variables of a step as `name=value`: `put _all_;`, and what the log shows of an observation with
//! errors.

use feedrate_values::format::{Format, Formats};
use feedrate_values::{Kind, Value};

use super::values::Values;
use crate::ir::{DataStep, Slot};

/// The variables of a step with the formats that they are shown in.
#[derive(Clone, Debug)]
pub struct Dump {
    variables: Vec<DumpVariable>,
}

/// A variable and its format.
#[derive(Clone, Debug)]
pub struct DumpVariable {
    pub name: String,
    slot: Slot,
    format: Format,
}

impl Dump {
    pub fn new(step: &DataStep, formats: &Formats) -> Self {
        let variables = step.vector.variables.iter().map(|variable| {
            let (kind, length) = match variable.slot {
                Slot::Number(_) => (Kind::Number, 8),
                Slot::Text(slot) => (Kind::Text, slot.length as usize),
            };
            // A format that is not there is no reason not to show the value.
            let format = variable
                .format
                .as_ref()
                .and_then(|spec| formats.resolve(spec, kind, length).ok())
                .unwrap_or_else(|| Format::default_of(kind, length));
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

    /// The variables in the order in which the step knows them.
    pub fn variables(&self) -> &[DumpVariable] {
        &self.variables
    }

    /// The variable whose value lies in a slot.
    pub fn of_slot(&self, slot: Slot) -> Option<&DumpVariable> {
        self.variables.iter().find(|variable| variable.slot == slot)
    }

    /// The lines of all values, each as long as `width` at most unless one value is longer.
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
    /// Appends the value in its format, and says whether it fits.
    pub fn write(&self, values: &Values, out: &mut Vec<u8>) -> bool {
        let value: Value<'_> = values.value(self.slot);
        self.format.write(value, out)
    }
}
