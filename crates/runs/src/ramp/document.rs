//! A ramp as a page: the answer, its classes, the numbers of users, and response times against users.

mod plot;
mod verdict;
mod words;

use feedrate_document::{Column, Document, Note, Table, format};

use super::limit::{Limit, LimitKind};
use super::record::{AnswerRecord, Figure, LevelRecord, RampRecord};
use crate::latencies;
use plot::plot;
use verdict::verdict;
use words::{counted, known, missing, percent};

/// Returns the page of a ramp.
pub fn document(record: &RampRecord) -> Document {
    let mut document = Document::new(format!("Users of {}", record.title))
        .subtitle(format!(
            "feedrate {}, begun {}, {} in {}",
            record.feedrate.version,
            record.started_at,
            counted(record.levels.iter().map(|level| level.seconds.len()).sum(), "run"),
            format::seconds(record.seconds),
        ))
        .with(verdict(record));
    if record.levels.is_empty() {
        return document;
    }
    document.push(classes(record));
    document.push(users(record));
    document.push(responses(record));
    for plot in [LimitKind::Response, LimitKind::Slowdown, LimitKind::Rate].map(|kind| plot(record, kind)) {
        if !plot.references.is_empty() {
            document.push(plot);
        }
    }
    let shown = shown_latencies(record);
    for (number, level) in shown.iter().enumerate() {
        let of_classes: Vec<_> = level.classes.iter().map(|class| class.latencies.clone()).collect();
        let title = format!("Latencies with {}", counted(level.users as usize, "user"));
        let mut table = latencies::table(&title, &of_classes);
        // The same caption once.
        table.caption = table.caption.filter(|_| number + 1 == shown.len());
        document.push(table);
    }
    let notes = notes(record);
    if !notes.is_empty() {
        document.push(notes);
    }
    document
}

fn classes(record: &RampRecord) -> Table {
    let mut table = Table::new([
        Column::left("Class"),
        Column::right("Programs").unit("per user"),
        Column::left("Limit"),
        Column::right("Users").unit("at least"),
        Column::right("Users").unit("at most"),
    ])
    .title("How many users");
    for class in &record.classes {
        let own = record
            .limits
            .iter()
            .filter(|limit| limit.class.as_ref() == Some(&class.class));
        let row = answer_row(&class.class, class.programs, own, class.users.as_ref());
        table.push(row, false);
    }
    let programs = record.classes.iter().map(|class| class.programs).sum();
    let rate = record.limits.iter().filter(|limit| limit.kind == LimitKind::Rate);
    table.push(answer_row("All", programs, rate, Some(&record.users)), true);
    table
}

fn answer_row<'l>(
    name: &str,
    programs: usize,
    limits: impl Iterator<Item = &'l Limit>,
    users: Option<&AnswerRecord>,
) -> [String; 5] {
    let limits: Vec<String> = limits
        .map(|limit| match limit.kind {
            LimitKind::Response => format::seconds(limit.bound),
            LimitKind::Slowdown => format!("{}x", format::number(limit.bound)),
            LimitKind::Rate => format!("{} MB/s per core", format::number(limit.bound)),
        })
        .collect();
    [
        name.to_owned(),
        programs.to_string(),
        match limits.is_empty() {
            true => "completes".to_owned(),
            false => limits.join(", "),
        },
        users.map_or_else(missing, |users| users.at_least.to_string()),
        match users {
            Some(users) => users.at_most.map_or_else(|| "open".to_owned(), |most| most.to_string()),
            None => missing(),
        },
    ]
}

fn users(record: &RampRecord) -> Table {
    let mut table = Table::new([
        Column::right("Users"),
        Column::right("Runs"),
        Column::right("Longest").unit("s"),
        Column::right("All").unit("MB/s"),
        Column::right("Per core").unit("MB/s"),
        Column::right("Processors").unit("% busy"),
        Column::right("Waited").unit("% of steps"),
        Column::left("Limits"),
    ])
    .title("Numbers of users")
    .caption(
        "Per core: for each physical core that the programs can occupy. Processors: the share of their time that was \
         used, by these programs and others. Waited: the share of the seconds of steps in which they stood still for \
         storage.",
    );
    for level in &record.levels {
        let core = level.megabytes_per_second_and_core.as_ref();
        table.push(
            [
                level.users.to_string(),
                level.seconds.len().to_string(),
                format::number(level.seconds.iter().copied().fold(0.0, f64::max)),
                known(level.megabytes_per_second, format::number),
                known(core.map(|figure| figure.value), format::number),
                known(level.processor_share, percent),
                known(level.waited_share, percent),
                side(level.side, level.failure.is_some()),
            ],
            false,
        );
    }
    table
}

fn side(side: &str, is_failed: bool) -> String {
    match (side, is_failed) {
        (_, true) => "a program failed",
        ("undecided", _) => "undecided",
        ("holds", _) => "hold",
        _ => "break",
    }
    .to_owned()
}

fn responses(record: &RampRecord) -> Table {
    let mut table = Table::new([
        Column::left("Class"),
        Column::right("Users"),
        Column::right("Response").unit("s"),
        Column::right("From").unit("s"),
        Column::right("To").unit("s"),
        Column::right("Slowdown"),
        Column::right("From"),
        Column::right("To"),
        Column::left("Limits"),
    ])
    .title("Response times")
    .caption(
        "Response: the time within which 95 of 100 programs of the class completed, the longest of fewer than 20; the \
         geometric mean of the runs. Slowdown: relative to one user. The intervals of what limits bound, of all \
         classes and users, hold together at 95 %.",
    );
    for (place, class) in record.classes.iter().enumerate() {
        for (row, level) in record.levels.iter().enumerate() {
            let Some(of_level) = level.classes.get(place) else {
                continue;
            };
            let response = of_level.response_seconds.as_ref();
            let slowdown = of_level.slowdown.as_ref();
            let shown =
                |figure: Option<&Figure>, of: fn(&Figure) -> Option<f64>| known(figure.and_then(of), format::number);
            table.push(
                [
                    if row == 0 { class.class.clone() } else { String::new() },
                    level.users.to_string(),
                    shown(response, |figure| Some(figure.value)),
                    shown(response, |figure| figure.low),
                    shown(response, |figure| figure.high),
                    shown(slowdown, |figure| Some(figure.value)),
                    shown(slowdown, |figure| figure.low),
                    shown(slowdown, |figure| figure.high),
                    side(of_level.side, false),
                ],
                false,
            );
        }
    }
    table
}

/// Returns the numbers of users whose latencies are shown: one, the most that are borne, and the fewest that are not.
fn shown_latencies(record: &RampRecord) -> Vec<&LevelRecord> {
    let mut wanted = vec![1, record.users.at_least];
    wanted.extend(record.users.at_most.map(|most| most + 1));
    record
        .levels
        .iter()
        .filter(|level| wanted.contains(&level.users))
        .collect()
}

fn notes(record: &RampRecord) -> Vec<Note> {
    let has_no_interval = |level: &LevelRecord| {
        let mut figures = level.classes.iter().filter_map(|class| class.response_seconds.as_ref());
        figures.any(|figure| figure.low.is_none())
    };
    let mut notes: Vec<Note> = record.notes.iter().map(Note::info).collect();
    if record.levels.iter().any(has_no_interval) {
        notes.push(Note::info(
            "Intervals begin at three runs of one number of users, or two of two; without them nothing is certain.",
        ));
    }
    notes
}

#[cfg(test)]
mod tests;
