//! The runs of a program as JSON, with the summary of each step.
//!
//! `docs/run-json.md` describes it to its users.

use std::collections::BTreeMap;

use feedrate_document::Header;
use feedrate_session::record::{Record, StepRecord};
use serde::Serialize;

use super::figures::{Figures, RepeatedFigures};
use super::first::FirstApart;

/// The version of this format. It is increased with every change that is not an addition.
pub const FORMAT_VERSION: u32 = 1;

/// A program that was run several times.
#[derive(Clone, Debug, Serialize)]
pub struct RepeatsRecord {
    /// The type of the document.
    pub feedrate: Header,
    /// The name of the program in messages.
    pub program: String,
    /// When the first run began, by RFC 3339.
    pub started_at: Option<String>,
    /// The ending of the last run: `clean`, `warnings`, `errors` or `interrupted`.
    pub ended: Option<&'static str>,
    /// The number of requested runs.
    pub requested: u32,
    /// The number of runs that count for the summaries: those that ended without errors.
    pub counted: usize,
    /// The summary of the whole runs.
    pub total: RepeatedFigures,
    /// The summaries of the steps, in their order.
    pub steps: Vec<RepeatedStep>,
    /// The records of all runs, in their order.
    pub runs: Vec<Record>,
    /// The difference of the first run from the others, though their summaries count it.
    #[serde(skip)]
    pub(super) first_apart: Option<FirstApart>,
}

/// The summary of a step.
#[derive(Clone, Debug, Serialize)]
pub struct RepeatedStep {
    /// `DATA`, or the name of the procedure.
    pub name: String,
    /// The line of the log in which it begins.
    pub line: u32,
    /// Its figures, over the runs in which it completed.
    #[serde(flatten)]
    pub figures: RepeatedFigures,
}

/// The key by which steps of two runs are the same: line, name, and the number of such steps before, as in a loop of a
/// macro.
type StepKey<'r> = (u32, &'r str, usize);

impl RepeatsRecord {
    /// Summarizes the runs of a program.
    pub fn of(program: &str, requested: u32, runs: Vec<Record>) -> Self {
        let counted = || {
            let is_counted = |run: &&Record| matches!(run.ended, "clean" | "warnings");
            runs.iter().filter(is_counted)
        };
        let totals: Vec<Figures> = counted().map(Figures::of_run).collect();
        let is_cold = runs.iter().any(|run| run.cold.is_some());
        Self {
            first_apart: FirstApart::of(&totals).filter(|_| !is_cold),
            feedrate: Header::new("repeats", FORMAT_VERSION),
            program: program.to_owned(),
            started_at: runs.first().map(|run| run.started_at.clone()),
            ended: runs.last().map(|run| run.ended),
            requested,
            counted: totals.len(),
            total: RepeatedFigures::of(&totals),
            steps: steps(counted().map(|run| &*run.steps)),
            runs,
        }
    }
}

/// Returns the summaries of the steps that completed, in the order in which they first did.
fn steps<'r>(runs: impl Iterator<Item = &'r [StepRecord]>) -> Vec<RepeatedStep> {
    let mut order: Vec<StepKey<'r>> = Vec::new();
    let mut figures: BTreeMap<StepKey<'r>, Vec<Figures>> = BTreeMap::new();
    for run in runs {
        let mut before: BTreeMap<(u32, &str), usize> = BTreeMap::new();
        for step in run {
            let times = before.entry((step.line, &*step.name)).or_default();
            let key = (step.line, &*step.name, *times);
            *times += 1;
            if !step.completed {
                continue;
            }
            let of_step = figures.entry(key).or_insert_with(|| {
                order.push(key);
                Vec::new()
            });
            of_step.push(Figures::of_step(step));
        }
    }
    let summary = |key: StepKey<'r>| RepeatedStep {
        name: key.1.to_owned(),
        line: key.0,
        figures: RepeatedFigures::of(&figures[&key]),
    };
    order.into_iter().map(summary).collect()
}

#[cfg(test)]
mod tests {
    use feedrate_session::log::Clocks;
    use feedrate_session::record::StepTime;

    use super::*;

    fn step(name: &str, line: u32, seconds: f64) -> StepRecord {
        let mut usage = Clocks::now().used();
        usage.real_seconds = seconds;
        let mut step = StepRecord::not_run(name, line, StepTime::since(0), usage);
        step.completed = true;
        step
    }

    fn medians(runs: &[Vec<StepRecord>]) -> Vec<(String, u32, usize, f64)> {
        let steps = steps(runs.iter().map(Vec::as_slice));
        let of = |step: RepeatedStep| {
            let seconds = step.figures.seconds.unwrap();
            (step.name, step.line, seconds.count, seconds.median)
        };
        steps.into_iter().map(of).collect()
    }

    #[test]
    fn steps_of_one_line_are_told_apart_by_their_order() {
        let run = |seconds| {
            vec![
                step("DATA", 7, seconds),
                step("SORT", 7, 9.0),
                step("DATA", 7, 10.0 * seconds),
            ]
        };
        let expected = [("DATA", 7, 3, 2.0), ("SORT", 7, 3, 9.0), ("DATA", 7, 3, 20.0)];
        assert_eq!(
            medians(&[run(1.0), run(2.0), run(3.0)]),
            expected.map(|(name, line, count, median)| (name.to_owned(), line, count, median))
        );
    }

    #[test]
    fn a_step_that_did_not_complete_keeps_its_place_in_a_loop() {
        let run = |first_completed| {
            let mut first = step("DATA", 7, 1.0);
            first.completed = first_completed;
            vec![first, step("DATA", 7, 20.0)]
        };
        let expected = [("DATA", 7, 1, 1.0), ("DATA", 7, 2, 20.0)];
        assert_eq!(
            medians(&[run(true), run(false)]),
            expected.map(|(name, line, count, median)| (name.to_owned(), line, count, median))
        );
    }

    #[test]
    fn a_step_counts_in_the_runs_in_which_it_completed() {
        let mut failed = step("SORT", 2, 50.0);
        failed.completed = false;
        let runs = [
            vec![step("DATA", 1, 1.0), step("SORT", 2, 3.0)],
            vec![step("DATA", 1, 2.0), failed],
            vec![step("DATA", 1, 3.0), step("PRINT", 3, 1.0)],
        ];
        let found = medians(&runs);
        let expected = [("DATA", 1, 3, 2.0), ("SORT", 2, 1, 3.0), ("PRINT", 3, 1, 1.0)];
        assert_eq!(
            found,
            expected.map(|(name, line, count, median)| (name.to_owned(), line, count, median))
        );
    }
}
