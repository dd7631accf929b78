//! SELECT and EXCLUDE: the formats and informats of a catalogue that are shown.

use feedrate_language::parse::cursor::Result;
use feedrate_language::token::Symbol;
use feedrate_procedure::grammar::table::argument::Argument;
use feedrate_values::format::Formats;

use super::control::{ControlRow, rows_of_format, rows_of_informat};

/// A format or informat in SELECT or EXCLUDE.
#[derive(Clone, Debug, PartialEq, Eq)]
struct EntryName {
    is_informat: bool,
    /// The name in upper case, with the `$` of one for text.
    name: String,
    /// True of `name:`, which stands for all names that begin so.
    is_prefix: bool,
}

/// The entries that are shown.
#[derive(Clone, Debug, Default)]
pub(super) struct Choice {
    selected: Vec<EntryName>,
    excluded: Vec<EntryName>,
}

/// A format or informat with its ranges.
pub(super) struct Entry {
    pub(super) is_informat: bool,
    /// The name, with the `$` of one for text.
    pub(super) name: String,
    pub(super) rows: Vec<ControlRow>,
}

impl Choice {
    pub(super) fn select(&mut self, from: &mut Argument<'_, '_>) -> Result<()> {
        let names = names(from)?;
        self.selected.extend(names);
        self.check(from)
    }

    pub(super) fn exclude(&mut self, from: &mut Argument<'_, '_>) -> Result<()> {
        let names = names(from)?;
        self.excluded.extend(names);
        self.check(from)
    }

    fn check(&self, from: &Argument<'_, '_>) -> Result<()> {
        match self.selected.is_empty() || self.excluded.is_empty() {
            true => Ok(()),
            false => Err(from.cursor.error("SELECT and EXCLUDE cannot both be there")),
        }
    }

    /// Returns whether the statements name entries.
    pub(super) fn is_any(&self) -> bool {
        !self.selected.is_empty() || !self.excluded.is_empty()
    }

    fn takes(&self, entry: &EntryName) -> bool {
        let is_among = |names: &[EntryName]| {
            names.iter().any(|other| {
                other.is_informat == entry.is_informat
                    && match other.is_prefix {
                        true => entry.name.starts_with(&other.name),
                        false => entry.name == other.name,
                    }
            })
        };
        match self.selected.is_empty() {
            true => !is_among(&self.excluded),
            false => is_among(&self.selected),
        }
    }

    /// Returns the chosen formats of a catalogue and then its informats, those of numbers first, by their names.
    pub(super) fn entries(&self, formats: &Formats, catalogue: &str) -> Vec<Entry> {
        let of_formats = formats.defined(catalogue).into_iter();
        let of_formats = of_formats.filter(|format| self.takes(&entry_name(false, &format.name)));
        let of_formats = of_formats.map(|format| entry(false, &format.name, rows_of_format(format)));
        let of_informats = formats.defined_informats(catalogue).into_iter();
        let of_informats = of_informats.filter(|informat| self.takes(&entry_name(true, &informat.name)));
        let of_informats = of_informats.map(|informat| entry(true, &informat.name, rows_of_informat(informat)));
        let mut all: Vec<Entry> = of_formats.chain(of_informats).collect();
        all.sort_by_key(|entry| (entry.is_informat, entry.name.starts_with('$')));
        all
    }

    /// Returns the names of SELECT that the catalogue does not have.
    pub(super) fn absent(&self, entries: &[Entry]) -> Vec<String> {
        let is_there = |name: &EntryName| {
            let mut names = entries.iter().filter(|entry| entry.is_informat == name.is_informat);
            name.is_prefix || names.any(|entry| entry.name == name.name)
        };
        let absent = self.selected.iter().filter(|name| !is_there(name));
        absent.map(|name| name.name.clone()).collect()
    }
}

fn entry_name(is_informat: bool, name: &str) -> EntryName {
    EntryName {
        is_informat,
        name: name.to_owned(),
        is_prefix: false,
    }
}

fn entry(is_informat: bool, name: &str, rows: Vec<ControlRow>) -> Entry {
    Entry {
        is_informat,
        name: name.to_owned(),
        rows,
    }
}

/// Takes names up to the end of the statement: `age $sex @grade @$region`.
fn names(from: &mut Argument<'_, '_>) -> Result<Vec<EntryName>> {
    let mut names = Vec::new();
    while !from.cursor.at_end() || names.is_empty() {
        let is_informat = from.cursor.take(Symbol::At);
        let dollar = if from.cursor.take(Symbol::Dollar) { "$" } else { "" };
        let name = from
            .cursor
            .expect_name("the name of a format, or of an informat behind @")?;
        names.push(EntryName {
            is_informat,
            name: format!("{dollar}{}", name.text.to_ascii_uppercase()),
            is_prefix: from.cursor.take(Symbol::Colon),
        });
    }
    Ok(names)
}
