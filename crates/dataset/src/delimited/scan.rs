//! Scans a file for its columns, their kinds, and its number of rows.

use std::borrow::Cow;
use std::path::Path;

use csv::ByteRecord;
use encoding_rs::WINDOWS_1252;
use feedrate_values::format::Moment;
use feedrate_values::informat::Informat;
use feedrate_values::{Kind as ValueKind, Spec};

use super::guess::{Guess, Kind};
use super::import::{self, ImportGuess};
use super::lines::Lines;
use super::{Rules, Shape};
use crate::error::{Error, Result};
use crate::file_format::Names;
use crate::format::field::{NumberField, Order, TextField};
use crate::pages::StreamReader;
use crate::schema::{LONGEST_TEXT, MOST_VARIABLES, Schema, SchemaError, Variable};

/// The result of a scan.
#[derive(Debug)]
pub(super) struct ScanResult {
    pub schema: Schema,
    pub columns: Vec<Column>,
    pub rows: u64,
    pub notes: Vec<String>,
}

/// A column, and where its values are in a row.
#[derive(Clone, Debug)]
pub(super) enum Column {
    Number(NumberField),
    Moment(Moment, NumberField),
    /// With the informat of an imported variable.
    Informat(Informat, NumberField),
    Text(TextField),
    /// With the informat `$w.`
    PlainText(TextField),
}

/// The kind of a column by the rules of the file.
#[derive(Clone, Copy, Debug)]
enum ColumnGuess {
    Library(Guess),
    Import(ImportGuess),
}

impl ColumnGuess {
    fn new(rules: &Rules) -> Self {
        match rules {
            Rules::Import(_, settings) => Self::Import(ImportGuess::new(*settings)),
            Rules::Library | Rules::Export(_) => Self::Library(Guess::default()),
        }
    }

    /// Takes another value, in UTF-8.
    fn take(&mut self, text: &[u8]) {
        match self {
            Self::Library(guess) => guess.take(text),
            Self::Import(guess) => guess.take(text),
        }
    }

    /// Returns the variable of the column.
    fn variable(self, name: String, heading: &str) -> Variable {
        let guess = match self {
            Self::Library(guess) => guess,
            Self::Import(guess) => return guess.variable(name),
        };
        let label = match name == heading {
            true => String::new(),
            false => crate::file_format::label(heading.to_owned()),
        };
        let plain = match guess.kind() {
            Kind::Number => Variable::number(name),
            // A date is displayed as in the file.
            Kind::Moment(Moment::Date) => Variable {
                format: Some(iso_date()),
                informat: Some(iso_date()),
                ..Variable::number(name)
            },
            Kind::Moment(moment) => Variable {
                format: Some(moment.format()),
                ..Variable::number(name)
            },
            Kind::Text => {
                let length = guess.longest.clamp(1, LONGEST_TEXT as usize);
                Variable::text(name, length as u32)
            }
        };
        Variable { label, ..plain }
    }

    /// Returns where the values of its variable are in a row.
    fn column(self, variable: &Variable) -> Option<Column> {
        if variable.kind == ValueKind::Text {
            let column = match self {
                Self::Library(_) => Column::Text,
                Self::Import(_) => Column::PlainText,
            };
            return variable.text_field().map(column);
        }
        let field = variable.number_field(Order::Little)?;
        Some(match self {
            Self::Library(guess) => match guess.kind() {
                Kind::Moment(moment) => Column::Moment(moment, field),
                _ => Column::Number(field),
            },
            Self::Import(guess) => match import::informat(variable, guess.settings()) {
                Some(informat) => Column::Informat(informat, field),
                None => Column::Number(field),
            },
        })
    }
}

