//! The account of each job, which fio does not have, as text for people.

use feedrate_workload::load::LoadOutcome;

use super::RunResults;
use super::number::{Thousand, short};

/// Returns an account of each load: the share of the page cache, the actual engine and depth, differences, notes. It
/// must be printed where parsers of results do not read it, such as standard error.
pub fn account(report: &RunResults<'_>) -> String {
    let mut text = String::new();
    for batch in &report.outcome.batches {
        // A job that moved nothing had nothing from anywhere.
        let loads = batch.loads.iter();
        let moved: Vec<_> = loads.filter(|load| load.engine.kind.moves_bytes()).collect();
        let names: Vec<_> = moved.iter().map(|load| load.name.as_str()).collect();
        let read: u64 = moved.iter().map(|load| load.flow.read.bytes).sum();
        if read > 0 {
            line!(
                text,
                "{}: {} read, {} of it from the page cache",
                distinct(&names),
                short(read, 4, Thousand::Binary, "B"),
                batch.cache
            );
        }
        let mut said = Vec::new();
        for load in &batch.loads {
            for line in lines(load) {
                if !said.contains(&line) {
                    line!(text, "{line}");
                    said.push(line);
                }
            }
        }
    }
    for note in &report.outcome.notes {
        line!(text, "{note}");
    }
    text
}

/// Returns the lines of one load; clones with equal lines are combined.
fn lines(load: &LoadOutcome) -> Vec<String> {
    let name = &load.name;
    let mut lines = Vec::new();
    if load.depth.most > 1 {
        lines.push(format!(
            "{name}: engine {}, at most {} in flight",
            load.engine.kind.name(),
            load.depth.most
        ));
    }
    let refused = load.engine.refused.iter();
    lines.extend(refused.map(|reason| format!("{name}: {reason}")));
    if load.differ > 0 {
        lines.push(format!(
            "{name}: {} of {} blocks checked differ from what was written",
            load.differ, load.checked
        ));
    }
    for difference in &load.differences {
        lines.push(format!(
            "{name}: {} at {}: {}",
            difference.path.display(),
            difference.offset,
            difference.what
        ));
    }
    if let Some(error) = &load.error {
        lines.push(format!("{name}: {}", error.text));
    }
    lines.extend(load.notes.iter().map(|note| format!("{name}: {note}")));
    lines
}

/// Joins names, each once.
fn distinct(names: &[&str]) -> String {
    let mut found: Vec<&str> = Vec::new();
    for name in names {
        if !found.contains(name) {
            found.push(name);
        }
    }
    found.join(", ")
}
