//! The forms of option values, and their parsing and formatting.

use std::path::PathBuf;

use crate::number::parse_number;
use crate::value::OptionValue;

/// The greatest value of CPUCOUNT=.
const MOST_CORES: u32 = 1024;

/// The form of an option's values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// On or off: `NAME` and `NONAME`.
    Switch,
    /// An integer from `least` to `most`, or `MAX`, which is the greatest.
    Number {
        /// The least.
        least: u64,
        /// The greatest.
        most: u64,
    },
    /// One character, with or without quotes.
    Character,
    /// The name of a library or of a session.
    Name,
    /// One of these words, which are in upper case.
    Word(&'static [&'static str]),
    /// Any text.
    Text,
    /// A number of cores: 1 to 1024, or `ACTUAL`, which is 0.
    Cores,
    /// A size of memory; 0 and `MAX` stand for all that is available, [`u64::MAX`].
    Memory,
    /// A folder, or `WORK`.
    Folder,
}

/// Returns the form of an integer from `least` to `most`.
pub(crate) const fn number(least: u64, most: u64) -> Form {
    Form::Number { least, most }
}

/// Any integer.
pub(crate) const NUMBER: Form = number(0, u64::MAX);

impl Form {
    /// Describes the accepted values.
    pub fn text(self) -> String {
        match self {
            Self::Switch => "no value: NAME turns it on, NONAME off".to_owned(),
            Self::Number { least, most: u64::MAX } => {
                format!("a whole number from {least} on, or MAX")
            }
            Self::Number { least, most } => {
                format!("a whole number from {least} to {most}, or MAX")
            }
            Self::Character => "one character".to_owned(),
            Self::Name => "a name of at most 8 letters".to_owned(),
            Self::Word(words) => words.join(" or "),
            Self::Text => "a text in quotes".to_owned(),
            Self::Cores => format!("a whole number from 1 to {MOST_CORES}, or ACTUAL"),
            Self::Memory => "a number of bytes such as 512M, or MAX".to_owned(),
            Self::Folder => "a folder that is there, in quotes, or WORK".to_owned(),
        }
    }

    /// Parses a value; returns `None` if it is not of this form. `on` is whether the word before it turns a switch on.
    pub fn read(self, on: bool, value: Option<&str>) -> Option<OptionValue> {
        let Some(value) = value else {
            return (self == Self::Switch).then_some(OptionValue::Switch(on));
        };
        let is = |word: &str| value.eq_ignore_ascii_case(word);
        match self {
            Self::Switch => None,
            Self::Number { most, .. } if is("max") => Some(OptionValue::Number(most)),
            Self::Number { least, .. } if is("min") => Some(OptionValue::Number(least)),
            Self::Number { least, most } => parse_number(value)
                .filter(|number| (least..=most).contains(number))
                .map(OptionValue::Number),
            Self::Character => {
                let mut characters = value.chars();
                let first = characters.next().unwrap_or(' ');
                let is_one = characters.next().is_none();
                is_one.then_some(OptionValue::Character(first))
            }
            Self::Name => {
                let is_name = value.len() <= 8 && value.chars().all(|c| c == '_' || c.is_ascii_alphanumeric());
                is_name.then(|| OptionValue::Text(value.to_ascii_uppercase()))
            }
            Self::Word(words) => words
                .iter()
                .find(|word| is(word))
                .map(|word| OptionValue::Text((*word).to_owned())),
            Self::Text => Some(OptionValue::Text(value.to_owned())),
            Self::Cores if is("actual") => Some(OptionValue::Number(0)),
            Self::Cores => parse_number(value)
                .filter(|number| (1..=MOST_CORES.into()).contains(number))
                .map(OptionValue::Number),
            Self::Memory if is("max") => Some(OptionValue::Number(u64::MAX)),
            Self::Memory => parse_number(value).map(|bytes| match bytes {
                0 => OptionValue::Number(u64::MAX),
                bytes => OptionValue::Number(bytes),
            }),
            Self::Folder if is("work") => Some(OptionValue::Folder(None)),
            Self::Folder => {
                let folder = PathBuf::from(unquoted(value));
                folder.is_dir().then_some(OptionValue::Folder(Some(folder)))
            }
        }
    }

    /// Formats a value of this form as a program would write it after the equals sign; `true` or `false` for a switch.
    pub fn show(self, value: &OptionValue) -> String {
        match value {
            OptionValue::Switch(on) => on.to_string(),
            OptionValue::Number(0) if self == Self::Cores => "ACTUAL".to_owned(),
            OptionValue::Number(u64::MAX) => "MAX".to_owned(),
            OptionValue::Number(number) => number.to_string(),
            OptionValue::Character(character) => format!("'{character}'"),
            OptionValue::Text(text) if self == Self::Text => quoted(text),
            OptionValue::Text(text) => text.clone(),
            OptionValue::Folder(None) => "WORK".to_owned(),
            OptionValue::Folder(Some(folder)) => format!("'{}'", folder.display()),
        }
    }

    /// Formats an option with a value as a program would set it.
    pub fn assignment(self, name: &str, value: &str) -> String {
        match self {
            Self::Switch if value == "true" => name.to_owned(),
            Self::Switch => format!("NO{name}"),
            _ => format!("{name}={value}"),
        }
    }
}

/// Quotes a text, unless it is one word or in parentheses.
fn quoted(text: &str) -> String {
    let is_word = !text.is_empty() && text.chars().all(|c| c.is_alphanumeric() || c == '_');
    match is_word || text.starts_with('(') {
        true => text.to_owned(),
        false => format!("'{}'", text.replace('\'', "''")),
    }
}

/// Removes the quotes around a text. On the command line a shell may not have removed them.
fn unquoted(text: &str) -> &str {
    let within = |quote| text.strip_prefix(quote)?.strip_suffix(quote);
    within('"').or_else(|| within('\'')).unwrap_or(text)
}
