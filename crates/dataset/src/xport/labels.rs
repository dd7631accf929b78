//! Names, formats and labels that exceed the fields in the description of a variable.

use super::namestr::VariableDescription;
use super::record::text;

/// Reads complete entries into the variables and removes them from `gathered`. Returns how many were read, at most
/// `most`.
pub(super) fn read(
    gathered: &mut Vec<u8>,
    most: usize,
    with_formats: bool,
    variables: &mut [VariableDescription],
) -> usize {
    let mut rest = gathered.as_slice();
    let mut entries = 0;
    while entries < most {
        let Some(entry) = Entry::split(&mut rest, with_formats) else {
            break;
        };
        entries += 1;
        // An entry for an unknown variable is ignored.
        if let Some(variable) = variables.iter_mut().find(|variable| variable.number == entry.number) {
            entry.change(variable);
        }
    }
    let taken = gathered.len() - rest.len();
    gathered.drain(..taken);
    entries
}

struct Entry<'a> {
    /// The number of the variable.
    number: u16,
    name: &'a [u8],
    format: &'a [u8],
    informat: &'a [u8],
    label: &'a [u8],
}

impl<'a> Entry<'a> {
    /// Splits off an entry, if it is complete: the number of its variable, the lengths of its texts, and the texts:
    /// name, label, format and informat, in the order in which SAS's macro XPT2LOC reads them.
    fn split(bytes: &mut &'a [u8], with_formats: bool) -> Option<Self> {
        let parts = if with_formats { 4 } else { 2 };
        let (numbers, mut rest) = bytes.split_at_checked(2 + 2 * parts)?;
        let number = |index: usize| u16::from_be_bytes([numbers[2 * index], numbers[2 * index + 1]]);
        let mut part = |index: usize| {
            let (part, after) = rest.split_at_checked(number(index).into())?;
            rest = after;
            Some(part)
        };
        let (name, label) = (part(1)?, part(2)?);
        let (format, informat) = match with_formats {
            true => (part(3)?, part(4)?),
            false => Default::default(),
        };
        *bytes = rest;
        Some(Self {
            number: number(0),
            name,
            format,
            informat,
            label,
        })
    }

    fn change(&self, variable: &mut VariableDescription) {
        let specs = [
            (&mut variable.format, self.format),
            (&mut variable.informat, self.informat),
        ];
        for (spec, long) in specs {
            // As a FORMAT statement has it, such as `LONG_NAME8.2`; others write the name alone.
            let long = text(long);
            match long.trim().parse() {
                _ if long.is_empty() => {}
                Ok(whole) => *spec = whole,
                Err(_) => spec.name = long.trim().to_ascii_uppercase(),
            }
        }
        if !self.name.is_empty() {
            variable.name = text(self.name);
        }
        variable.label = text(self.label);
    }
}
