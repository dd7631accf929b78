//! The summary of repeated runs as a table.

use feedrate_document::{Column, Document, Note, Table, format};

use super::{RepeatedFigures, RepeatsRecord};

/// The most steps that are shown: those that take the most time.
const MOST_STEPS: usize = 30;

/// Returns the table of the steps and of the whole run.
pub fn document(record: &RepeatsRecord) -> Document {
    let runs = match record.requested {
        requested if record.runs.len() == requested as usize => format!("{requested} runs"),
        requested => format!("{} of {requested} runs", record.runs.len()),
    };
    let mut document = Document::new(format!("{}: {runs}", record.program));
    if let Some(started_at) = &record.started_at {
        let version = record.feedrate.version;
        document = document.subtitle(format!("feedrate {version}, begun {started_at}"));
    }
    if record.counted > 0 {
        document.push(table(record));
    }
    let notes = notes(record);
    if !notes.is_empty() {
        document.push(notes);
    }
    document
}

fn table(record: &RepeatsRecord) -> Table {
    let mut table = Table::new([
        Column::left("Step (line)"),
        Column::right("Median").unit("s"),
        Column::right("95 % from").unit("s"),
        Column::right("to").unit("s"),
        Column::right("Min").unit("s"),
        Column::right("Max").unit("s"),
        Column::right("Moved").unit("MB/s"),
        Column::right("Cache").unit("%"),
        Column::right("Waited").unit("%"),
    ])
    .caption(
        "95 %: the interval of the median, from 6 runs on. Moved, Cache and Waited are medians over the runs: what of \
         files was read and written, the share of what was read that the page cache served, and the share of the time \
         that was waited for storage.",
    );
    let shown = longest(record);
    for (step, _) in record.steps.iter().zip(&shown).filter(|(_, shown)| **shown) {
        let name = format!("{} ({})", step.name, step.line);
        table.push(row(name, &step.figures), false);
    }
    table.push(row("Whole run".to_owned(), &record.total), false);
    table
}

/// Returns for each step whether it is shown.
fn longest(record: &RepeatsRecord) -> Vec<bool> {
    let median = |figures: &RepeatedFigures| figures.seconds.map_or(0.0, |seconds| seconds.median);
    let mut by_time: Vec<usize> = (0..record.steps.len()).collect();
    by_time.sort_by(|&one, &other| {
        let median = |step: usize| median(&record.steps[step].figures);
        median(other).total_cmp(&median(one))
    });
    let mut shown = vec![false; record.steps.len()];
    for step in by_time.into_iter().take(MOST_STEPS) {
        shown[step] = true;
    }
    shown
}

fn row(name: String, figures: &RepeatedFigures) -> [String; 9] {
    let seconds = figures.seconds.as_ref();
    let interval = seconds.and_then(|seconds| seconds.interval);
    [
        name,
        number(seconds.map(|seconds| seconds.median)),
        number(interval.map(|interval| interval.low)),
        number(interval.map(|interval| interval.high)),
        number(seconds.map(|seconds| seconds.min)),
        number(seconds.map(|seconds| seconds.max)),
        number(figures.megabytes_per_second),
        percent(figures.cache_share),
        percent(figures.waited_share),
    ]
}

fn number(value: Option<f64>) -> String {
    value.map_or_else(|| format::NOT_AVAILABLE.to_owned(), format::number)
}

fn percent(share: Option<f64>) -> String {
    let shown = share.map_or_else(|| format::NOT_AVAILABLE.to_owned(), format::percent);
    shown.trim_end_matches(" %").to_owned()
}

fn notes(record: &RepeatsRecord) -> Vec<Note> {
    let mut notes = Vec::new();
    let hidden = record.steps.len().saturating_sub(MOST_STEPS);
    if hidden > 0 {
        notes.push(Note::info(format!(
            "{hidden} steps that took less time are not shown; the figures of --json have them."
        )));
    }
    if let Some(apart) = record.first_apart {
        notes.push(Note::info(apart.text()));
    }
    if let Some(ended @ ("errors" | "interrupted")) = record.ended {
        let number = record.runs.len();
        let how = match ended {
            "errors" => "ended with errors",
            _ => "was interrupted",
        };
        notes.push(Note::warning(format!(
            "Run {number} {how}, and no other followed. Its figures do not count."
        )));
    }
    notes
}

