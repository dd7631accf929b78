//! An argument: the letter of its option, and the parsing of its value.

use super::super::error::Error;
use super::super::value::{number, size};
use crate::argument_error::ArgumentError;

/// The longest time of a test, in seconds.
pub(in super::super) const LONGEST: u64 = 31_536_000;

/// An option with its value.
pub(super) struct Argument<'a> {
    /// All of it.
    pub(super) text: &'a str,
    /// The letter of the option.
    pub(super) letter: char,
    /// The text after the letter.
    pub(super) value: &'a str,
    /// Bytes of a block, which may be the unit of sizes.
    pub(super) block: u64,
}

impl<'a> Argument<'a> {
    /// Splits an argument that begins with a hyphen.
    pub(super) fn new(text: &'a str, block: u64) -> Self {
        let mut letters = text[1..].chars();
        let letter = letters.next().unwrap_or('-');
        Self {
            text,
            letter,
            value: letters.as_str(),
            block,
        }
    }

    /// Returns the error for an invalid value.
    pub(super) fn wrong(&self, expected: &'static str) -> ArgumentError {
        ArgumentError::Value {
            given: self.text.to_owned(),
            expected,
        }
    }

    /// Returns the error for an option that exists only on Windows, or is not supported.
    pub(super) fn not_supported(&self, why: &'static str) -> Error {
        Error::NotSupported {
            given: self.text.to_owned(),
            why,
        }
    }

    /// Returns the error for an unknown option.
    pub(super) fn unknown(&self) -> ArgumentError {
        ArgumentError::Unknown {
            given: self.text.to_owned(),
            nearest: None,
            tool: super::TOOL,
        }
    }

    /// Parses the value as a size.
    pub(super) fn bytes(&self, expected: &'static str) -> Result<u64, ArgumentError> {
        size(self.value, self.block).ok_or_else(|| self.wrong(expected))
    }

    /// Parses the value as a number from 1 to `most`.
    pub(super) fn count(&self, most: u64, expected: &'static str) -> Result<u64, ArgumentError> {
        number(self.value)
            .filter(|count| (1..=most).contains(count))
            .ok_or_else(|| self.wrong(expected))
    }

    /// Parses the value as a number from 1 to 65,536.
    pub(super) fn small_count(&self, expected: &'static str) -> Result<u32, ArgumentError> {
        Ok(self.count(super::MOST_COUNT.into(), expected)? as u32)
    }

    /// Parses the value as a time.
    pub(super) fn seconds(&self, expected: &'static str) -> Result<u64, ArgumentError> {
        number(self.value)
            .filter(|&seconds| seconds <= LONGEST)
            .ok_or_else(|| self.wrong(expected))
    }

    /// Parses the value as a percentage of at least `least`.
    pub(super) fn percent(&self, value: &str, least: u64, expected: &'static str) -> Result<u8, ArgumentError> {
        let percent = number(value).filter(|percent| (least..=100).contains(percent));
        Ok(percent.ok_or_else(|| self.wrong(expected))? as u8)
    }
}
