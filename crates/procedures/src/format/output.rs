//! FMTLIB and CNTLOUT=: the formats and informats of a catalogue in the listing and as a data set.

use feedrate_procedure::{Action, Intent, Procedure, run_alone};
use feedrate_program::{DataStep, Site, Slot, Write};
use feedrate_rows::environment::{Environment, Severity};
use feedrate_rows::{Outcome, Values, supply};
use feedrate_values::missing::MISSING;

use super::chosen::{Choice, Entry};
use super::control::ControlRow;
use super::listing::Layout;

/// The contents of a catalogue, for people and as a data set.
#[derive(Debug)]
pub(super) struct CatalogueContents {
    pub(super) catalogue: String,
    pub(super) choice: Choice,
    /// FMTLIB.
    pub(super) layout: Option<Layout>,
    /// CNTLOUT=.
    pub(super) out: Option<ControlOut>,
}

/// The data set of CNTLOUT=.
#[derive(Debug)]
pub(super) struct ControlOut {
    /// The step that writes it, which has no statements.
    pub(super) step: DataStep,
    /// The slots of the values of [`COLUMNS`].
    pub(super) slots: Vec<Slot>,
}

/// The value of a column.
enum Field {
    Number(f64),
    Text(Vec<u8>),
}

/// A column of the data set.
pub(super) struct ControlColumn {
    pub(super) name: &'static str,
    /// The length of a character variable, 0 of one that is as long as its values; `None` for a numeric one.
    pub(super) text: Option<u32>,
    pub(super) label: &'static str,
    value: fn(&ControlRow) -> Field,
}

macro_rules! columns {
    ($($name:ident $text:expr, $label:literal, |$row:ident| $value:expr;)*) => {
        &[$(ControlColumn {
            name: stringify!($name),
            text: $text,
            label: $label,
            value: |$row| $value,
        },)*]
    };
}

fn text(text: &str) -> Field {
    Field::Text(text.as_bytes().to_vec())
}

/// Returns `Y` or `N`.
fn letter(is_so: bool) -> Field {
    text(if is_so { "Y" } else { "N" })
}

/// The columns, in order.
pub(super) const COLUMNS: &[ControlColumn] = columns! {
    FMTNAME Some(32), "Format name", |row| text(&row.name);
    START Some(0), "Starting value for format", |row| text(&row.start);
    END Some(0), "Ending value for format", |row| text(&row.end);
    LABEL Some(0), "Format value label", |row| Field::Text(row.label.clone());
    MIN None, "Minimum length", |row| Field::Number(row.least);
    MAX None, "Maximum length", |row| Field::Number(row.most);
    DEFAULT None, "Default length", |row| Field::Number(row.default);
    LENGTH None, "Format length", |row| Field::Number(row.length);
    FUZZ None, "Fuzz value", |row| Field::Number(row.fuzz);
    PREFIX Some(0), "Prefix characters", |row| Field::Text(row.prefix.clone());
    MULT None, "Multiplier", |row| Field::Number(row.factor);
    FILL Some(1), "Fill character", |row| text(&row.fill);
    NOEDIT None, "Is picture string noedit?", |row| Field::Number(f64::from(u8::from(row.is_literal)));
    TYPE Some(1), "Type of format", |row| text(&row.sort.to_string());
    SEXCL Some(1), "Start exclusion", |row| letter(row.start_is_excluded);
    EEXCL Some(1), "End exclusion", |row| letter(row.end_is_excluded);
    HLO Some(13), "Additional information", |row| text(&row.letters);
    DECSEP Some(1), "Decimal separator", |row| text(&row.decimal_separator);
    DIG3SEP Some(1), "Three-digit separator", |row| text(&row.group_separator);
    DATATYPE Some(13), "Date/time/datetime?", |row| text(row.data_type);
    LANGUAGE Some(10), "Language for date strings", |row| text(row.language);
};

/// Returns the longest value of each column among these observations.
pub(super) fn longest(rows: &[ControlRow]) -> Vec<usize> {
    let length = |column: &ControlColumn| {
        let lengths = rows.iter().map(|row| match (column.value)(row) {
            Field::Number(_) => 0,
            Field::Text(text) => text.len(),
        });
        lengths.max().unwrap_or(0)
    };
    COLUMNS.iter().map(length).collect()
}

impl Procedure for CatalogueContents {
    fn makes(&self) -> &[Write] {
        self.out.as_ref().map_or(&[], |out| &out.step.writes)
    }

    fn intent(&self) -> Intent<'_> {
        match &self.out {
            Some(out) => Intent::of(Action::Make(&out.step)),
            None => Intent::default(),
        }
    }

    fn run_claimed(&self, site: Site, environment: &mut Environment<'_>) -> Outcome {
        run_alone(site, environment, |environment, outcome| {
            let entries = self.choice.entries(environment.formats, &self.catalogue);
            for name in self.choice.absent(&entries) {
                let text = format!("{name} was not found in the catalogue {}.", self.catalogue);
                environment.log.message(Severity::Warning, &text);
            }
            if let Some(layout) = &self.layout {
                let now = environment.clock.datetime();
                layout.list(&entries, now, environment.listing);
            }
            if let Some(out) = &self.out {
                // The step reports its own faults.
                let written = out.write(entries, environment);
                outcome.made.extend(written.made);
                outcome.ended = written.ended;
            }
            Ok(())
        })
    }
}

impl ControlOut {
    fn write(&self, entries: Vec<Entry>, environment: &mut Environment<'_>) -> Outcome {
        let mut rows = entries.into_iter().flat_map(|entry| entry.rows);
        supply(&self.step, environment, &mut |values: &mut Values| {
            let Some(row) = rows.next() else {
                return Ok(false);
            };
            for (column, slot) in COLUMNS.iter().zip(&self.slots) {
                match ((column.value)(&row), *slot) {
                    (Field::Number(number), Slot::Number(slot)) => {
                        let number = if number.is_nan() { MISSING } else { number };
                        values.set_number(slot, number);
                    }
                    (Field::Text(text), Slot::Text(slot)) => values.set_text(slot, &text),
                    // The slots have the kinds of the columns.
                    _ => {}
                }
            }
            Ok(true)
        })
    }
}
