//! An observation of CNTLIN=.

use feedrate_values::format::write_best;
use feedrate_values::{missing, number};

/// The variables that are read, in the order of [`ControlRecord`].
pub(super) const NAMES: [&str; 20] = [
    "FMTNAME", "START", "LABEL", "END", "TYPE", "MIN", "MAX", "DEFAULT", "FUZZ", "PREFIX", "MULT", "FILL", "NOEDIT",
    "SEXCL", "EEXCL", "HLO", "DECSEP", "DIG3SEP", "DATATYPE", "LANGUAGE",
];

/// The values of an observation, in the order of [`NAMES`].
pub(super) type ControlRecord = [ControlValue; NAMES.len()];

// The places in a record.
pub(super) const FMTNAME: usize = 0;
pub(super) const START: usize = 1;
pub(super) const LABEL: usize = 2;
pub(super) const END: usize = 3;
pub(super) const TYPE: usize = 4;
pub(super) const MIN: usize = 5;
pub(super) const MAX: usize = 6;
pub(super) const DEFAULT: usize = 7;
pub(super) const FUZZ: usize = 8;
pub(super) const PREFIX: usize = 9;
pub(super) const MULT: usize = 10;
pub(super) const FILL: usize = 11;
pub(super) const NOEDIT: usize = 12;
pub(super) const SEXCL: usize = 13;
pub(super) const EEXCL: usize = 14;
pub(super) const HLO: usize = 15;
pub(super) const DECSEP: usize = 16;
pub(super) const DIG3SEP: usize = 17;
pub(super) const DATATYPE: usize = 18;
pub(super) const LANGUAGE: usize = 19;

/// The value of a variable of the data set.
#[derive(Clone, Debug, Default)]
pub(super) enum ControlValue {
    /// The data set does not have the variable.
    #[default]
    Absent,
    Number(f64),
    Text(Vec<u8>),
}

impl ControlValue {
    /// Returns the value as a text without trailing blanks.
    pub(super) fn text(&self) -> Vec<u8> {
        match self {
            Self::Absent => Vec::new(),
            Self::Number(number) => {
                let mut out = Vec::new();
                write_best(*number, 16, &mut out);
                out
            }
            Self::Text(text) => text.trim_ascii_end().to_vec(),
        }
    }

    pub(super) fn word(&self) -> String {
        String::from_utf8_lossy(self.text().trim_ascii()).to_ascii_uppercase()
    }

    /// Returns the value as a number; `None` of a text that is none, and of a blank one.
    pub(super) fn number(&self) -> Option<f64> {
        match self {
            Self::Absent => None,
            Self::Number(number) => Some(*number),
            Self::Text(text) => match text.trim_ascii() {
                [] => None,
                [b'.'] => Some(missing::MISSING),
                [b'.', letter] if !letter.is_ascii_digit() => missing::special(*letter),
                text => number::parse(text),
            },
        }
    }

    /// Returns a number that is not missing.
    pub(super) fn known(&self) -> Option<f64> {
        self.number().filter(|number| !missing::is_missing(*number))
    }

    pub(super) fn width(&self) -> Option<u16> {
        let number = self.known().filter(|number| (1.0..=32_767.0).contains(number));
        // A whole number in that range.
        number.map(|number| number as u16)
    }

    pub(super) fn byte(&self) -> Option<u8> {
        match self {
            Self::Text(text) => text.first().copied(),
            _ => None,
        }
    }

    pub(super) fn is_blank(&self) -> bool {
        match self {
            Self::Absent => true,
            Self::Number(number) => missing::is_missing(*number),
            Self::Text(text) => text.trim_ascii().is_empty(),
        }
    }
}