/// Scans a file.
pub(super) fn scan(
    path: &Path,
    stream: StreamReader,
    shape: Shape,
    rules: &Rules,
) -> Result<(StreamReader, ScanResult)> {
    let wrong = |reason: String| Error::Foreign {
        path: path.into(),
        reason,
    };
    let guessing_rows = match rules {
        Rules::Import(rows, _) => *rows,
        Rules::Library | Rules::Export(_) => u64::MAX,
    };
    let mut reader = rules.records(path, stream, shape);
    let mut record = ByteRecord::new();
    let mut headings: Vec<String> = Vec::new();
    let mut guesses: Vec<ColumnGuess> = Vec::new();
    let mut next = ByteRecord::new();
    let (mut line, mut rows, mut longer, mut in_windows) = (0_u64, 0, 0_u64, 0_u64);
    // The last line must still be known at the end of the file.
    while reader.next(&mut next)? {
        std::mem::swap(&mut next, &mut record);
        line += 1;
        if line == 1 {
            headings = headings_of(&record, shape).map_err(wrong)?;
            guesses = vec![ColumnGuess::new(rules); headings.len()];
        }
        if line <= shape.lines_before() {
            continue;
        }
        rows += 1;
        longer += u64::from(record.len() > guesses.len());
        for (text, guess) in record.iter().zip(&mut guesses) {
            let text = utf8(text);
            in_windows += u64::from(matches!(text, Cow::Owned(_)));
            if rows <= guessing_rows {
                guess.take(text.as_bytes());
            }
        }
    }
    if let Some(line) = line_left_open(&record, reader.lines()) {
        return Err(wrong(format!(
            "a quotation mark in line {line} or after it opens a value that none closes"
        )));
    }
    if headings.is_empty() {
        let what = if shape.has_names { "names of columns" } else { "values" };
        return Err(wrong(format!("it has no line with {what}")));
    }
    let (schema, renamed) = schema_of(&headings, &guesses).map_err(|error| wrong(error.to_string()))?;
    let columns = schema.variables().iter().zip(&guesses);
    let columns = columns.filter_map(|(variable, guess)| guess.column(variable));
    let longer = (longer > 0)
        .then(|| format!("{longer} of its lines have more values than there are columns, which were not read"));
    let in_windows =
        (in_windows > 0).then(|| format!("{in_windows} of its values are no UTF-8 and were read as Windows-1252"));
    let scanned = ScanResult {
        columns: columns.collect(),
        schema,
        rows,
        notes: [renamed, longer, in_windows].into_iter().flatten().collect(),
    };
    let mut stream = reader.into_stream();
    stream.rewind()?;
    Ok((stream, scanned))
}

/// Returns the headings of the columns by the first line of a file, or why it cannot be read.
fn headings_of(first: &ByteRecord, shape: Shape) -> std::result::Result<Vec<String>, String> {
    if let [0xFF, 0xFE, ..] | [0xFE, 0xFF, ..] = first.as_slice() {
        return Err("it is text in UTF-16; save it in UTF-8".into());
    }
    if first.as_slice().contains(&0) {
        return Err("it is no text; a file of another format may have got this name".into());
    }
    if first.len() > MOST_VARIABLES {
        return Err(format!(
            "it has {} columns, and at most {MOST_VARIABLES} fit",
            first.len()
        ));
    }
    Ok(match shape.has_names {
        true => first.iter().map(|name| utf8(name).into_owned()).collect(),
        false => (1..=first.len()).map(|column| format!("VAR{column}")).collect(),
    })
}

/// Returns the variables of the columns, and a note about names that are not those of the file.
fn schema_of(
    headings: &[String],
    guesses: &[ColumnGuess],
) -> std::result::Result<(Schema, Option<String>), SchemaError> {
    let mut names = Names::default();
    let columns = headings.iter().zip(guesses);
    let variables = columns.map(|(heading, guess)| guess.variable(names.next(heading), heading));
    Ok((Schema::lay_out(variables.collect())?, names.note()))
}

/// Returns `YYMMDD10.`, the format and the informat of ISO 8601 dates.
fn iso_date() -> Spec {
    Spec {
        name: "YYMMDD".to_owned(),
        width: Some(10),
        decimals: None,
    }
}

/// Returns the line with the unmatched quotation mark that opens the last value of the file, if there is one. Only
/// quoted values continue on another line, and a closed one ends with a quotation mark.
fn line_left_open(last: &ByteRecord, lines: &Lines) -> Option<u64> {
    let value = last.iter().next_back()?;
    let is_open = value.iter().any(|byte| b"\r\n".contains(byte)) && lines.last() != b'"';
    let position = last.position().filter(|_| is_open)?;
    let before = last.as_slice().len() - value.len();
    let breaks = last.as_slice()[..before].iter();
    let breaks = breaks.filter(|byte| **byte == b'\n').count();
    Some(position.line() + breaks as u64)
}

/// Returns a text as UTF-8. If it is not UTF-8, it is decoded as Windows-1252, in which every byte is a character.
pub(super) fn utf8(text: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(text) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => Cow::Owned(WINDOWS_1252.decode_without_bom_handling(text).0.into_owned()),
    }
}
