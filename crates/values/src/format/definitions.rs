//! The formats and informats of the program, in catalogues.

use std::collections::HashMap;
use std::sync::Arc;

use super::error::DefineError;
use super::rule_of;
use super::user::{CheckedFormat, UserFormat};
use crate::informat::{UserInformat, is_of_language};
use crate::ranges::RangeFault;

/// The most characters of a name, without `$`.
const MOST_LETTERS: usize = 32;

/// A format or an informat of the program.
#[derive(Clone, Debug, PartialEq)]
pub enum Definition {
    /// One of VALUE or PICTURE.
    Format(UserFormat),
    /// One of INVALUE.
    Informat(UserInformat),
}

impl Definition {
    /// Returns its name, with the `$` of character formats and informats.
    pub fn name(&self) -> &str {
        match self {
            Self::Format(format) => &format.name,
            Self::Informat(informat) => &informat.name,
        }
    }

    /// Returns the word for it in messages.
    pub fn noun(&self) -> &'static str {
        match self {
            Self::Format(_) => "format",
            Self::Informat(_) => "informat",
        }
    }
}

/// A catalogue: formats and informats by their names.
#[derive(Clone, Debug, Default)]
pub(super) struct Definitions {
    formats: HashMap<String, Arc<CheckedFormat>>,
    informats: HashMap<String, Arc<UserInformat>>,
}

impl Definitions {
    pub(super) fn format(&self, name: &str) -> Option<&Arc<CheckedFormat>> {
        self.formats.get(name)
    }

    pub(super) fn informat(&self, name: &str) -> Option<&Arc<UserInformat>> {
        self.informats.get(name)
    }

    /// Returns the formats, sorted by name.
    pub(super) fn formats(&self) -> Vec<&UserFormat> {
        let mut formats: Vec<_> = self.formats.values().map(|checked| &checked.format).collect();
        formats.sort_by(|a, b| a.name.cmp(&b.name));
        formats
    }

    /// Returns the informats, sorted by name.
    pub(super) fn informats(&self) -> Vec<&UserInformat> {
        let mut informats: Vec<_> = self.informats.values().map(|informat| &**informat).collect();
        informats.sort_by(|a, b| a.name.cmp(&b.name));
        informats
    }

    pub(super) fn is_empty(&self) -> bool {
        self.formats.is_empty() && self.informats.is_empty()
    }

    /// Adds a definition, and replaces one of the same name.
    pub(super) fn add(&mut self, definition: Definition) -> Result<(), DefineError> {
        match definition {
            Definition::Format(mut format) => {
                format.name.make_ascii_uppercase();
                let is_text = format.kind() == crate::Kind::Text;
                check_name(&format.name, "format", Some(is_text), rule_of(&format.name).is_some())?;
                let sound = format.ranges.arrange(format.arrangement);
                sound.map_err(|fault| range_error(&format.name, "format", fault))?;
                let name = format.name.clone();
                self.formats.insert(name, Arc::new(CheckedFormat::new(format)));
            }
            Definition::Informat(mut informat) => {
                informat.name.make_ascii_uppercase();
                check_name(&informat.name, "informat", None, is_of_language(&informat.name))?;
                let sound = informat.arrange();
                sound.map_err(|fault| range_error(&informat.name, "informat", fault))?;
                self.informats.insert(informat.name.clone(), Arc::new(informat));
            }
        }
        Ok(())
    }
}

fn range_error(name: &str, noun: &'static str, fault: RangeFault) -> DefineError {
    let name = name.to_owned();
    match fault {
        RangeFault::Backwards(range) => DefineError::Backwards { noun, name, range },
        RangeFault::Overlap(first, second) => DefineError::Overlap {
            noun,
            name,
            first,
            second,
        },
    }
}

/// Checks a name; `is_text` is whether the values are texts, if the name has to say so.
fn check_name(name: &str, noun: &'static str, is_text: Option<bool>, is_taken: bool) -> Result<(), DefineError> {
    let letters = name.strip_prefix('$').unwrap_or(name);
    let is_name = !letters.is_empty()
        && letters.len() <= MOST_LETTERS
        && letters.bytes().all(|byte| byte == b'_' || byte.is_ascii_alphanumeric())
        && !letters.starts_with(|c: char| c.is_ascii_digit())
        && !letters.ends_with(|c: char| c.is_ascii_digit());
    let name = name.to_owned();
    if !is_name {
        return Err(DefineError::Name { noun, name });
    }
    if is_text.is_some_and(|is_text| is_text != name.starts_with('$')) {
        return Err(DefineError::Kind(name));
    }
    match is_taken {
        true => Err(DefineError::Taken { noun, name }),
        false => Ok(()),
    }
}
