//! The available formats, and their resolution from specs.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock};

use super::error::{DefineError, FormatError};
use super::rule::Settings;
use super::text::TextForm;
use super::user::{Label, Ranges, Ready, ReadyFormat, UserFormat};
use super::{Form, Format, MOST_WIDTH, rule_of, write_best_with};
use crate::Kind;
use crate::spec::Spec;

/// The deepest nesting of labels that name other formats.
const MOST_DEPTH: usize = 16;

/// The formats of the language and of the program.
#[derive(Clone, Debug)]
pub struct Formats {
    user: HashMap<String, UserFormat>,
    settings: Settings,
}

impl Default for Formats {
    fn default() -> Self {
        Self {
            user: HashMap::new(),
            settings: Settings {
                missing: b'.',
                utc_offset: 0,
            },
        }
    }
}

impl Formats {
    /// Creates a catalogue of only the formats of the language.
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns the formats of the language with the initial settings.
    pub fn of_language() -> &'static Self {
        static FORMATS: LazyLock<Formats> = LazyLock::new(Formats::new);
        &FORMATS
    }

    /// Sets the character that formats write for the ordinary missing value if they are resolved after this call: the
    /// option `MISSING=`. Initially a point.
    pub fn set_missing_character(&mut self, character: u8) {
        self.settings.missing = character;
    }

    /// Sets the seconds by which local time is ahead of universal time, for formats such as `E8601LX` that are resolved
    /// after this call. Initially 0.
    pub fn set_utc_offset(&mut self, seconds: i32) {
        self.settings.utc_offset = seconds;
    }

    /// Returns the character for the ordinary missing value.
    pub fn missing_character(&self) -> u8 {
        self.settings.missing
    }

    /// Returns the format of a value without one: `BEST12.`, or `$w.` with the length of the character value.
    pub fn default_of(&self, kind: Kind, length: usize) -> Format {
        match kind {
            Kind::Number => Format::best(12, self.settings.missing),
            Kind::Text => Format {
                width: length.max(1),
                places: 0,
                missing: self.settings.missing,
                form: Form::Text(TextForm::Plain),
            },
        }
    }

    /// Returns the default format, in place of an unknown one, with the width of that: `BESTw.` or `$w.`.
    pub fn instead_of(&self, spec: &Spec, kind: Kind, length: usize) -> Format {
        let mut format = self.default_of(kind, length);
        let most = match kind {
            Kind::Number => 32,
            Kind::Text => MOST_WIDTH,
        };
        if let Some(width) = spec.width.filter(|width| (1..=most).contains(width)) {
            format.width = usize::from(width);
        }
        format
    }

    /// Appends a number as `BESTw.` does, without leading blanks: the conversion of a number to a character value.
    pub fn write_best(&self, number: f64, width: usize, out: &mut Vec<u8>) {
        write_best_with(number, width, self.settings.missing, out);
    }

    /// Returns the seconds by which local time is ahead of universal time.
    pub fn utc_offset(&self) -> i32 {
        self.settings.utc_offset
    }

    /// Adds a format of the program, and replaces one of the same name.
    ///
    /// # Errors
    ///
    /// Returns an error if its name is invalid or that of a format of the language, if the kinds of its name and values
    /// differ, if a range ends before it begins, or if ranges overlap.
    pub fn define(&mut self, mut format: UserFormat) -> Result<(), DefineError> {
        format.name.make_ascii_uppercase();
        format.check()?;
        if rule_of(&format.name).is_some() {
            return Err(DefineError::Taken(format.name));
        }
        self.user.insert(format.name.clone(), format);
        Ok(())
    }

    /// Returns the formats of the program, sorted by name.
    pub fn defined(&self) -> Vec<&UserFormat> {
        let mut formats: Vec<_> = self.user.values().collect();
        formats.sort_by(|a, b| a.name.cmp(&b.name));
        formats
    }

    /// Resolves a spec for values of a kind. `length` is that of character values, which is the default width of
    /// character formats. The name of a character format may lack its `$`.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no such format, if it is for the other kind, if its width or decimals are not
    /// allowed, or if labels of formats refer to each other.
    pub fn resolve(&self, spec: &Spec, kind: Kind, length: usize) -> Result<Format, FormatError> {
        self.resolve_within(spec, kind, length, 0)
    }

    fn resolve_within(&self, spec: &Spec, kind: Kind, length: usize, depth: usize) -> Result<Format, FormatError> {
        let mut name = spec.name.clone();
        if kind == Kind::Text && !spec.is_text() {
            name.insert(0, '$');
        }
        if kind == Kind::Number && spec.is_text() {
            return Err(FormatError::ForText(spec.to_string()));
        }
        if let Some(user) = self.user.get(&name) {
            return self.resolve_user(user, spec, length, depth);
        }
        let Some(rule) = rule_of(&name) else {
            let is_other_kind =
                name != spec.name && (self.user.contains_key(&spec.name) || rule_of(&spec.name).is_some());
            return Err(if is_other_kind {
                FormatError::ForNumbers(spec.to_string())
            } else {
                FormatError::Unknown(spec.name.clone())
            });
        };
        rule.format(spec, length, self.settings)
    }

    fn resolve_user(&self, user: &UserFormat, spec: &Spec, length: usize, depth: usize) -> Result<Format, FormatError> {
        if depth == MOST_DEPTH {
            return Err(FormatError::Circle(user.name.clone()));
        }
        let kind = match user.ranges {
            Ranges::Numbers(_) => Kind::Number,
            Ranges::Text(_) => Kind::Text,
        };
        let ready = |label: &Label| match label {
            Label::Text(text) => Ok(Ready::Text(text.clone())),
            Label::Format(spec) => self.resolve_within(spec, kind, length, depth + 1).map(Ready::Format),
        };
        let labels: Vec<Ready> = match &user.ranges {
            Ranges::Numbers(ranges) => ranges
                .iter()
                .map(|range| ready(&range.label))
                .collect::<Result<_, _>>()?,
            Ranges::Text(ranges) => ranges
                .iter()
                .map(|range| ready(&range.label))
                .collect::<Result<_, _>>()?,
        };
        let other = user.other.as_ref().map(ready).transpose()?;
        let ready = ReadyFormat {
            ranges: user.ranges.clone(),
            labels,
            other,
        };
        let width = match spec.width.or(user.width) {
            Some(width) if width == 0 || width > MOST_WIDTH => {
                let (spec, least, most) = (spec.to_string(), 1, MOST_WIDTH);
                return Err(FormatError::Width { spec, least, most });
            }
            Some(width) => usize::from(width),
            None => ready.label_width(),
        };
        let form = Form::User(Arc::new(ready));
        Ok(Format {
            width,
            places: 0,
            missing: self.settings.missing,
            form,
        })
    }
}
