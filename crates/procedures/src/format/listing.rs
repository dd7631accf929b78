//! FMTLIB: the formats and informats of a catalogue in the listing.

use feedrate_rows::environment::Listing;
use feedrate_values::format::{Formats, write_best};
use feedrate_values::{Kind, Spec, Value};

use super::chosen::Entry;
use super::control::{ControlRow, is_usual_fuzz};

/// The widths of the columns of the listing.
#[derive(Clone, Copy, Debug)]
pub(super) struct Layout {
    /// The width of the ends of ranges: MAXSELEN=.
    pub(super) ends: usize,
    /// The width of labels: MAXLABLEN=.
    pub(super) labels: usize,
}

impl Default for Layout {
    fn default() -> Self {
        Self { ends: 16, labels: 40 }
    }
}

/// The width of a picture's template before its options.
const TEMPLATE: usize = 20;

impl Layout {
    /// Lists entries; `now` is the time that the heading has.
    pub(super) fn list(self, entries: &[Entry], now: f64, listing: &mut dyn Listing) {
        let width = 2 * self.ends + self.labels + 2;
        let line = |text: &str| format!("|{text:<width$.width$}|").into_bytes();
        let frame = "-".repeat(width + 2);
        for entry in entries {
            let Some(first) = entry.rows.first() else {
                continue;
            };
            listing.line(frame.as_bytes());
            for text in head(entry, first) {
                listing.line(&line(&text));
            }
            listing.line(&line(&"-".repeat(width)));
            let what = if entry.is_informat { "INVALUE" } else { "LABEL  " };
            let label = format!("{what}(VER. 9.4     {})", moment(now));
            listing.line(&self.line("START", "|", "END", "|", &label));
            let (ends, labels) = ("-".repeat(self.ends), "-".repeat(self.labels));
            listing.line(&self.line(&ends, "+", &ends, "+", &labels));
            for row in entry
                .rows
                .iter()
                .filter(|row| !row.start.is_empty() || !row.label.is_empty())
            {
                let sign = |is_excluded| if is_excluded { "<" } else { "|" };
                let (after, before) = (sign(row.start_is_excluded), sign(row.end_is_excluded));
                listing.line(&self.line(&row.start, after, &row.end, before, &label_of(row)));
            }
            listing.line(frame.as_bytes());
            listing.line(b"");
        }
    }

    fn line(self, start: &str, after: &str, end: &str, before: &str, label: &str) -> Vec<u8> {
        let Self { ends, labels } = self;
        format!("|{start:<ends$.ends$}{after}{end:<ends$.ends$}{before}{label:<labels$.labels$}|").into_bytes()
    }
}

/// Returns the two lines above the ranges.
fn head(entry: &Entry, first: &ControlRow) -> [String; 2] {
    let (what, at) = match entry.is_informat {
        true => ("INFORMAT NAME:", "@"),
        false => ("  FORMAT NAME:", ""),
    };
    let name = format!("{at}{}", entry.name);
    let count = entry.rows.iter().filter(|row| !row.letters.contains('N')).count();
    let fuzz = match is_usual_fuzz(first.fuzz) {
        true => "STD".to_owned(),
        false => {
            let mut text = Vec::new();
            write_best(first.fuzz, 8, &mut text);
            format!("{:>8}", String::from_utf8_lossy(&text))
        }
    };
    [
        format!(
            "     {what} {name:<8} LENGTH: {:>4}   NUMBER OF VALUES: {count:>4}",
            first.length
        ),
        format!(
            "   MIN LENGTH: {:>3}  MAX LENGTH: {:>3}  DEFAULT LENGTH {:>3}  FUZZ: {fuzz}",
            first.least, first.most, first.default
        ),
    ]
}

/// Returns a label; that of a picture has its prefix, its fill character and its multiplier behind it.
fn label_of(row: &ControlRow) -> String {
    let label = String::from_utf8_lossy(&row.label);
    if row.sort != 'P' || row.letters.contains('F') {
        return match row.letters.contains('F') {
            true => format!("[{label}]"),
            false => label.into_owned(),
        };
    }
    let prefix = String::from_utf8_lossy(&row.prefix);
    let mut factor = Vec::new();
    write_best(row.factor, 12, &mut factor);
    let factor = String::from_utf8_lossy(&factor).into_owned();
    format!("{label:<TEMPLATE$}P{prefix:<2} F{} M{factor}", row.fill)
}

/// Returns a datetime as `30JUN2024:14:16:24`.
fn moment(now: f64) -> String {
    let spec = Spec {
        name: "DATETIME".to_owned(),
        width: Some(20),
        decimals: None,
    };
    let format = Formats::of_language().resolve(&spec, Kind::Number, 8);
    let text = format.map(|format| format.text(Value::Number(now))).unwrap_or_default();
    String::from_utf8_lossy(&text).trim().to_owned()
}
