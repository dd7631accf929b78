//! What the rounds of a case say.

use feedrate_stats::{PairedRatio, Verdict};
use serde::Serialize;

use crate::case::Case;
use crate::course::Runs;
use crate::run::Run;
use crate::way::Who;

/// A case and how far feedrate is.
#[derive(Clone, Debug, Serialize)]
pub struct Comparison {
    /// The case.
    pub case: Case,
    /// Keys that were looked up, or rows that were read or are in the index.
    pub count: u64,
    /// Seconds of each other one divided by those of feedrate.
    pub ratios: Vec<(Who, PairedRatio)>,
    /// The same of processor seconds, which other work on the machine changes less.
    pub cpu_ratios: Vec<(Who, PairedRatio)>,
    /// Whether what is asked is reached.
    pub verdict: Verdict,
    /// All runs.
    pub runs: Runs,
}

impl Comparison {
    /// Compares.
    pub fn of(case: Case, count: u64, runs: Runs, margin: f64) -> Result<Self, String> {
        let ratios = ratios_of(case, &runs, |run| run.seconds)?;
        let asked = case.asked();
        let of_asked = ratios.iter().find(|(who, _)| *who == asked.of);
        let (_, ratio) = of_asked.ok_or("nobody is there to compare with")?;
        Ok(Self {
            case,
            count,
            verdict: ratio.verdict(margin, asked.at_least),
            cpu_ratios: ratios_of(case, &runs, |run| run.cpu_seconds)?,
            ratios,
            runs,
        })
    }
}

/// A figure of each other one divided by that of feedrate.
fn ratios_of(
    case: Case,
    runs: &Runs,
    value: fn(&Run) -> f64,
) -> Result<Vec<(Who, PairedRatio)>, String> {
    let ours = runs.of(Who::Feedrate);
    let others = case.field().iter().filter(|&&who| who != Who::Feedrate);
    let ratio = |&who: &Who| {
        let pairs = runs.of(who).into_iter().zip(&ours);
        let pairs: Vec<_> = pairs
            .map(|(theirs, ours)| (value(theirs), value(ours)))
            .collect();
        let ratio = PairedRatio::of(&pairs).ok_or("a run gave no time")?;
        Ok((who, ratio))
    };
    others.map(ratio).collect()
}

#[cfg(test)]
mod tests {
    use crate::way::Way;

    use super::*;

    fn verdict(case: Case, ours: f64, theirs: f64) -> Verdict {
        let run = |seconds: f64| Run {
            seconds,
            cpu_seconds: seconds,
            storage_read_bytes: None,
            numbers: Vec::new(),
            plan: String::new(),
        };
        let ways = case.field().iter().map(|&who| Way {
            who,
            how: "default",
        });
        let seconds = |who| if who == Who::Feedrate { ours } else { theirs };
        let round: Vec<_> = case.field().iter().map(|&who| run(seconds(who))).collect();
        let runs = Runs {
            heats: Vec::new(),
            ways: ways.collect(),
            rounds: vec![round; 6],
        };
        Comparison::of(case, 1, runs, 0.05).unwrap().verdict
    }

    #[test]
    fn lookups_are_to_take_half_as_long() {
        assert_eq!(verdict(Case::LookupHot, 1.0, 2.1), Verdict::Passed);
        assert_eq!(verdict(Case::LookupCold, 1.0, 1.9), Verdict::Failed);
    }

    #[test]
    fn an_index_may_take_a_little_longer_than_a_sort() {
        assert_eq!(verdict(Case::Index, 1.25, 1.0), Verdict::Passed);
        assert_eq!(verdict(Case::Index, 1.35, 1.0), Verdict::Failed);
    }
}
