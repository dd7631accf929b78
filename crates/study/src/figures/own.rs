//! Figures that a study defines.

use serde_json::Value;

use super::Figure;
use crate::definition::{Measure, Origin};

/// Returns the figures that a study defines, from the JSON that a run wrote and from its output.
///
/// # Errors
///
/// Returns what was not found.
pub fn of_measures(measures: &[Measure], document: Option<&Value>, output: &str) -> Result<Vec<Figure>, String> {
    let figures = measures.iter().map(|measure| {
        let value = match &measure.origin {
            Origin::Json(pointer) => number_at(document, pointer),
            Origin::Pattern(pattern) => number_of(pattern, output),
        };
        value
            .map(|value| Figure::new("", measure.name.as_str(), value))
            .map_err(|why| format!("the measure {}: {why}", measure.name))
    });
    figures.collect()
}

fn number_at(document: Option<&Value>, pointer: &str) -> Result<f64, String> {
    let document = document.ok_or("the run wrote no JSON")?;
    let value = document
        .pointer(pointer)
        .ok_or_else(|| format!("{pointer} is not in the JSON of the run"))?;
    let number = value.as_f64().or_else(|| value.as_str()?.trim().parse().ok());
    number.ok_or_else(|| format!("{pointer} is no number in the JSON of the run"))
}

fn number_of(pattern: &regex::Regex, output: &str) -> Result<f64, String> {
    let found = pattern.captures_iter(output).last();
    let found = found.ok_or_else(|| format!("`{pattern}` is not in the output of the run"))?;
    let text = found.get(1).or(found.get(0)).map_or("", |found| found.as_str());
    let number = without_commas(text.trim()).and_then(|digits| digits.parse().ok());
    number.ok_or_else(|| format!("`{}` in the output of the run is no number", text.trim()))
}

/// Returns a number without the commas between its thousands; `None` where a comma is something else.
fn without_commas(text: &str) -> Option<String> {
    let (whole, rest) = text.split_at(text.find('.').unwrap_or(text.len()));
    let mut groups = whole.split(',');
    let first = groups.next()?;
    let is_thousands = !whole.contains(',')
        || ((1..=3).contains(&first.trim_start_matches(['-', '+']).len()) && groups.all(|group| group.len() == 3));
    (is_thousands && !rest.contains(',')).then(|| whole.replace(',', "") + rest)
}
