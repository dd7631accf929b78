//! Which values a system option takes, and what is said of them.

/// Which values an option takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// On or off: `NAME` and `NONAME`.
    Switch,
    /// Off and never on: `NONAME` says what is so, and `NAME` is refused.
    Off,
    /// A whole number from `least` to `most`, or `MAX`, which is the greatest.
    Number {
        /// The least.
        least: u64,
        /// The greatest.
        most: u64,
    },
    /// One character, with or without quotes.
    Character,
    /// The name of a library.
    Library,
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
    /// A name in capitals.
    Name(String),
}

impl Form {
    /// What it takes, in words.
    pub fn text(self) -> String {
        match self {
            Self::Switch => "no value: NAME turns it on, NONAME off".to_owned(),
            Self::Off => "no value, and can only be turned off".to_owned(),
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
            Self::Library => "the name of a library".to_owned(),
        }
    }

    pub(super) fn given(self, on: bool, value: Option<&str>) -> Option<Given> {
        match (self, value) {
            (Self::Switch, None) => Some(Given::Switch(on)),
            (Self::Off, None) if !on => Some(Given::Switch(false)),
            (Self::Number { most, .. }, Some(value)) if value.eq_ignore_ascii_case("max") => {
                Some(Given::Number(most))
            }
            (Self::Number { least, most }, Some(value)) => {
                feedrate_dataset::settings::parse_number(value)
                    .filter(|number| (least..=most).contains(number))
                    .map(Given::Number)
            }
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
            _ => None,
        }
    }

    pub(super) fn written(self, name: &str, value: &str) -> String {
        match self {
            Self::Switch if value == "true" => name.to_owned(),
            Self::Switch | Self::Off => format!("NO{name}"),
            _ => format!("{name}={value}"),
        }
    }
}
