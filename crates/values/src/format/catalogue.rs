//! The formats that there are, and how a spec becomes a format.

use std::collections::HashMap;
use std::sync::Arc;

use super::error::{DefineError, FormatError};
use super::rule::Rule;
use super::user::{Label, Ranges, Ready, ReadyFormat, UserFormat};
use super::{Form, Format, MOST_WIDTH};
use crate::Kind;
use crate::spec::Spec;

/// How deep labels may name other formats.
const MOST_DEPTH: usize = 16;

/// The formats of the language and of the program.
#[derive(Clone, Debug)]
pub struct Formats {
    user: HashMap<String, UserFormat>,
    settings: Settings,
}

/// What besides its spec decides how a format writes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Settings {
    /// What stands for the ordinary missing value.
    pub(super) missing: u8,
    /// How many seconds local time is ahead of universal time.
    pub(super) utc_offset: i32,
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
    /// The formats of the language alone.
    pub fn new() -> Self {
        Self::default()
    }

    /// What formats resolved from now on write for the ordinary missing value, as the option `MISSING=`
    /// says. A point at first.
    pub fn set_missing_character(&mut self, character: u8) {
        self.settings.missing = character;
    }

    /// How many seconds ahead of universal time the local time is that formats resolved from now on write, as
    /// `E8601LX` does. None at first.
    pub fn set_utc_offset(&mut self, seconds: i32) {
        self.settings.utc_offset = seconds;
    }

    /// Adds a format of the program, in the place of one with the same name.
    pub fn define(&mut self, mut format: UserFormat) -> Result<(), DefineError> {
        format.name.make_ascii_uppercase();
        format.check()?;
        if Rule::of(&format.name).is_some() {
            return Err(DefineError::Taken(format.name));
        }
        self.user.insert(format.name.clone(), format);
        Ok(())
    }

    /// The formats of the program, in the order of their names.
    pub fn defined(&self) -> Vec<&UserFormat> {
        let mut formats: Vec<_> = self.user.values().collect();
        formats.sort_by(|a, b| a.name.cmp(&b.name));
        formats
    }

    /// The format for values of a kind. `length` is that of the text, which is the default width of
    /// formats for text; for numbers it does not matter. A name for text may lack its `$`.
    pub fn resolve(&self, spec: &Spec, kind: Kind, length: usize) -> Result<Format, FormatError> {
        self.resolve_within(spec, kind, length, 0)
    }

    fn resolve_within(
        &self,
        spec: &Spec,
        kind: Kind,
        length: usize,
        depth: usize,
    ) -> Result<Format, FormatError> {
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
        let Some(rule) = Rule::of(&name) else {
            let is_other_kind = name != spec.name
                && (self.user.contains_key(&spec.name) || Rule::of(&spec.name).is_some());
            return Err(if is_other_kind {
                FormatError::ForNumbers(spec.to_string())
            } else {
                FormatError::Unknown(spec.to_string())
            });
        };
        rule.format(spec, length, self.settings)
    }

    fn resolve_user(
        &self,
        user: &UserFormat,
        spec: &Spec,
        length: usize,
        depth: usize,
    ) -> Result<Format, FormatError> {
        if depth == MOST_DEPTH {
            return Err(FormatError::Circle(user.name.clone()));
        }
        let kind = match user.ranges {
            Ranges::Numbers(_) => Kind::Number,
            Ranges::Text(_) => Kind::Text,
        };
        let ready = |label: &Label| match label {
            Label::Text(text) => Ok(Ready::Text(text.clone())),
            Label::Format(spec) => self
                .resolve_within(spec, kind, length, depth + 1)
                .map(Ready::Format),
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
