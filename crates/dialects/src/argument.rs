//! An argument with one hyphen: the letter of its option, and the parsing of its value.

use std::ops::RangeInclusive;

use crate::argument_error::ArgumentError;

/// An option with its value.
pub(crate) struct Argument<'a> {
    /// All of it.
    pub(crate) text: &'a str,
    /// The letter of the option.
    pub(crate) letter: char,
    /// The text after the letter.
    pub(crate) value: &'a str,
    /// The tool whose option it is.
    tool: &'static str,
}

impl<'a> Argument<'a> {
    /// Splits an argument that begins with a hyphen.
    pub(crate) fn new(text: &'a str, tool: &'static str) -> Self {
        let mut letters = text[1..].chars();
        let letter = letters.next().unwrap_or('-');
        let value = letters.as_str();
        Self {
            text,
            letter,
            value,
            tool,
        }
    }

    /// Returns the error for an invalid value.
    pub(crate) fn wrong(&self, expected: &'static str) -> ArgumentError {
        ArgumentError::Value {
            given: self.text.to_owned(),
            expected,
        }
    }

    /// Returns the error for an unknown option.
    pub(crate) fn unknown(&self, nearest: Option<String>) -> ArgumentError {
        ArgumentError::Unknown {
            given: self.text.to_owned(),
            nearest,
            tool: self.tool,
        }
    }

    /// Returns what was parsed, or the error for an invalid value if it is `None`.
    pub(crate) fn valid<T>(&self, parsed: Option<T>, expected: &'static str) -> Result<T, ArgumentError> {
        parsed.ok_or_else(|| self.wrong(expected))
    }

    /// Parses the value as a number within a range.
    pub(crate) fn number(&self, range: RangeInclusive<u64>, expected: &'static str) -> Result<u64, ArgumentError> {
        self.number_of(self.value, range, expected)
    }

    /// The same for a part of the value.
    pub(crate) fn number_of(
        &self,
        text: &str,
        range: RangeInclusive<u64>,
        expected: &'static str,
    ) -> Result<u64, ArgumentError> {
        self.valid(number(text).filter(|number| range.contains(number)), expected)
    }
}

/// Parses an unsigned integer.
pub(crate) fn number(text: &str) -> Option<u64> {
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    digits.then(|| text.parse().ok()).flatten()
}
