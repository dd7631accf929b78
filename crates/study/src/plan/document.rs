//! The plan as a document.

use std::path::Path;
use std::time::Duration;

use feedrate_document::{Block, Code, Column, Document, Facts, Table, format};
use feedrate_machine::volume::Space;

use super::{Forecast, History, Plan};
use crate::definition::{Change, Factor, Study, Subject};
use crate::source::repeats;
use crate::store::Run;

/// Rates of storage, in bytes a second, for a time before anything was measured.
const RATES: [f64; 2] = [100e6, 1e9];

/// Returns the plan of a study for people: what is run how often, how each factor is set, how long it takes by the runs
/// that are known, and what space it needs.
pub fn document(
    study: &Study,
    plan: &Plan,
    known: &[Run],
    forecast: Option<&Forecast>,
    store: &Path,
    folder: &Path,
) -> Document {
    let mut document = Document::new(study.title.clone());
    if let Some(source) = &study.source {
        document = document.text(repeats(source));
    }
    if let Some(question) = &study.question {
        document = document.text(question.clone());
    }
    document.push(facts(study, plan, known, forecast, store, folder));
    if !study.factors.is_empty() {
        let mut table = Table::new([Column::left("factor"), Column::left("levels"), Column::left("set by")]);
        for factor in &study.factors {
            let levels: Vec<&str> = factor.levels.iter().map(|level| level.text.as_str()).collect();
            table.push([factor.name.clone(), levels.join(", "), set_by(factor)], false);
        }
        document.push(table);
    }
    document.push(Block::from(Code::shell(command_line(study))));
    document
}

fn facts(study: &Study, plan: &Plan, known: &[Run], forecast: Option<&Forecast>, store: &Path, folder: &Path) -> Facts {
    let history = History::of(study, &plan.cells, known.to_vec());
    let left = || {
        let all = |block| (0..plan.cells.len()).map(move |cell| (cell, block));
        let runs = plan.blocks.iter().flat_map(move |&block| all(block));
        let left = runs.filter(|&(cell, block)| !history.is_done(cell, block));
        left.map(|(cell, _)| cell)
    };
    let done = plan.runs() - left().count();
    let time = match plan.expected(left(), |cell| history.median_seconds(cell)) {
        Some(expected) if expected.known_cells == plan.cells.len() => {
            format!(
                "about {} by the runs so far",
                format::seconds(expected.time.as_secs_f64())
            )
        }
        Some(expected) => format!(
            "about {} by the runs of {} cells so far",
            format::seconds(expected.time.as_secs_f64()),
            expected.known_cells
        ),
        None => forecast.map_or_else(|| "not known before the first runs".to_owned(), in_words),
    };
    let warm_up = match study.warm_up {
        0 => String::new(),
        count => format!(", after {count} for warming up"),
    };
    let mut facts = Facts::new()
        .fact("Cells", plan.cells.len().to_string())
        .fact("Repeats", format!("{}{warm_up}", study.repeats))
        .fact(
            "Runs",
            match done {
                0 => plan.runs().to_string(),
                done => format!("{}, of which {done} are done", plan.runs()),
            },
        )
        .fact("Time", time)
        .fact("Page cache", study.cache.name());
    if let Some(bytes) = plan.space {
        let free = Space::of(folder).map_or_else(
            |_| String::new(),
            |space| format!(", of {} that are free", format::amount(space.available_bytes)),
        );
        facts.push("Space", format!("{} at most for a run{free}", format::amount(bytes)));
    }
    facts.push("Folder", folder.display().to_string());
    facts.push("Store", store.display().to_string());
    facts
}

/// Returns a forecast in words, with what it is made of.
fn in_words(forecast: &Forecast) -> String {
    let time = |seconds: f64| format::duration(Duration::from_secs_f64(seconds.clamp(1.0, 1e9).round()));
    match forecast {
        Forecast::Lasting { seconds } => {
            format!("about {}, by what the runs are set to last", time(*seconds))
        }
        Forecast::Scaled {
            seconds,
            multiple,
            store,
        } => format!(
            "about {}, by the runs in {} and the bytes that each moves, here up to {} times as many",
            time(*seconds),
            store.display(),
            format::number(*multiple)
        ),
        Forecast::Moved { bytes } => {
            let at = RATES.map(|rate| format!("{} at {}", time(bytes / rate), format::rate(rate)));
            format!(
                "about {} are moved: {}, if these rates are reached",
                format::amount(*bytes as u64),
                at.join(", ")
            )
        }
    }
}

/// Returns in words by what a factor is set.
pub fn set_by(factor: &Factor) -> String {
    match &factor.change {
        Change::Placeholder => format!("{{{}}}", factor.name),
        Change::WellKnown(known) => format!("the {} of the run", known.name().replace('_', " ")),
        Change::SystemOption(name) => format!("the system option {}", name.to_uppercase()),
        Change::MacroVariable(name) => format!("the macro variable {name}"),
        Change::Argument(name) => format!("the argument {name}"),
        Change::Environment(name) => format!("the environment variable {name}"),
        Change::JobOption(name) => format!("the option {name} of the job"),
        Change::File(path) => format!("{path}, and put back"),
        Change::Commands { set, restore, get } => match restore.is_some() || get.is_some() {
            true => format!("`{set}`, and put back"),
            false => format!("`{set}`"),
        },
        Change::ByHand { .. } => "hand".to_owned(),
    }
}

/// Returns what a study runs, as a line of the shell with placeholders.
pub(crate) fn command_line(study: &Study) -> String {
    let before = match &study.invocation.subject {
        Subject::Program(file) => vec!["feedrate", "run", file],
        Subject::Job(file) => vec!["feedrate", "fio", file],
        Subject::Measure => vec!["feedrate", "measure"],
        Subject::Command => Vec::new(),
    };
    let words = before
        .into_iter()
        .chain(study.invocation.arguments.iter().map(String::as_str));
    shlex::try_join(words).unwrap_or_default()
}
