//! Published tables, with the study's own figures beside them.

use std::ops::Range;

use feedrate_document::{Block, Column, Document, Table, format};
use feedrate_stats::{Interval, PairedRatio};

use super::comparisons::{group, percents};
use crate::analysis::{Analysis, CounterpartRow, Counterparts, Data};
use crate::definition::{Layout, Place, PublishedFigures, Statistic};

/// The names of the lines of a table.
const OURS: &str = "ours";
const THEIRS: &str = "theirs";
const RATIO: &str = "ratio";

/// The most columns of figures in a table; more continue in another one.
const MOST_COLUMNS: usize = 6;

/// Adds the published tables.
pub(super) fn push(document: &mut Document, data: &Data, analysis: &Analysis) {
    if data.study.published.is_empty() {
        return;
    }
    document.push(Block::Heading("Ours and the published".to_owned()));
    for (number, published) in data.study.published.iter().enumerate() {
        let own = analysis.counterparts.iter().find(|own| own.table == number);
        match (&published.layout, own) {
            (Some(layout), Some(own)) => push_both(document, data, published, layout, own),
            _ => push_titled(
                document,
                &published.title,
                vec![plain(published)],
                published.note.as_deref(),
            ),
        }
    }
}

/// Returns a published table as it is.
fn plain(published: &PublishedFigures) -> Table {
    let mut columns = published.columns.iter();
    let first = columns.next().map(|name| Column::left(name.clone()));
    let mut table = Table::new(first.into_iter().chain(columns.map(|name| Column::right(name.clone()))));
    for row in &published.rows {
        table.push(row.clone(), false);
    }
    table
}

/// Adds a published table with the study's figures, and both as parts of one setting.
fn push_both(document: &mut Document, data: &Data, published: &PublishedFigures, layout: &Layout, own: &Counterparts) {
    let unit = layout
        .unit
        .as_ref()
        .map_or_else(String::new, |unit| format!(", {unit}"));
    let name = published.columns.first().map_or("", String::as_str);
    let rows: Vec<&CounterpartRow> = own.rows.iter().collect();
    let tables = match own.is_flat {
        true => vec![flat(name, layout, own)],
        false => parts(own, |columns| matrix(name, own, &rows, columns, figure_lines)),
    };
    push_titled(
        document,
        &format!("{}{unit}", published.title),
        tables,
        note(published, own).as_deref(),
    );
    let with_parts = rows.into_iter().filter(|row| has_parts(row));
    let rows: Vec<&CounterpartRow> = with_parts.collect();
    if rows.is_empty() {
        return;
    }
    let tables = match own.is_flat {
        true => vec![flat_parts(name, layout, own, &rows)],
        false => parts(own, |columns| {
            matrix(name, own, &rows, columns, |row, column| part_lines(layout, row, column))
        }),
    };
    let what = if layout.is_error { "Errors against" } else { "Parts of" };
    let title = format!("{what} {}: {}", place(data, &layout.of), published.title);
    let turns = turns_of_theirs(data, layout, own, &rows);
    push_titled(document, &title, tables, turns.as_deref());
}

/// Returns the note of a published table, and why figures of the study are missing.
fn note(published: &PublishedFigures, own: &Counterparts) -> Option<String> {
    let notes: Vec<&str> = published.note.iter().chain(&own.notes).map(String::as_str).collect();
    (!notes.is_empty()).then(|| notes.join(" "))
}

/// Returns a sentence on where published parts cross 100 %, if the columns are levels over which the study follows a
/// ratio.
fn turns_of_theirs(data: &Data, layout: &Layout, own: &Counterparts, rows: &[&CounterpartRow]) -> Option<String> {
    let followed = |place: &Place| match &place.levels[..] {
        [(factor, _)] => data.study.pairs.iter().any(|pair| pair.over == Some(*factor)),
        _ => false,
    };
    if layout.columns.is_empty() || !layout.columns.iter().all(followed) {
        return None;
    }
    let turns = rows.iter().map(|row| {
        let figures = own.columns.iter().zip(&row.published_of);
        let known: Vec<(&String, f64)> = figures.filter_map(|(column, part)| Some((column, (*part)?))).collect();
        let crossed = known.windows(2).filter(|pair| (pair[0].1 > 1.0) != (pair[1].1 > 1.0));
        let places: Vec<String> = crossed.map(|pair| format!("{} and {}", pair[0].0, pair[1].0)).collect();
        match places.is_empty() {
            true => format!("{} nowhere", row.name),
            false => format!("{} between {}", row.name, places.join(", ")),
        }
    });
    let turns: Vec<String> = turns.collect();
    Some(format!("Theirs cross 100 %: {}.", turns.join("; ")))
}

/// Adds the parts of a table, the first with the title and the last with the note.
fn push_titled(document: &mut Document, title: &str, tables: Vec<Table>, note: Option<&str>) {
    let last = tables.len().saturating_sub(1);
    for (number, mut table) in tables.into_iter().enumerate() {
        table = match number {
            0 => table.title(title),
            _ => table.title(format!("{title} (continued)")),
        };
        if let Some(note) = note.filter(|_| number == last) {
            table = table.caption(note);
        }
        document.push(table);
    }
}

/// Returns a table for each range of columns that fit beside each other.
fn parts(own: &Counterparts, table: impl Fn(Range<usize>) -> Table) -> Vec<Table> {
    let count = own.columns.len();
    let ranges = (0..count).step_by(MOST_COLUMNS);
    ranges
        .map(|from| table(from..(from + MOST_COLUMNS).min(count)))
        .collect()
}

