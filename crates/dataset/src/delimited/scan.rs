//! Scans a file for its columns, their kinds, and its number of rows.
//!
//! The lines before the rows are read first. The rest is divided into parts of equal size, which threads take one after
//! the other; each belongs to the records that begin in it.

use std::path::Path;

use super::columns::{Column, ColumnGuess, utf8};
use super::fields::Record;
use super::open_line::OpenLine;
use super::part_tally::{PartRows, Rest, Tally};
use super::parts::{Division, PartScan};
use super::records::Records;
use super::tally::{LineCounter, LineTally};
use super::{Rules, Shape};
use crate::error::{Error, Result};
use crate::file_format::Names;
use crate::pages::{FileAccount, StreamReader};
use crate::schema::{MOST_VARIABLES, Schema, SchemaError};
use crate::settings::Settings;

/// The result of a scan.
#[derive(Debug)]
pub(super) struct ScanResult {
    pub schema: Schema,
    pub columns: Vec<Column>,
    pub rows: u64,
    pub notes: Vec<String>,
    /// The rows behind the lines before them.
    pub rest: Rest,
    /// The first rows of parts, and where they begin; never empty.
    pub parts: Vec<PartRows>,
    /// The lines, for PROC IMPORT.
    pub lines: LineTally,
}

/// A file that was scanned.
#[derive(Debug)]
pub(super) struct ScannedFile {
    pub stream: StreamReader,
    /// The transfers of other streams by which it was read.
    pub others: Vec<FileAccount>,
}

/// Scans a file that is divided so.
pub(super) fn scan(
    path: &Path,
    stream: StreamReader,
    shape: Shape,
    rules: &Rules,
    settings: &Settings,
    division: Division,
) -> Result<(ScannedFile, ScanResult)> {
    let wrong = |reason: String| Error::Foreign {
        path: path.into(),
        reason,
    };
    let mut records = rules.records(path, stream, shape);
    let (headings, rest) = begin(&mut records, shape, wrong)?;
    let parts = PartScan {
        path,
        shape,
        rules,
        settings,
        division,
        rest,
        guesses: vec![ColumnGuess::new(rules); headings.len()],
    };
    let (mut tally, others) = parts.run(&mut records)?;
    if let Some(last) = tally.last.map_or(rest.last, |(_, last)| last) {
        let before = feeds_before(&mut records, last.start)?;
        let line = 1 + before + last.feeds;
        return Err(wrong(format!(
            "a quotation mark in line {line} or after it opens a value that none closes"
        )));
    }
    if headings.is_empty() {
        let what = if shape.has_names { "names of columns" } else { "values" };
        return Err(wrong(format!("it has no line with {what}")));
    }
    let lines = count_lines(&mut records, rules, shape, &rest, &mut tally)?;
    let (schema, renamed) = schema_of(&headings, &tally.guesses).map_err(|error| wrong(error.to_string()))?;
    let columns = schema.variables().iter().zip(&tally.guesses);
    let columns = columns.filter_map(|(variable, guess)| guess.column(variable)).collect();
    let (longer, in_windows) = (tally.longer, tally.in_windows);
    let longer = (longer > 0)
        .then(|| format!("{longer} of its lines have more values than there are columns, which were not read"));
    let in_windows =
        (in_windows > 0).then(|| format!("{in_windows} of its values are no UTF-8 and were read as Windows-1252"));
    let (parts, rows) = tally.numbered_parts(rest.start);
    let scanned = ScanResult {
        columns,
        schema,
        rows,
        notes: [renamed, longer, in_windows].into_iter().flatten().collect(),
        rest,
        parts,
        lines,
    };
    let mut stream = records.into_stream();
    stream.rewind()?;
    Ok((ScannedFile { stream, others }, scanned))
}

/// Reads the lines before the rows, and the first in any case. Returns the headings of the columns, and where the rest
/// begins.
fn begin(records: &mut Records, shape: Shape, wrong: impl Fn(String) -> Error) -> Result<(Vec<String>, Rest)> {
    let before = shape.lines_before();
    let (mut headings, mut line, mut last) = (Vec::new(), 0, None);
    loop {
        let rest = Rest {
            start: records.offset(),
            lines_before: 0,
            first_carriage_returns: records.has_carriage_returns(),
            carriage_returns: records.has_carriage_returns(),
            last,
        };
        let first = line;
        if line > 0 && line == before || !records.next()? {
            return Ok((headings, rest));
        }
        // Blank lines belong to the record that follows them.
        loop {
            line += 1;
            if line == 1 {
                headings = headings_of(records.record(), shape).map_err(&wrong)?;
            }
            if !records.is_within() {
                break;
            }
            records.next()?;
        }
        if line > before {
            let rest = Rest {
                lines_before: before - first,
                carriage_returns: records.has_carriage_returns(),
                ..rest
            };
            return Ok((headings, rest));
        }
        last = OpenLine::of(records);
    }
}

/// Returns the number of line feeds before an offset.
fn feeds_before(records: &mut Records, end: u64) -> Result<u64> {
    let mut feeds = 0;
    records.pieces(0..end, |bytes| {
        feeds += memchr::memchr_iter(b'\n', bytes).count() as u64;
    })?;
    Ok(feeds)
}

/// Returns the lines of a file that PROC IMPORT reads, which were counted in parts.
fn count_lines(
    records: &mut Records,
    rules: &Rules,
    shape: Shape,
    rest: &Rest,
    tally: &mut Tally,
) -> Result<LineTally> {
    if !rules.keeps_blank() {
        return Ok(LineTally::default());
    }
    let mut counter = LineCounter::after(shape.lines_before());
    records.pieces(0..rest.start, |bytes| counter.take(bytes))?;
    tally.lines.sort_by_key(|(part, _)| *part);
    if tally.lines.iter().any(|(_, lines)| !counter.append(lines)) {
        counter = LineCounter::after(shape.lines_before());
        records.pieces(0..u64::MAX, |bytes| counter.take(bytes))?;
    }
    Ok(counter.tally())
}

/// Returns the headings of the columns by the first line of a file, or why it cannot be read.
fn headings_of(first: Record<'_>, shape: Shape) -> std::result::Result<Vec<String>, String> {
    let mut start = first.iter().flatten();
    if let (Some(0xFF), Some(0xFE)) | (Some(0xFE), Some(0xFF)) = (start.next(), start.next()) {
        return Err("it is text in UTF-16; save it in UTF-8".into());
    }
    if first.iter().any(|value| value.contains(&0)) {
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
