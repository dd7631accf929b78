//! The output formats.

use crate::request::{Format, Run};

/// Output formats, any number of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Formats {
    /// Text for people.
    pub normal: bool,
    /// One line for each report, version 3.
    pub terse: bool,
    /// JSON.
    pub json: bool,
    /// JSON with all classes of the latencies' histograms.
    pub json_plus: bool,
}

impl Formats {
    /// Returns the formats that a command line requests.
    pub fn of(run: &Run) -> Self {
        let mut formats: Self = run.formats.iter().copied().collect();
        formats.terse |= run.append_terse;
        formats
    }
}

impl FromIterator<Format> for Formats {
    fn from_iter<I: IntoIterator<Item = Format>>(given: I) -> Self {
        let mut formats = Self::default();
        for format in given {
            match format {
                Format::Normal => formats.normal = true,
                Format::Terse => formats.terse = true,
                Format::Json => formats.json = true,
                Format::JsonPlus => formats.json_plus = true,
            }
        }
        formats
    }
}
