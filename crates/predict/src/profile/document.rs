//! A profile as tables and pictures over time.

use feedrate_document::format;
use feedrate_document::{Column, Document, Facts, Table};
use feedrate_pageio::{Direction, Discipline};

use super::picture::{drawn, picture};
use super::{FileUse, Profile, Step};
use crate::derive::computing_seconds;
use crate::job::title;

/// The most steps that have tables: the longest.
const MOST_STEPS: usize = 100;

/// Returns the document of a profile.
pub fn document(profile: &Profile) -> Document {
    let steps = profile.all_steps();
    let seconds = profile.ended_microseconds.saturating_sub(profile.began_microseconds) as f64 / 1e6;
    let mut document = Document::new(format!("Profile of {}", profile.program)).subtitle(format!(
        "feedrate {}, {} in {} steps",
        env!("CARGO_PKG_VERSION"),
        format::seconds(seconds),
        steps.len()
    ));
    document = match profile.ended.as_str() {
        "errors" => document.text("The program ended with errors: its log says why."),
        "interrupted" => document.text("The program was interrupted."),
        _ => document,
    };
    document.push(overview(&steps));
    let mut longest: Vec<_> = steps.iter().filter(|(_, step)| moved_bytes(step) > 0).collect();
    longest.sort_by(|(_, a), (_, b)| b.seconds().total_cmp(&a.seconds()));
    longest.truncate(MOST_STEPS);
    longest.sort_by_key(|(_, step)| step.began_microseconds);
    for (session, step) in longest {
        document.push(feedrate_document::Block::Heading(title(session, &step.name, step.line)));
        document.push(facts(step));
        document.push(amounts(step));
        document.push(manners(step));
        if let Some(plot) = picture(step) {
            document.push(plot);
        }
    }
    document
}

fn moved_bytes(step: &Step) -> u64 {
    step.uses().fold(0, |sum, (_, file, _)| sum.saturating_add(file.bytes))
}

/// Returns a line for each step.
fn overview(steps: &[(&str, &Step)]) -> Table {
    let mut table = Table::new([
        Column::left("Step"),
        Column::right("Time").unit("s"),
        Column::right("Computing").unit("s"),
        Column::right("Read").unit("MB"),
        Column::right("Written").unit("MB"),
        Column::right("Cached"),
    ])
    .caption(
        "Computing is the time between transfers, of each of a step's threads. Cached is the share of the reading that \
         the page cache served.",
    );
    for (session, step) in steps {
        let bytes = |direction| {
            let uses = step.uses().filter(|(_, file, _)| file.direction == direction);
            uses.fold(0u64, |sum, (_, file, _)| sum.saturating_add(file.bytes))
        };
        table = table.row([
            title(session, &step.name, step.line),
            format::number(step.seconds()),
            format::number(computing_seconds(step)),
            megabytes(bytes(Direction::Read)),
            megabytes(bytes(Direction::Write)),
            share(step.cache_share),
        ]);
    }
    table
}

fn megabytes(bytes: u64) -> String {
    format::number(bytes as f64 / 1e6)
}

fn share(share: Option<f64>) -> String {
    share.map_or_else(|| "-".to_owned(), format::percent)
}

fn facts(step: &Step) -> Facts {
    let cpu = step.usage.user_cpu_seconds + step.usage.system_cpu_seconds;
    let computing = computing_seconds(step);
    let share_of = |part: f64| match step.seconds() {
        all if all > 0.0 => format!(" ({})", format::percent((part / all).min(1.0))),
        _ => String::new(),
    };
    let flush: f64 = step.uses().filter_map(|(_, file, _)| file.flush_seconds).sum();
    let mut facts = Facts::new()
        .fact("Time", format::seconds(step.seconds()))
        .fact(
            "Computing between transfers",
            format!("{}{}", format::seconds(computing), share_of(computing)),
        )
        .fact("Processor time", format::seconds(cpu));
    if flush > 0.0 {
        facts.push(
            "Waiting for the device at the end",
            format!("{}{}", format::seconds(flush), share_of(flush)),
        );
    }
    if let Some(sort) = step.sort.filter(|sort| sort.sorted_bytes > 0) {
        let runs = match sort.runs {
            0 => "in memory".to_owned(),
            runs => format!("in {} runs", format::count(runs)),
        };
        facts.push(
            "Sorted",
            format!(
                "{} {runs}, with {} of memory",
                format::amount(sort.sorted_bytes),
                format::amount(sort.memory_bytes)
            ),
        );
    }
    facts
}

/// Returns what of each file was moved, and when.
fn amounts(step: &Step) -> Table {
    let mut table = Table::new([
        Column::left("Data set"),
        Column::left(""),
        Column::right("MB"),
        Column::right("Transfers"),
        Column::right("Usual"),
        Column::right("Think").unit("us"),
        Column::right("Cached"),
        Column::left("Over time"),
    ])
    .caption(
        "Usual is the size that moved most. Think is the mean time between two transfers of the file in which the step \
         did not wait for it.",
    );
    for (name, file, _) in step.uses() {
        let usual = file.course.as_ref().and_then(|course| course.sizes.usual());
        table = table.row([
            name.to_owned(),
            file.participle().to_owned(),
            megabytes(file.bytes),
            format::count(file.transfers),
            usual.map_or_else(|| "-".to_owned(), format::size),
            think(file).map_or_else(|| "-".to_owned(), format::number),
            match file.direction {
                Direction::Read => share(file.cache_share),
                Direction::Write => String::new(),
            },
            file.course
                .as_ref()
                .map_or_else(String::new, |course| drawn(step, course)),
        ]);
    }
    table
}

/// Returns the mean time between the transfers of a file, in microseconds.
fn think(file: &FileUse) -> Option<f64> {
    let between = (file.seconds - file.waited_seconds).max(0.0);
    (file.transfers > 0 && file.pipe.is_none()).then(|| between * 1e6 / file.transfers as f64)
}

/// Returns how each file was moved.
fn manners(step: &Step) -> Table {
    let mut table = Table::new([
        Column::left("Data set"),
        Column::left("Method"),
        Column::left("Waiting"),
        Column::right("Depth"),
        Column::right("Threads"),
        Column::right("In order"),
        Column::left("Engine"),
    ]);
    for (name, file, _) in step.uses() {
        let course = file.course.as_ref();
        let in_order = course.map(|it| it.in_order as f64 / it.transfers().max(1) as f64);
        let method = match (file.pipe.is_some(), file.buffers) {
            (true, _) => "pipe".to_owned(),
            (false, Some(buffers)) => format!("{} x {buffers}", file.method),
            (false, None) => file.method.clone(),
        };
        table = table.row([
            name.to_owned(),
            method,
            match file.discipline {
                Discipline::AsSas => "as SAS".to_owned(),
                Discipline::Overlapped => "overlapped".to_owned(),
            },
            file.depth_reached.most.to_string(),
            course.map_or(1, |it| it.threads).to_string(),
            in_order.map_or_else(|| "-".to_owned(), |it| format::percent(it.min(1.0))),
            file.engine.kind.clone(),
        ]);
    }
    table
}