fn has_parts(row: &CounterpartRow) -> bool {
    row.ours_of.iter().any(Option::is_some) || row.published_of.iter().any(Option::is_some)
}

/// Returns a place in words.
fn place(data: &Data, place: &Place) -> String {
    let known = |(factor, level): &(usize, crate::definition::Level)| {
        let levels = &data.factors[*factor].levels;
        let number = levels.iter().position(|own| own.text == level.text);
        match number {
            Some(number) => group(data, &vec![(*factor, number)]),
            None => format!("{}={}", data.factors[*factor].name, level.text),
        }
    };
    let levels = place.levels.iter().map(known);
    let others = [&place.step, &place.figure].into_iter().flatten().cloned();
    levels.chain(others).collect::<Vec<_>>().join(", ")
}

fn number(value: Option<f64>) -> String {
    value.map_or_else(String::new, format::number)
}

/// Returns the ratio of the study's figure to a published one.
fn ratio(ours: Option<f64>, published: Option<f64>) -> String {
    let both = ours.zip(published).filter(|(_, published)| *published != 0.0);
    both.map_or_else(String::new, |(ours, published)| format::percent(ours / published))
}

/// Returns a table with several lines for each row, each of which has a name and a cell for each column.
fn matrix(
    name: &str,
    own: &Counterparts,
    rows: &[&CounterpartRow],
    columns: Range<usize>,
    lines: impl Fn(&CounterpartRow, usize) -> Vec<(&'static str, String)>,
) -> Table {
    let heads = own.columns[columns.clone()]
        .iter()
        .map(|column| Column::right(column.clone()));
    let mut table = Table::new([Column::left(name), Column::left("")].into_iter().chain(heads));
    for row in rows {
        let cells: Vec<Vec<(&str, String)>> = columns.clone().map(|column| lines(row, column)).collect();
        let kinds = cells
            .first()
            .map_or_else(Vec::new, |first| first.iter().map(|(kind, _)| *kind).collect());
        for (line, kind) in kinds.into_iter().enumerate() {
            let name = if line == 0 { row.name.clone() } else { String::new() };
            let values = cells.iter().map(|column| column[line].1.clone());
            table.push([name, kind.to_owned()].into_iter().chain(values), false);
        }
    }
    table
}

/// Returns the figures of a row in a column: ours, theirs, and the ratio of both.
fn figure_lines(row: &CounterpartRow, column: usize) -> Vec<(&'static str, String)> {
    let (ours, theirs) = (row.ours[column].map(|own| own.value), row.published[column]);
    vec![
        (OURS, number(ours)),
        (THEIRS, number(theirs)),
        (RATIO, ratio(ours, theirs)),
    ]
}

/// Returns the figures of a row in a column as parts of those of one setting.
fn part_lines(layout: &Layout, row: &CounterpartRow, column: usize) -> Vec<(&'static str, String)> {
    let ours = row.ours_of[column].map(|own| own.ratio);
    vec![
        (OURS, part(layout, ours)),
        (THEIRS, part(layout, row.published_of[column])),
    ]
}

/// Returns a part, or an error, as a percentage.
fn part(layout: &Layout, ratio: Option<f64>) -> String {
    match ratio {
        None => String::new(),
        Some(ratio) if !layout.is_error => format::percent(ratio),
        Some(ratio) if (ratio - 1.0).abs() < 0.001 => format::percent((ratio - 1.0).abs()),
        Some(ratio) if ratio < 1.0 => format!("-{}", format::percent(1.0 - ratio)),
        Some(ratio) => format!("+{}", format::percent(ratio - 1.0)),
    }
}

/// Returns a table with the study's figures in one column.
fn flat(name: &str, layout: &Layout, own: &Counterparts) -> Table {
    let columns = own.columns.iter().map(|column| Column::right(column.clone()));
    let is_alone = own.columns.len() == 1 && layout.statistic == Statistic::Median;
    let before = [Column::left(name), Column::right(OURS), Column::right("95 % interval")];
    let beyond = is_alone.then(|| Column::right(RATIO));
    let mut table = Table::new(before.into_iter().chain(columns).chain(beyond));
    for row in &own.rows {
        let ours = row.ours.first().copied().flatten();
        let words = [
            row.name.clone(),
            number(ours.map(|own| own.value)),
            ours.and_then(|own| own.interval).map_or_else(String::new, numbers),
        ];
        let published = row.published.iter().map(|&value| number(value));
        let of = is_alone.then(|| ratio(ours.map(|own| own.value), row.published[0]));
        table.push(words.into_iter().chain(published).chain(of), false);
    }
    table
}

fn flat_parts(name: &str, layout: &Layout, own: &Counterparts, rows: &[&CounterpartRow]) -> Table {
    let columns = own.columns.iter().map(|column| Column::right(column.clone()));
    let before = [Column::left(name), Column::right(OURS), Column::right("95 % interval")];
    let mut table = Table::new(before.into_iter().chain(columns));
    for row in rows {
        let ours: Option<PairedRatio> = row.ours_of.first().copied().flatten();
        let words = [
            row.name.clone(),
            part(layout, ours.map(|own| own.ratio)),
            match layout.is_error {
                true => ours.and_then(|own| own.interval).map_or_else(String::new, |interval| {
                    format!(
                        "{} to {}",
                        part(layout, Some(interval.low)),
                        part(layout, Some(interval.high))
                    )
                }),
                false => percents(ours.and_then(|own| own.interval)),
            },
        ];
        let published = row.published_of.iter().map(|&of| part(layout, of));
        table.push(words.into_iter().chain(published), false);
    }
    table
}

fn numbers(interval: Interval) -> String {
    format!("{} to {}", format::number(interval.low), format::number(interval.high))
}
