//! A comparison as a report.

use feedrate_document::{Block, Column, Document, Facts, Note, Table, Verdict as Shown, format};

use feedrate_stats::UnpairedRatio;

use super::{Change, Comparison, Outcome, Verdict};
use crate::measured::ResultFile;

/// The most figures of one result alone that are listed.
const MOST: usize = 10;

/// Returns the report of a comparison.
pub fn document(comparison: &Comparison, first: &ResultFile, second: &ResultFile) -> Document {
    let mut document = Document::new("What got slower");
    document.push(verdict(comparison));
    document.push(Facts::new().fact("Before", origin(first)).fact("After", origin(second)));
    let notes = notes(comparison);
    if !notes.is_empty() {
        document.push(notes);
    }
    for (outcome, heading) in [
        (Outcome::Slower, "Slower"),
        (Outcome::Faster, "Faster"),
        (Outcome::Unclear, "Cannot be told"),
        (Outcome::TooFewRuns, "Too few runs to be told"),
    ] {
        let changes = comparison.changes.iter();
        let changes: Vec<&Change> = changes.filter(|change| change.outcome == outcome).collect();
        if !changes.is_empty() {
            document.push(Block::Heading(heading.to_owned()));
            document.push(table(&changes));
        }
    }
    document
}

/// Returns a ratio with its interval: `103.2 % (101 to 106)`.
pub(crate) fn ratio_text(ratio: &UnpairedRatio) -> String {
    let interval = ratio.interval.map_or_else(String::new, |interval| {
        let ends = [interval.low, interval.high].map(|end| format::number(end * 100.0));
        format!(" ({})", ends.join(" to "))
    });
    format!("{}{interval}", format::percent(ratio.ratio))
}

fn origin(result: &ResultFile) -> String {
    let runs = match result.runs() {
        1 => "1 run".to_owned(),
        count => format!("{count} runs"),
    };
    format!(
        "{}: {}, {runs}, {}",
        result.file.display(),
        result.title,
        result.time_text()
    )
}

/// Returns a number of figures in words.
fn figures(count: usize) -> String {
    match count {
        1 => "1 figure".to_owned(),
        count => format!("{count} figures"),
    }
}

fn verdict(comparison: &Comparison) -> Shown {
    let tally = comparison.tally();
    let all = tally.all();
    let untold = tally.unclear + tally.too_few_runs;
    let verdict = match tally.verdict() {
        Verdict::Fail => Shown::fail(format!("{} of {} got slower", tally.slower, figures(all))),
        Verdict::Pass => Shown::pass(format!("nothing got slower, of {}", figures(all))),
        Verdict::Unknown => Shown::unknown(format!(
            "nothing is known to have got slower; {untold} of {} cannot be told",
            figures(all)
        )),
        Verdict::NotCompared => Shown::unknown(format!(
            "too few runs to tell anything of {}: 4 on each side are the fewest, 6 tell more",
            figures(all)
        )),
    };
    let counts = [
        (tally.slower, "slower"),
        (tally.faster, "faster"),
        (tally.equal, "equal"),
        (tally.unclear, "with intervals that are too wide to tell"),
        (tally.too_few_runs, "with too few runs to tell"),
    ];
    let counts = counts.into_iter().filter(|(count, _)| *count > 0);
    counts.fold(verdict, |verdict, (count, what)| {
        verdict.line(format!("{count} {what}"))
    })
}

fn notes(comparison: &Comparison) -> Vec<Note> {
    let unlike = comparison.unlike.iter();
    let mut notes: Vec<Note> = unlike
        .map(|unlike| Note::warning(format!("unlike in {}", unlike.text())))
        .collect();
    notes.extend(comparison.notes.iter().map(|note| Note::info(note.clone())));
    for (which, samples) in [("before", &comparison.only_first), ("after", &comparison.only_second)] {
        if samples.is_empty() {
            continue;
        }
        let places = samples.iter().take(MOST).map(|sample| sample.place());
        let more = match samples.len() > MOST {
            true => ", ...",
            false => "",
        };
        notes.push(Note::info(format!(
            "only {which}: {}{more}",
            places.collect::<Vec<_>>().join("; ")
        )));
    }
    notes
}

fn table(changes: &[&Change]) -> Table {
    let mut table = Table::new([
        Column::left("of"),
        Column::left("figure"),
        Column::right("before"),
        Column::right("after"),
        Column::right("ratio (95 %)"),
        Column::right("cached"),
    ]);
    for change in changes {
        let shown = change.first.shown();
        let share = |share: Option<f64>| share.map_or_else(|| "?".to_owned(), format::percent);
        let shares = change.cache_shares;
        let cached = match (share(shares.0), share(shares.1)) {
            (first, second) if first == second => first,
            (first, second) => format!("{first}, {second}"),
        };
        table.push(
            [
                change.first.place(),
                shown.title.clone(),
                shown.format(change.first_summary.median),
                shown.format(change.second_summary.median),
                ratio_text(&change.ratio),
                cached,
            ],
            false,
        );
    }
    table.caption(
        "Medians, and the ratio of after to before over all pairs of runs (Hodges and Lehmann) with its interval \
         (Wilcoxon, Mann and Whitney). Cached: the share of what was read that the page cache served.",
    )
}
