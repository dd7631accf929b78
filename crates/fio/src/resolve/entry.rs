//! Parses a line as an option: its definition, and its value without comments and with variables expanded.

use super::Resolver;
use crate::error::{Error, Result};
use crate::job::{OptionText, RemarkKind};
use crate::options::{self, Definition};
use crate::text::{Line, Section, without_comment, without_spaced_comment};

/// An option of a section.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    pub(super) definition: &'static Definition,
    /// The number of its section, counted through all files.
    pub(super) section: usize,
    /// The option for reports. Blanks around the value are removed, except for those before it if it is parsed as fio
    /// does.
    pub(super) text: OptionText,
    /// The value with blanks before it, which are significant in fio.
    pub(super) raw: Option<String>,
    undefined: Vec<String>,
}

impl Entry {
    /// Returns the option as messages show it.
    pub(super) fn shown(&self) -> String {
        match &self.text.value {
            None => self.text.name.to_owned(),
            Some(value) => format!("{}={value}", self.text.name),
        }
    }

    /// Adds undefined variables, a possible cause, to a reason.
    pub(super) fn with_undefined(&self, reason: String) -> String {
        match self.undefined.first() {
            None => reason,
            Some(name) => format!("{reason} (the variable {name} is not set)"),
        }
    }
}

impl Resolver<'_> {
    /// Returns the options of a section, in order.
    pub(super) fn entries(&mut self, section: &Section, number: usize) -> Result<Vec<Entry>> {
        let mut entries: Vec<Entry> = Vec::with_capacity(section.lines.len());
        for line in &section.lines {
            let Some(definition) = options::named(&line.key) else {
                return Err(self.unknown(line));
            };
            let entry = self.entry(line, definition, number);
            self.note_duplicate(&entry, &entries);
            entries.push(entry);
        }
        Ok(entries)
    }

    /// Returns the error for an unknown option. If the section has an unsupported engine, which may have options of its
    /// own, the error is about the engine.
    fn unknown(&self, line: &Line) -> Error {
        let engine = options::named("ioengine");
        let refused = self.sections.iter().find_map(|section| {
            let line = section.lines.iter().find(|line| line.key == "ioengine")?;
            let value = without_comment(line.value.as_deref()?).trim();
            let advice = engine?.refusal(Some(value))?;
            Some(Error::Unsupported {
                location: line.location.clone(),
                job: section.name.clone(),
                option: format!("ioengine={value}"),
                advice: advice.to_owned(),
            })
        });
        refused.unwrap_or_else(|| Error::UnknownOption {
            location: line.location.clone(),
            given: line.key.clone(),
            nearest: options::nearest(&line.key),
        })
    }

    fn entry(&mut self, line: &Line, definition: &'static Definition, section: usize) -> Entry {
        let mut undefined = Vec::new();
        let raw = line.value.as_deref().map(|value| {
            let value = match &line.location.file {
                // The shell has removed comments.
                None => value,
                Some(_) => self.uncommented(line, value, definition),
            };
            let expanded = self.reading.surroundings.expand(value);
            undefined = expanded.undefined;
            expanded.text
        });
        for name in &undefined {
            let text = format!("the variable {name} is not set; nothing stands in its place");
            self.remark(RemarkKind::Warning, line.location.clone(), definition.name, text);
        }
        Entry {
            definition,
            section,
            text: OptionText {
                name: definition.name,
                value: raw.as_deref().map(|raw| self.trimmed(raw).to_owned()),
                location: line.location.clone(),
            },
            raw,
            undefined,
        }
    }

    /// Returns a value for reports. In fio, a blank before it is a part of it.
    fn trimmed<'v>(&self, raw: &'v str) -> &'v str {
        match self.reading.strict {
            true => raw.trim_end(),
            false => raw.trim(),
        }
    }

    /// Returns a value without its comment. In a file name, `#` without a blank before it is a letter, except in fio.
    fn uncommented<'v>(&mut self, line: &Line, value: &'v str, definition: &'static Definition) -> &'v str {
        let fios = without_comment(value);
        let meant = without_spaced_comment(value);
        if !definition.is_text || fios == meant {
            return fios;
        }
        let name = definition.name;
        let (taken, text) = if self.reading.strict {
            (
                fios,
                format!("{name}: to fio the value ends before the comment sign: '{fios}'"),
            )
        } else {
            let text = format!(
                "{name}: '{}' is taken as it stands; to fio it ends before the comment sign: '{}'",
                meant.trim(),
                fios.trim()
            );
            (meant, text)
        };
        self.remark(RemarkKind::Trap, line.location.clone(), name, text);
        taken
    }

    fn note_duplicate(&mut self, entry: &Entry, before: &[Entry]) {
        let earlier = before.iter().rev().find(|earlier| earlier.text.name == entry.text.name);
        if let Some(earlier) = earlier
            && !entry.definition.is_list
            && earlier.text.value != entry.text.value
        {
            let text = format!(
                "{} stands in the place of {} of {}",
                entry.shown(),
                earlier.shown(),
                earlier.text.location
            );
            let location = entry.text.location.clone();
            self.remark(RemarkKind::Warning, location, entry.text.name, text);
        }
    }
}
