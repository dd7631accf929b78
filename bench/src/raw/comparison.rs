//! The comparison of the two programs in a case.

use feedrate_bench::harness::comparison::{self, median};
use feedrate_bench::harness::table::{self, Columns};
use feedrate_stats::{PairedRatio, Verdict};
use serde::Serialize;

use super::case::Case;
use super::measurement::Measurement;

/// The distance of a rate from the one that was asked for.
pub const RATE_TOLERANCE: f64 = 0.02;

const COLUMNS: Columns<6> = Columns([-17, -9, 9, 9, -21, -9]);

/// A case with the figures of its rounds.
#[derive(Clone, Debug, Serialize)]
pub struct Comparison {
    case: Case,
    /// The options of both, or the job file where one is given to both.
    feedrate_options: String,
    fio_options: String,
    figures: Vec<Figure>,
    /// All runs: feedrate's and fio's, round by round.
    rounds: Vec<[Measurement; 2]>,
}

/// One figure of both programs.
#[derive(Clone, Debug, Serialize)]
struct Figure {
    /// Its name, with its unit.
    name: &'static str,
    /// The median of feedrate's runs.
    feedrate: f64,
    /// The median of fio's.
    fio: f64,
    /// feedrate's divided by fio's, round by round.
    ratio: PairedRatio,
    /// Absent where nothing is required.
    verdict: Option<Verdict>,
}

/// A requirement of a ratio.
#[derive(Clone, Copy, Debug)]
enum Requirement {
    AtLeastFio,
    AtMostFio,
    /// Of feedrate alone: 1, within [`RATE_TOLERANCE`].
    AsAsked,
    Nothing,
}

/// Returns the line above all cases.
pub fn names_of_columns() -> String {
    let names = ["case", "figure", "feedrate", "fio", "ratio [95 %]", "verdict"];
    COLUMNS.line(names).trim_end().to_owned()
}

impl Comparison {
    /// Compares the runs; verdicts need an interval within `margin`.
    pub fn of(
        case: Case,
        [feedrate_options, fio_options]: [String; 2],
        rounds: Vec<[Measurement; 2]>,
        margin: f64,
    ) -> Result<Self, String> {
        use Requirement::{AsAsked, AtLeastFio, AtMostFio, Nothing};
        let cpu = if case.judges_cpu() { AtMostFio } else { Nothing };
        let figure = |name, value: fn(&Measurement) -> f64, requirement| {
            Figure::of(name, value, requirement, &rounds, margin)
                .ok_or_else(|| format!("{}: a run has no {name}", case.name))
        };
        let rate = if case.has_rate() {
            figure("of asked", |run| run.of_asked, AsAsked)?
        } else if case.counts_transfers() {
            figure("IOPS", |run| run.transfers_per_second, AtLeastFio)?
        } else {
            figure("MB/s", |run| run.megabytes_per_second, AtLeastFio)?
        };
        let figures = vec![
            rate,
            figure("ms/GB run", |run| run.own_cpu_per_gigabyte * 1e3, cpu)?,
            figure("ms/GB all", |run| run.whole_cpu_per_gigabyte * 1e3, cpu)?,
        ];
        Ok(Self {
            case,
            feedrate_options,
            fio_options,
            figures,
            rounds,
        })
    }

    /// Returns the verdicts on its figures.
    pub fn verdicts(&self) -> impl Iterator<Item = Verdict> {
        self.figures.iter().filter_map(|figure| figure.verdict)
    }

    /// Returns its lines of the table.
    pub fn rows(&self) -> String {
        let names = std::iter::once(self.case.name.as_str()).chain(std::iter::repeat(""));
        let rows = names.zip(&self.figures).map(|(name, figure)| {
            let verdict = figure.verdict.map(|verdict| verdict.to_string());
            COLUMNS.line([
                name,
                figure.name,
                &table::amount(figure.feedrate),
                &table::amount(figure.fio),
                &table::ratio(&figure.ratio),
                verdict.as_deref().unwrap_or("not asked"),
            ])
        });
        rows.collect()
    }
}

impl Figure {
    fn of(
        name: &'static str,
        value: fn(&Measurement) -> f64,
        requirement: Requirement,
        rounds: &[[Measurement; 2]],
        margin: f64,
    ) -> Option<Self> {
        let [ours, theirs] = [0, 1].map(|who| comparison::values(rounds, |round| value(&round[who])));
        let ratio = comparison::ratio(&ours, &theirs)?;
        let feedrate = median(&ours)?;
        Some(Self {
            name,
            feedrate,
            fio: median(&theirs)?,
            verdict: match requirement {
                Requirement::AtLeastFio => Some(ratio.verdict(margin, 1.0)),
                Requirement::AtMostFio => Some(ratio.verdict_at_most(margin, 1.0)),
                Requirement::AsAsked => Some(as_asked(&ours, feedrate)),
                Requirement::Nothing => None,
            },
            ratio,
        })
    }
}

/// Returns passed when all runs were as asked, and failed when even the one in the middle was not.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_run_is_to_be_as_asked() {
        assert_eq!(as_asked(&[1.0, 0.99, 1.015], 1.0), Verdict::Passed);
        assert_eq!(as_asked(&[1.0, 0.9, 1.0], 1.0), Verdict::Undecided);
        assert_eq!(as_asked(&[0.9, 0.9, 1.0], 0.9), Verdict::Failed);
    }
}
