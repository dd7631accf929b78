//! Conversion of values: formats, and the letters of MISSING.

use feedrate_language::Position;
use feedrate_values::format::{Definition, Formats, WORK_FORMATS};
use feedrate_values::informat::{InformatSettings, MissingLetters};

use crate::clock::utc_offset;
use crate::options::SystemOptions;
use crate::statement_log::{StatementLog, refusal};

/// The formats of a session, including those of PROC FORMAT, and the letters that stand for missing values.
#[derive(Debug)]
pub(crate) struct Conversions {
    formats: Formats,
    missing_letters: MissingLetters,
}

impl Conversions {
    pub(crate) fn new() -> Self {
        Self {
            formats: Formats::new(),
            missing_letters: MissingLetters::default(),
        }
    }

    /// Returns the same formats for a session that runs within this one.
    pub(crate) fn of_formats(formats: &Formats) -> Self {
        Self {
            formats: formats.clone(),
            missing_letters: MissingLetters::default(),
        }
    }

    pub(crate) fn formats(&self) -> &Formats {
        &self.formats
    }

    /// Applies MISSING= and the present time zone.
    pub(crate) fn apply(&mut self, options: &SystemOptions) {
        // The character was checked to be a single byte.
        let missing = u8::try_from(options.program.missing).unwrap_or(b'.');
        self.formats.set_missing_character(missing);
        self.formats.set_utc_offset(utc_offset());
        self.formats.set_search(searched(&options.program.format_search));
    }

    /// Executes MISSING: these letters stand for missing values.
    pub(crate) fn accept_missing(&mut self, letters: Vec<u8>) {
        for letter in letters {
            self.missing_letters.insert(letter);
        }
    }

    /// Executes PROC FORMAT: defines formats and informats in a catalogue. With `keeps`, those of it stay.
    pub(crate) fn define(
        &mut self,
        catalogue: &str,
        keeps: bool,
        definitions: Vec<(Position, Definition)>,
        log: &mut StatementLog<'_, '_>,
    ) {
        for (at, definition) in definitions {
            let sort = match &definition {
                Definition::Format(_) => "Format",
                Definition::Informat(_) => "Informat",
            };
            let name = definition.name().to_owned();
            if self.formats.has(catalogue, &definition) {
                log.note(&format!("{sort} {name} is already on the library {catalogue}."));
                if keeps {
                    continue;
                }
            }
            match self.formats.define_in(catalogue, definition) {
                Ok(()) if catalogue == WORK_FORMATS => log.note(&format!("{sort} {name} has been output.")),
                Ok(()) => log.note(&format!("{sort} {name} has been written to {catalogue}.")),
                Err(error) => log.refuse(refusal(at, error)),
            }
        }
    }

    /// Returns the settings of informats.
    pub(crate) fn informats(&self, options: &SystemOptions) -> InformatSettings {
        InformatSettings {
            year_cutoff: options.dates.year_cutoff.into(),
            date_order: options.dates.date_order,
            missing_letters: self.missing_letters,
            utc_offset: utc_offset(),
        }
    }
}

/// Returns the catalogues of FMTSEARCH=, in the order of the search.
fn searched(written: &str) -> Vec<String> {
    let names = written.split(|letter: char| letter.is_whitespace() || "(),".contains(letter));
    let named = names.filter(|name| !name.is_empty()).map(|name| {
        let name = name.to_ascii_uppercase();
        match name.contains('.') {
            true => name,
            false => format!("{name}.FORMATS"),
        }
    });
    let named: Vec<String> = named.collect();
    let first = [WORK_FORMATS, "LIBRARY.FORMATS"].into_iter();
    let first = first.filter(|name| !named.iter().any(|other| other == name));
    let mut all: Vec<String> = first.map(str::to_owned).collect();
    all.extend(named);
    all
}

#[cfg(test)]
mod tests {
    use super::searched;

    #[test]
    fn catalogues_are_searched_in_the_order_of_the_option() {
        assert_eq!(searched("(WORK LIBRARY)"), ["WORK.FORMATS", "LIBRARY.FORMATS"]);
        assert_eq!(
            searched("(a b.c)"),
            ["WORK.FORMATS", "LIBRARY.FORMATS", "A.FORMATS", "B.C"]
        );
        assert_eq!(searched("(a work)"), ["LIBRARY.FORMATS", "A.FORMATS", "WORK.FORMATS"]);
        assert_eq!(searched(""), ["WORK.FORMATS", "LIBRARY.FORMATS"]);
    }
}
