//! The values that system options take.

use std::path::PathBuf;

use feedrate_dataset::settings::parse_number;

/// The most cores that CPUCOUNT= names.
const MOST_CORES: u32 = 1024;

/// Which values an option takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// On or off: `NAME` and `NONAME`.
    Switch,
    /// A whole number from `least` to `most`, or `MAX`, which is the greatest.
    Number {
        /// The least.
        least: u64,
        /// The greatest.
        most: u64,
    },
    /// One character, with or without quotes.
    Character,
    /// The name of a library or of a session.
    Library,
    /// One of these words, which are in capitals.
    Word(&'static [&'static str]),
    /// Any text.
    Text,
    /// How many cores: 1 to 1024, or `ACTUAL`.
    Cores,
    /// A size in memory, of which 0 and `MAX` stand for all that is to be had.
    Memory,
    /// A folder, or `WORK`.
    Folder,
}

/// A value that an option takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Given {
    /// On or off.
    Switch(bool),
    /// A number in its range.
    Number(u64),
    /// A character.
    Character(char),
    /// A name or a word in capitals.
    Name(String),
    /// A text.
    Text(String),
    /// How many cores; `None` for those that there are.
    Cores(Option<u32>),
    /// Bytes of memory; `None` for all that is to be had.
    Size(Option<u64>),
    /// A folder; `None` for that of WORK.
    Folder(Option<PathBuf>),
}

impl Given {
    /// The value as it is kept of an option that has no effect.
    pub(super) fn text(&self) -> String {
        match self {
            Self::Switch(on) => on.to_string(),
            Self::Number(number) => number.to_string(),
            Self::Character(character) => format!("'{character}'"),
            Self::Name(name) => name.clone(),
            Self::Text(text) => text.clone(),
            Self::Cores(cores) => cores.map_or_else(|| "ACTUAL".to_owned(), |it| it.to_string()),
            Self::Size(bytes) => bytes.map_or_else(|| "MAX".to_owned(), |it| it.to_string()),
            Self::Folder(folder) => folder
                .as_ref()
                .map_or_else(|| "WORK".to_owned(), |it| it.display().to_string()),
        }
    }
}

impl Form {
    /// What it takes, in words.
    pub fn text(self) -> String {
        match self {
            Self::Switch => "no value: NAME turns it on, NONAME off".to_owned(),
            Self::Number {
                least,
                most: u64::MAX,
            } => {
                format!("a whole number from {least} on, or MAX")
            }
            Self::Number { least, most } => {
                format!("a whole number from {least} to {most}, or MAX")
            }
            Self::Character => "one character".to_owned(),
            Self::Library => "a name of at most 8 letters".to_owned(),
            Self::Word(words) => words.join(" or "),
            Self::Text => "a text in quotes".to_owned(),
            Self::Cores => format!("a whole number from 1 to {MOST_CORES}, or ACTUAL"),
            Self::Memory => "a number of bytes such as 512M, or MAX".to_owned(),
            Self::Folder => "a folder that is there, in quotes, or WORK".to_owned(),
        }
    }

    pub(super) fn given(self, on: bool, value: Option<&str>) -> Option<Given> {
        match (self, value) {
            (Self::Switch, None) => Some(Given::Switch(on)),
            (Self::Number { most, .. }, Some(value)) if value.eq_ignore_ascii_case("max") => {
                Some(Given::Number(most))
            }
            (Self::Number { least, .. }, Some(value)) if value.eq_ignore_ascii_case("min") => {
                Some(Given::Number(least))
            }
            (Self::Number { least, most }, Some(value)) => parse_number(value)
                .filter(|number| (least..=most).contains(number))
                .map(Given::Number),
            (Self::Character, Some(value)) => {
                let mut characters = value.chars();
                let first = characters.next().unwrap_or(' ');
                characters
                    .next()
                    .is_none()
                    .then_some(Given::Character(first))
            }
            (Self::Library, Some(value)) => {
                let is_name = value.len() <= 8
                    && value.chars().all(|c| c == '_' || c.is_ascii_alphanumeric());
                is_name.then(|| Given::Name(value.to_ascii_uppercase()))
            }
            (Self::Word(words), Some(value)) => words
                .iter()
                .find(|word| value.eq_ignore_ascii_case(word))
                .map(|word| Given::Name((*word).to_owned())),
            (Self::Text, Some(value)) => Some(Given::Text(value.to_owned())),
            (Self::Cores, Some(value)) => {
                if value.eq_ignore_ascii_case("actual") {
                    return Some(Given::Cores(None));
                }
                let number = u32::try_from(parse_number(value)?).ok()?;
                (1..=MOST_CORES)
                    .contains(&number)
                    .then_some(Given::Cores(Some(number)))
            }
            (Self::Memory, Some(value)) if value.eq_ignore_ascii_case("max") => {
                Some(Given::Size(None))
            }
            (Self::Memory, Some(value)) => {
                let bytes = parse_number(value)?;
                Some(Given::Size((bytes > 0).then_some(bytes)))
            }
            (Self::Folder, Some(value)) => {
                if value.eq_ignore_ascii_case("work") {
                    return Some(Given::Folder(None));
                }
                let folder = PathBuf::from(unquoted(value));
                folder.is_dir().then_some(Given::Folder(Some(folder)))
            }
            _ => None,
        }
    }

    pub(super) fn written(self, name: &str, value: &str) -> String {
        match self {
            Self::Switch if value == "true" => name.to_owned(),
            Self::Switch => format!("NO{name}"),
            _ => format!("{name}={value}"),
        }
    }
}

/// A text without the quotes around it. The command line has them where a shell has not taken them.
fn unquoted(text: &str) -> &str {
    let within = |quote| text.strip_prefix(quote)?.strip_suffix(quote);
    within('"').or_else(|| within('\'')).unwrap_or(text)
}
