//! The available formats, and their resolution from specs.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock};

use super::definitions::{Definition, Definitions};
use super::error::{DefineError, FormatError};
use super::rule::Settings;
use super::text::TextForm;
use super::user::{CheckedFormat, ReadyFormat, UserFormat};
use super::{Form, Format, MOST_WIDTH, rule_of, write_best_with};
use crate::Kind;
use crate::absence;
use crate::informat::{Informat, InformatError, InformatSettings, UserInformat};
use crate::spec::Spec;

/// The deepest nesting of labels that name other formats.
const MOST_DEPTH: usize = 16;

/// The catalogue of formats without one.
pub const WORK_FORMATS: &str = "WORK.FORMATS";

/// The formats of the language and of the program.
#[derive(Clone, Debug)]
pub struct Formats {
    /// The formats and informats of the program, by the names of their catalogues.
    catalogues: HashMap<String, Definitions>,
    /// The catalogues that are looked into, in order.
    search: Vec<String>,
    settings: Settings,
}

impl Default for Formats {
    fn default() -> Self {
        Self {
            catalogues: HashMap::new(),
            search: vec![WORK_FORMATS.to_owned(), "LIBRARY.FORMATS".to_owned()],
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

    /// Sets the catalogues in which formats and informats of the program are looked for, in this order: the option
    /// `FMTSEARCH=`.
    pub fn set_search(&mut self, catalogues: Vec<String>) {
        self.search = catalogues;
    }

    /// Adds a format of the program to the catalogue WORK.FORMATS, and replaces one of the same name.
    ///
    /// # Errors
    ///
    /// Returns an error if its name is invalid or that of a format of the language, if the kinds of its name and values
    /// differ, if a range ends before it begins, or if ranges overlap.
    pub fn define(&mut self, format: UserFormat) -> Result<(), DefineError> {
        self.define_in(WORK_FORMATS, Definition::Format(format))
    }

    /// Adds a format or informat of the program to a catalogue, as [`define`](Self::define) does.
    ///
    /// # Errors
    ///
    /// Returns an error in the same cases.
    pub fn define_in(&mut self, catalogue: &str, definition: Definition) -> Result<(), DefineError> {
        self.catalogues.entry(catalogue.to_owned()).or_default().add(definition)
    }

    /// Returns whether a catalogue has a format or informat of the name and sort of another.
    pub fn has(&self, catalogue: &str, definition: &Definition) -> bool {
        let Some(definitions) = self.catalogues.get(catalogue) else {
            return false;
        };
        let name = definition.name().to_ascii_uppercase();
        match definition {
            Definition::Format(_) => definitions.format(&name).is_some(),
            Definition::Informat(_) => definitions.informat(&name).is_some(),
        }
    }

    /// Returns whether the program has defined formats or informats.
    pub fn has_definitions(&self) -> bool {
        self.catalogues.values().any(|definitions| !definitions.is_empty())
    }

    /// Returns the formats of a catalogue, sorted by name.
    pub fn defined(&self, catalogue: &str) -> Vec<&UserFormat> {
        self.catalogues
            .get(catalogue)
            .map_or_else(Vec::new, Definitions::formats)
    }

    /// Returns the informats of a catalogue, sorted by name.
    pub fn defined_informats(&self, catalogue: &str) -> Vec<&UserInformat> {
        self.catalogues
            .get(catalogue)
            .map_or_else(Vec::new, Definitions::informats)
    }

    /// Returns the format of the program that a name means.
    fn user(&self, name: &str) -> Option<&Arc<CheckedFormat>> {
        let mut searched = self.search.iter().filter_map(|name| self.catalogues.get(name));
        searched.find_map(|definitions| definitions.format(name))
    }

    /// Resolves the spec of an informat for values of a kind, as [`Informat::resolve`] does, with the informats of the
    /// program.
    ///
    /// # Errors
    ///
    /// Returns an error in the same cases, and if results of informats refer to each other.
    pub fn informat(
        &self,
        spec: &Spec,
        kind: Kind,
        length: usize,
        settings: InformatSettings,
    ) -> Result<Informat, InformatError> {
        let find = |name: &str| {
            let mut searched = self.search.iter().filter_map(|name| self.catalogues.get(name));
            searched.find_map(|definitions| definitions.informat(name)).cloned()
        };
        Informat::resolve_with(spec, kind, length, settings, &find)
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
        if let Some(user) = self.user(&name) {
            return self.resolve_user(user, spec, length, depth);
        }
        let Some(rule) = rule_of(&name) else {
            let is_other_kind = name != spec.name && (self.user(&spec.name).is_some() || rule_of(&spec.name).is_some());
            return Err(match absence::reason(&name) {
                _ if is_other_kind => FormatError::ForNumbers(spec.to_string()),
                Some(reason) => FormatError::Absent(name, reason),
                None if name == "$VARYING" => FormatError::Varying(name),
                None => FormatError::Unknown(spec.name.clone()),
            });
        };
        rule.format(spec, length, self.settings)
    }

    fn resolve_user(
        &self,
        user: &Arc<CheckedFormat>,
        spec: &Spec,
        length: usize,
        depth: usize,
    ) -> Result<Format, FormatError> {
        let format = &user.format;
        if depth == MOST_DEPTH {
            return Err(FormatError::Circle(format.name.clone()));
        }
        let nested = user.nested.iter().map(|(index, spec)| {
            let nested = self.resolve_within(spec, format.kind(), length, depth + 1)?;
            Ok((*index, nested))
        });
        let ready = ReadyFormat {
            nested: nested.collect::<Result<_, _>>()?,
            checked: Arc::clone(user),
        };
        let widths = &format.widths;
        let (least, most) = (widths.least.unwrap_or(1), widths.most.unwrap_or(MOST_WIDTH));
        let width = match (spec.width, widths.default) {
            (Some(width), _) if !(least..=most).contains(&width) => {
                let spec = spec.to_string();
                return Err(FormatError::Width { spec, least, most });
            }
            (Some(width), _) => usize::from(width),
            (None, Some(width)) => usize::from(width.max(least).min(most)),
            (None, None) => ready.label_width().max(least.into()).min(most.into()),
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
