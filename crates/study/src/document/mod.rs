//! The analysis as a report.

mod charts;
mod comparisons;
mod courses;
mod plots;
mod published;
mod recommendation;
mod runs;
mod steps;
mod tables;
#[cfg(test)]
mod tests;

use feedrate_document::{Block, Document};

use crate::analysis::{Analysis, Data};
use crate::source::repeats;
use crate::store::Run;

pub(crate) use comparisons::in_words;

/// Returns the report of a study.
pub fn document(data: &Data, analysis: &Analysis) -> Document {
    let mut document = Document::new(data.facts.title.clone()).subtitle(subtitle(data));
    if let Some(source) = &data.study.source {
        document = document.text(repeats(source));
    }
    if let Some(question) = &data.study.question {
        document = document.text(question.clone());
    }
    recommendation::push(&mut document, data, analysis);
    runs::push_unusual(&mut document, data, analysis);
    published::push(&mut document, data, analysis);
    charts::push(&mut document, data);
    courses::push(&mut document, data, analysis);
    if let Some(main) = analysis.main() {
        document.push(Block::Heading(format!("The cells: {}", main.response.title())));
        document.push(tables::cells(data, main));
        for plot in plots::of(data, main) {
            document.push(plot);
        }
        comparisons::push(&mut document, data, main);
    }
    steps::push(&mut document, data, analysis);
    runs::push_failures(&mut document, data);
    runs::push_machine(&mut document, data);
    document
}

/// Returns the time at which a run ended, to the second; that of its beginning where it is no time.
fn ended_at(run: &Run) -> String {
    let began = run.started_at.parse::<jiff::Timestamp>().ok();
    let took = jiff::SignedDuration::try_from_secs_f64(run.seconds).ok();
    let ended = began.zip(took).and_then(|(began, took)| began.checked_add(took).ok());
    ended.map_or_else(
        || run.started_at.clone(),
        |ended| ended.strftime("%Y-%m-%dT%H:%M:%SZ").to_string(),
    )
}

fn subtitle(data: &Data) -> String {
    let runs = data.runs.len();
    let first = data.runs.iter().map(|run| run.run.started_at.as_str()).min();
    let last = data.runs.iter().map(|run| ended_at(&run.run)).max();
    let when = match (first, last) {
        (Some(first), Some(last)) => format!(", {first} to {last}"),
        _ => String::new(),
    };
    let versions: Vec<&str> = data
        .facts
        .machines
        .iter()
        .map(|(_, version, _)| version.as_str())
        .collect();
    let mut versions = versions;
    versions.dedup();
    format!(
        "{runs} runs of {} cells{when}, feedrate {}",
        data.cells.len(),
        versions.join(" and ")
    )
}
