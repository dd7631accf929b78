//! A history as a report.

use feedrate_document::{Block, Column, Document, Note, Table, Verdict as Shown, format};

use super::{Course, History, plots};
use crate::compare::{Outcome, Verdict, ratio_text};

/// Returns the report of a history.
pub fn document(history: &History) -> Document {
    let mut document = Document::new(format!("The results in {}", history.folder.display()));
    document.push(verdict(history));
    document.push(table(history));
    let mut notes: Vec<Note> = history.notes.iter().map(|note| Note::info(note.clone())).collect();
    if history.skipped > 0 {
        let files = match history.skipped {
            1 => "1 file is no result and is".to_owned(),
            count => format!("{count} files are no results and are"),
        };
        notes.push(Note::info(format!("{files} left out")));
    }
    if !notes.is_empty() {
        document.push(notes);
    }
    let plots = plots::of(history);
    if !plots.is_empty() {
        document.push(Block::Heading("Over time".to_owned()));
    }
    for plot in plots {
        document.push(plot);
    }
    document
}

fn verdict(history: &History) -> Shown {
    let tally = history.tally();
    let all = tally.all();
    let untold = tally.unclear + tally.too_few_runs;
    let of_all = match all {
        1 => "of 1 figure".to_owned(),
        all => format!("of {all} figures"),
    };
    match tally.verdict() {
        Verdict::Fail => Shown::fail(format!(
            "the last result is slower than all before in {} {of_all}",
            tally.slower
        )),
        Verdict::Pass => Shown::pass(format!("the last result is not slower in any {of_all}")),
        Verdict::Unknown => Shown::unknown(format!(
            "the last result is not known to be slower; {untold} {of_all} cannot be told"
        )),
        Verdict::NotCompared if all == 0 => Shown::unknown("each figure has one result, with none before it"),
        Verdict::NotCompared => Shown::unknown("too few runs to tell whether the last result is slower"),
    }
}

fn table(history: &History) -> Table {
    let mut table = Table::new([
        Column::left("of"),
        Column::right("n"),
        Column::right("last"),
        Column::right("before"),
        Column::right("ratio (95 %)"),
        Column::right("cached"),
        Column::left("so"),
    ]);
    for course in &history.courses {
        table.push(row(course), course.outcome == Some(Outcome::Slower));
    }
    table.caption(
        "n: the number of results. The medians of the last result, and the median of those before it; the ratio of \
         the last runs to all before, with its interval. Slower: by the rule of feedrate compare, and slower than \
         each of the results before. Cached: the share of what was read that the page cache served at last.",
    )
}

fn row(course: &Course) -> [String; 7] {
    let shown = course.last.shown();
    let value = |value: Option<f64>| value.map_or_else(String::new, |value| shown.format(value));
    let last = course.points.last();
    [
        course.name.clone(),
        course.points.len().to_string(),
        value(last.map(|last| last.summary.median)),
        value(course.median_before),
        course.ratio.as_ref().map_or_else(String::new, ratio_text),
        last.and_then(|last| last.cache_share)
            .map_or_else(|| "?".to_owned(), format::percent),
        course.outcome.map_or("first", short).to_owned(),
    ]
}

/// Returns an outcome in a word or two.
fn short(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Slower => "slower",
        Outcome::Faster => "faster",
        Outcome::Equal => "equal",
        Outcome::Unclear => "unclear",
        Outcome::TooFewRuns => "few runs",
    }
}
