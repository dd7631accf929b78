//! What the pairs of a case say.

use feedrate_stats::{PairedRatio, Summary, Verdict};
use serde::Serialize;

use crate::case::Case;
use crate::measurement::Measurement;
use crate::pairs::Pair;

/// One figure of both programs.
#[derive(Clone, Debug, Serialize)]
pub struct Figure {
    /// What it is, with its unit.
    pub name: &'static str,
    /// The median of feedrate's runs.
    pub feedrate: f64,
    /// The median of fio's.
    pub fio: f64,
    /// feedrate's divided by fio's, pair by pair.
    pub ratio: PairedRatio,
    /// Whether the requirement is met; absent where none is made.
    pub verdict: Option<Verdict>,
}

/// A case with what came of it.
#[derive(Clone, Debug, Serialize)]
pub struct Comparison {
    /// The case.
    pub case: Case,
    /// Its figures.
    pub figures: Vec<Figure>,
    /// All runs: feedrate's and fio's, pair by pair.
    pub pairs: Vec<Pair>,
}

/// What is asked of a ratio.
#[derive(Clone, Copy, Debug)]
enum Requirement {
    AtLeastFio,
    AtMostFio,
    /// Of feedrate alone: 1, within `RATE_TOLERANCE`.
    AsAsked,
    Nothing,
}

/// How far a rate may lie from the one that was asked for.
pub const RATE_TOLERANCE: f64 = 0.02;

impl Comparison {
    /// Compares the pairs, by the ratio that verdicts need within `margin`.
    pub fn of(case: Case, pairs: Vec<Pair>, margin: f64) -> Result<Self, String> {
        let cpu = if case.judges_cpu() {
            Requirement::AtMostFio
        } else {
            Requirement::Nothing
        };
        let figure = |name, value: fn(&Measurement) -> f64, requirement| {
            figure(name, value, requirement, &pairs, margin)
                .ok_or_else(|| format!("{}: a run has no {name}", case.name))
        };
        let rate = if case.has_rate() {
            figure("of asked", |run| run.of_asked, Requirement::AsAsked)?
        } else if case.counts_transfers() {
            figure(
                "IOPS",
                |run| run.transfers_per_second,
                Requirement::AtLeastFio,
            )?
        } else {
            figure(
                "MB/s",
                |run| run.megabytes_per_second,
                Requirement::AtLeastFio,
            )?
        };
        let figures = vec![
            rate,
            figure("ms/GB run", |run| run.own_cpu_per_gigabyte * 1e3, cpu)?,
            figure("ms/GB all", |run| run.whole_cpu_per_gigabyte * 1e3, cpu)?,
        ];
        Ok(Self {
            case,
            figures,
            pairs,
        })
    }
}

fn figure(
    name: &'static str,
    value: fn(&Measurement) -> f64,
    requirement: Requirement,
    pairs: &[Pair],
    margin: f64,
) -> Option<Figure> {
    let values: Vec<_> = pairs
        .iter()
        .map(|(ours, theirs)| (value(ours), value(theirs)))
        .collect();
    let ratio = PairedRatio::of(&values)?;
    let (ours, theirs): (Vec<_>, Vec<_>) = values.into_iter().unzip();
    let median = Summary::of(&ours)?.median;
    Some(Figure {
        name,
        feedrate: median,
        fio: Summary::of(&theirs)?.median,
        ratio,
        verdict: match requirement {
            Requirement::AtLeastFio => Some(ratio.verdict(margin, 1.0)),
            Requirement::AtMostFio => Some(ratio.verdict_at_most(margin, 1.0)),
            Requirement::AsAsked => Some(as_asked(&ours, median)),
            Requirement::Nothing => None,
        },
    })
}

/// Passed when all runs were as asked, failed when even the one in the middle was not.
fn as_asked(runs: &[f64], median: f64) -> Verdict {
    let is_as_asked = |rate: f64| (rate - 1.0).abs() <= RATE_TOLERANCE;
    if runs.iter().all(|&rate| is_as_asked(rate)) {
        Verdict::Passed
    } else if is_as_asked(median) {
        Verdict::Undecided
    } else {
        Verdict::Failed
    }
}
