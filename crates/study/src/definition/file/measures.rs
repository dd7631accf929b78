//! The measures of the file.

use regex::RegexBuilder;
use toml::Spanned;

use super::lines::Lines;
use super::tables::MeasureTable;
use crate::definition::measure::{Measure, Origin};
use crate::error::Result;
use crate::figures::OWN_FIGURES;

/// The most memory for a compiled pattern, in bytes.
const LARGEST_PATTERN: usize = 1 << 20;

pub(super) fn measures(lines: &Lines<'_>, tables: Vec<Spanned<MeasureTable>>) -> Result<Vec<Measure>> {
    let mut measures: Vec<Measure> = Vec::new();
    for spanned in tables {
        let span = spanned.span();
        let table = spanned.into_inner();
        let wrong = |what: String| lines.error(&span, format!("the measure {}: {what}", table.name));
        if table.name.trim().is_empty() || table.name.chars().any(char::is_control) {
            return Err(wrong("give it a name".to_owned()));
        }
        if OWN_FIGURES.contains(&table.name.as_str()) {
            return Err(wrong(
                "feedrate takes a figure of this name itself; give it another".to_owned(),
            ));
        }
        if measures.iter().any(|other| other.name == table.name) {
            return Err(wrong("there are two of this name".to_owned()));
        }
        let origin = match (&table.json, &table.pattern) {
            (Some(pointer), None) if pointer.starts_with('/') => Origin::Json(pointer.clone()),
            (Some(pointer), None) => {
                return Err(wrong(format!("{pointer}: a pointer into JSON begins with /")));
            }
            (None, Some(pattern)) => {
                let pattern = RegexBuilder::new(pattern)
                    .multi_line(true)
                    .size_limit(LARGEST_PATTERN)
                    .build()
                    .map_err(|error| wrong(error.to_string().replace('\n', " ")))?;
                Origin::Pattern(pattern)
            }
            _ => {
                return Err(wrong("say where it is found by one of json and pattern".to_owned()));
            }
        };
        measures.push(Measure {
            name: table.name,
            unit: table.unit,
            origin,
            higher_is_better: table.higher_is_better,
            is_detail: table.detail,
        });
    }
    Ok(measures)
}
