//! Conversion of values: formats, and the letters of MISSING.

use feedrate_language::Position;
use feedrate_values::format::{Formats, UserFormat};
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
    }

    /// Executes MISSING: these letters stand for missing values.
    pub(crate) fn accept_missing(&mut self, letters: Vec<u8>) {
        for letter in letters {
            self.missing_letters.insert(letter);
        }
    }

    /// Executes PROC FORMAT: defines formats.
    pub(crate) fn define(&mut self, formats: Vec<(Position, UserFormat)>, log: &mut StatementLog<'_, '_>) {
        for (at, format) in formats {
            let name = format.name.clone();
            match self.formats.define(format) {
                Ok(()) => log.note(&format!("Format {name} has been output.")),
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
