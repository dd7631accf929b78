//! Rows into the listing.

use feedrate_program::lower::Catalog;
use feedrate_program::{Diagnostic, Position};
use feedrate_steps::data::{Ended, Faulted, Outcome};
use feedrate_steps::environment::Environment;
use feedrate_steps::procedure::table::{self, Column, Side};
use feedrate_values::format::Format;
use feedrate_values::{Kind, Value};

use super::batch::Batch;
use super::never_began;
use crate::bind::OutputColumn;
use crate::run::Planned;

/// Rows that share one set of column widths. More are not kept in memory.
const ROWS: usize = 1000;

/// How the values of columns are written.
pub(crate) fn formats(
    columns: &[OutputColumn],
    catalog: &dyn Catalog,
    at: Position,
) -> Result<Vec<Format>, Diagnostic> {
    let formats = columns.iter().map(|own| {
        let attributes = &own.attributes;
        match &attributes.format {
            Some(spec) => catalog
                .format(spec, attributes.kind, attributes.length)
                .map_err(|why| Diagnostic::error(at, why)),
            None => Ok(Format::default_of(
                attributes.kind,
                attributes.length as usize,
            )),
        }
    });
    formats.collect()
}

/// How the rows of a query are listed.
pub(crate) struct Listed<'l> {
    pub columns: &'l [OutputColumn],
    pub formats: &'l [Format],
    /// NUMBER: whether their numbers stand before them.
    pub numbers: bool,
    /// OUTOBS=: how many at most.
    pub most: u64,
}

/// Lists the rows of a query, and gives how many there were.
pub(crate) fn list(
    listed: &Listed<'_>,
    planned: &Planned,
    environment: &mut Environment<'_>,
) -> (Outcome, u64) {
    let mut outcome = Outcome::default();
    match rows(listed, planned, environment, &mut outcome) {
        Ok(count) => (outcome, count),
        Err(fault) => (never_began(fault, environment), 0),
    }
}

fn rows(
    listed: &Listed<'_>,
    planned: &Planned,
    environment: &mut Environment<'_>,
    outcome: &mut Outcome,
) -> Faulted<u64> {
    let mut rows = planned.start(environment)?;
    let numbers = Column {
        heading: "Row".to_owned(),
        side: Side::Right,
    };
    let columns = listed.columns.iter().map(|own| Column {
        heading: match own.attributes.label.as_str() {
            "" => own.name.clone(),
            label => label.to_owned(),
        },
        side: match own.attributes.kind {
            Kind::Number => Side::Right,
            Kind::Text => Side::Left,
        },
    });
    let columns: Vec<Column> = listed
        .numbers
        .then_some(numbers)
        .into_iter()
        .chain(columns)
        .collect();
    let width = environment.options.line_size as usize;
    let keys = usize::from(listed.numbers);
    let (mut count, mut waiting) = (0, Vec::new());
    while let Some(batch) = rows.next()? {
        let batch = Batch::new(batch, listed.columns)?;
        for row in 0..batch.rows() {
            if count == listed.most {
                break;
            }
            count += 1;
            let mut cells = Vec::with_capacity(columns.len());
            if listed.numbers {
                cells.push(count.to_string());
            }
            for (index, format) in listed.formats.iter().enumerate() {
                let (text, fits) = written(format, batch.value(row, index));
                outcome.is_format_narrow |= !fits;
                cells.push(text);
            }
            waiting.push(cells);
            if waiting.len() == ROWS {
                table::write(&columns, &waiting, keys, width, environment.listing);
                waiting.clear();
            }
        }
        if count == listed.most {
            break;
        }
    }
    if !waiting.is_empty() {
        table::write(&columns, &waiting, keys, width, environment.listing);
    }
    outcome.ended = Ended::Complete;
    Ok(count)
}

/// A value as text without the blanks around it, and whether it fits its format.
pub(super) fn written(format: &Format, value: Value<'_>) -> (String, bool) {
    let mut cell = Vec::new();
    let fits = format.write(value, &mut cell);
    let text = String::from_utf8_lossy(&cell);
    let text = match format.kind() {
        Kind::Number => text.trim(),
        Kind::Text => text.trim_end(),
    };
    (text.to_owned(), fits)
}