#[cfg(test)]
mod tests {
    use feedrate_document::Header;
    use feedrate_document::text::{self, TextOptions};
    use feedrate_session::log::Clocks;
    use feedrate_session::record::Record;
    use feedrate_stats::Summary;

    use super::super::RepeatedStep;
    use super::super::first::FirstApart;
    use super::*;

    fn figures(seconds: &[f64]) -> RepeatedFigures {
        RepeatedFigures {
            seconds: Summary::of(seconds),
            moved_bytes: Some(8_000_000_000),
            megabytes_per_second: Some(12_345.6),
            cache_share: Some(0.1234),
            waited_share: Some(0.9876),
        }
    }

    fn step(name: &str, line: u32, seconds: &[f64]) -> RepeatedStep {
        RepeatedStep {
            name: name.to_owned(),
            line,
            figures: figures(seconds),
        }
    }

    fn record(steps: Vec<RepeatedStep>) -> RepeatsRecord {
        RepeatsRecord {
            feedrate: Header {
                version: "1.0.0",
                ..Header::new("repeats", 1)
            },
            program: "claims.sas".to_owned(),
            started_at: Some("2026-11-21T05:44:25Z".to_owned()),
            ended: Some("errors"),
            requested: 8,
            counted: 6,
            total: figures(&[239.4, 240.1, 238.0, 1241.5, 239.0, 250.2]),
            steps,
            runs: vec![run(); 7],
            first_apart: None,
        }
    }

    fn run() -> Record {
        Record {
            feedrate: Header::new("run", 1),
            program: "claims.sas".to_owned(),
            started_at: "2026-11-21T05:44:25Z".to_owned(),
            began_microseconds: 1,
            ended_microseconds: 2,
            ended: "clean",
            error: None,
            warnings: 0,
            errors: 0,
            usage: Clocks::now().used(),
            cold: None,
            steps: Vec::new(),
            sessions: Vec::new(),
        }
    }

    fn shown(record: &RepeatsRecord) -> String {
        text::render(&document(record), &TextOptions::default())
    }

    #[test]
    fn the_table_fits_80_columns_and_says_what_is_unknown() {
        let mut unknown = step("TRANSPOSE", 1234, &[0.001_23, 0.001_1]);
        unknown.figures.cache_share = None;
        unknown.figures.megabytes_per_second = None;
        let shown = shown(&record(vec![
            step("DATA", 1, &[12.3, 12.4, 12.5, 12.6, 12.7, 100.0]),
            unknown,
        ]));
        assert!(shown.lines().all(|line| line.chars().count() <= 80));
        insta::assert_snapshot!(shown);
    }

    #[test]
    fn without_a_run_that_counts_there_is_no_table() {
        let mut failed = record(Vec::new());
        (failed.counted, failed.runs) = (0, vec![run()]);
        let shown = shown(&failed);
        assert!(!shown.contains("Median"), "{shown}");
        assert!(shown.contains("warning: Run 1 ended with errors"), "{shown}");
    }

    #[test]
    fn a_first_run_that_is_unlike_the_others_is_told() {
        let mut record = record(vec![step("DATA", 1, &[1.0])]);
        assert!(!shown(&record).contains("--cold"));
        record.first_apart = Some(FirstApart::LessInCache);
        let shown = shown(&record);
        assert!(shown.contains("The first run found less"), "{shown}");
    }

    #[test]
    fn the_longest_of_many_steps_are_shown_in_their_order() {
        let steps = (1..=40).map(|line| step("DATA", line, &[f64::from(line)]));
        let shown = shown(&record(steps.collect()));
        assert!(!shown.contains("DATA (10)"), "{shown}");
        let of = |name: &str| shown.find(name).expect(name);
        assert!(of("DATA (11)") < of("DATA (40)"));
        assert!(shown.contains("10 steps that took less time"), "{shown}");
    }
}
