//! The description of a variable.

use feedrate_values::{Kind, Spec};

use super::record::text;

/// The description of a variable in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct VariableDescription {
    pub(super) name: String,
    pub(super) label: String,
    pub(super) kind: Kind,
    /// Its length in a row of the file.
    pub(super) length: usize,
    /// Its offset in a row of the file.
    pub(super) position: usize,
    /// Its number, which later records refer to.
    pub(super) number: u16,
    pub(super) format: Spec,
    pub(super) informat: Spec,
}

/// The minimum length of a description, which is all that is read of it.
pub(super) const LEAST: usize = 88;

impl VariableDescription {
    /// Parses a description, whose integers are big-endian. `long` is whether names may have 32 bytes, in a separate
    /// field.
    pub(super) fn parse(bytes: &[u8], long: bool) -> Result<Self, String> {
        let integer = |at: usize| match bytes.get(at..).and_then(|rest| rest.first_chunk()) {
            Some(&pair) => u16::from_be_bytes(pair),
            None => 0,
        };
        let field = |at: usize, length: usize| bytes.get(at..at + length).map_or_else(String::new, text);
        let spec = |name: usize, width: usize| {
            let given = |number| Some(number).filter(|&number| number != 0);
            Spec {
                name: field(name, 8).trim().to_ascii_uppercase(),
                width: given(integer(width)),
                decimals: given(integer(width + 2)),
            }
        };
        let short_name = field(8, 8);
        let long_name = if long { field(88, 32) } else { String::new() };
        let name = if long_name.is_empty() { short_name } else { long_name };
        let (kind, lengths) = match integer(0) {
            1 => (Kind::Number, 1..=8),
            2 => (Kind::Text, 1..=usize::from(u16::MAX)),
            other => return Err(format!("variable {name} is of kind {other}")),
        };
        let length = usize::from(integer(4));
        if !lengths.contains(&length) {
            return Err(format!("variable {name} is {length} bytes long"));
        }
        let position = u32::from(integer(84)) << 16 | u32::from(integer(86));
        Ok(Self {
            name,
            label: field(16, 40),
            kind,
            length,
            position: position as usize,
            number: integer(6),
            format: spec(56, 64),
            informat: spec(72, 80),
        })
    }
}
