//! Results beside each other as a report.

use std::collections::{HashMap, HashSet};

use feedrate_document::{Block, Column, Document, Facts, Note, Table, format};
use feedrate_study::figures::CACHE_SHARE;

use super::packed::Wide;
use crate::measured::{Levels, ResultFile, Sample, short_names};

/// The sign for a figure that is not known.
const UNKNOWN: &str = "?";

/// Returns the report of results of any kinds.
pub fn document(results: &[ResultFile]) -> Document {
    let names = short_names(results);
    let title = match results {
        [only] => only.title.clone(),
        _ => format!("{} results beside each other", results.len()),
    };
    let mut document = Document::new(title);
    document.push(origins(results, &names));
    push_conditions(&mut document, results, &names);
    document.push(Block::Heading("Figures".to_owned()));
    let mut tables = figures(results, &names).tables();
    let caption = "Medians. ± is half of the 95 % interval of the median, or half of the range where there are fewer \
                   than six runs. Page cache: the share of what was read that it served.";
    if let Some(last) = tables.pop() {
        tables.push(last.caption(caption));
    }
    for table in tables {
        document.push(table);
    }
    document
}

fn origins(results: &[ResultFile], names: &[String]) -> Table {
    let mut table = Table::new([
        Column::left("result"),
        Column::left("kind"),
        Column::left("of"),
        Column::right("runs"),
        Column::left("begun"),
    ]);
    for (result, name) in results.iter().zip(names) {
        table.push(
            [
                name.clone(),
                result.kind.name().to_owned(),
                result.title.clone(),
                result.runs().to_string(),
                result.time_text(),
            ],
            false,
        );
    }
    table
}

/// Adds the conditions of a single result, or those in which several differ from the first.
fn push_conditions(document: &mut Document, results: &[ResultFile], names: &[String]) {
    let Some((first, others)) = results.split_first() else {
        return;
    };
    if others.is_empty() {
        let mut facts = Facts::new();
        for (name, value) in first.conditions.iter() {
            facts.push(name, value);
        }
        document.push(Block::Heading("Conditions".to_owned()));
        document.push(facts);
        return;
    }
    let unlike = |other: &ResultFile| first.conditions.unlike(&other.conditions);
    let mut differing: Vec<String> = others.iter().flat_map(unlike).map(|unlike| unlike.name).collect();
    differing.sort_unstable();
    differing.dedup();
    if differing.is_empty() {
        document.push(vec![Note::info(
            "all were measured under the same conditions, as far as they state them",
        )]);
        return;
    }
    document.push(Block::Heading("In what they differ".to_owned()));
    let values = results.iter().zip(names).map(|(result, name)| {
        let value = |condition: &String| {
            let value = result.conditions.get(condition);
            value.unwrap_or_default().to_owned()
        };
        (name.clone(), differing.iter().map(value).collect())
    });
    let wide = Wide {
        values: values.collect(),
        names: vec![("condition".to_owned(), differing.clone())],
    };
    for table in wide.tables() {
        document.push(table);
    }
}

/// The cell, the step and the name of a figure.
type Key<'a> = (&'a Levels, &'a str, &'a str);

fn key(sample: &Sample) -> Key<'_> {
    (&sample.cell, &sample.step, &sample.figure)
}

fn figures(results: &[ResultFile], names: &[String]) -> Wide {
    let rows = rows(results);
    let values = results.iter().zip(names).map(|(result, name)| {
        let of_result: HashMap<Key<'_>, &Sample> = result.samples.iter().map(|sample| (key(sample), sample)).collect();
        let cells = rows.iter().map(|row| {
            let shown = of_result.get(&key(row)).and_then(|sample| cell(sample));
            shown.unwrap_or_else(|| match row.figure == CACHE_SHARE {
                true => UNKNOWN.to_owned(),
                false => String::new(),
            })
        });
        (name.clone(), cells.collect())
    });
    Wide {
        values: values.collect(),
        names: vec![
            ("of".to_owned(), rows.iter().map(place).collect()),
            ("figure".to_owned(), rows.iter().map(|row| row.shown().title).collect()),
        ],
    }
}

fn place(row: &Sample) -> String {
    match (row.cell.is_empty(), row.step.is_empty()) {
        (true, false) => row.step.clone(),
        _ => row.place(),
    }
}

/// Returns the figures of all results, with the share of the page cache for each cell even if none states it. The
/// figures of a cell and step follow each other.
fn rows(results: &[ResultFile]) -> Vec<Sample> {
    let mut groups: Vec<Vec<&Sample>> = Vec::new();
    let mut places: HashMap<(&Levels, &str), usize> = HashMap::new();
    let mut known: HashSet<Key<'_>> = HashSet::new();
    for sample in results.iter().flat_map(|result| &result.samples) {
        if !known.insert(key(sample)) {
            continue;
        }
        let place = *places.entry((&sample.cell, &sample.step)).or_insert_with(|| {
            groups.push(Vec::new());
            groups.len() - 1
        });
        groups[place].push(sample);
    }
    let mut rows = Vec::new();
    for group in groups {
        let has_share = group.iter().any(|sample| sample.figure == CACHE_SHARE);
        let first = group[0];
        rows.extend(group.into_iter().cloned());
        if first.step.is_empty() && !has_share {
            rows.push(Sample {
                figure: CACHE_SHARE.to_owned(),
                unit: None,
                better: None,
                ..first.clone()
            });
        }
    }
    rows
}

/// Returns the median with its spread.
fn cell(sample: &Sample) -> Option<String> {
    let summary = sample.summary()?;
    let shown = sample.shown().format(summary.median);
    let spread = summary.relative_spread().filter(|&spread| spread > 0.0);
    Some(match spread {
        Some(spread) if sample.figure != CACHE_SHARE => {
            // Of a spread, tenths of a percent say nothing.
            let whole = if spread > 0.01 {
                (spread * 100.0).round() / 100.0
            } else {
                spread
            };
            format!("{shown} ±{}", format::percent(whole))
        }
        _ => shown,
    })
}
