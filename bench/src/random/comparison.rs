//! The comparison of the rounds of a case, and its table.

use feedrate_bench::harness::comparison::{self, median};
use feedrate_bench::harness::run::Run;
use feedrate_bench::harness::table::{self, Columns};
use feedrate_stats::{PairedRatio, Verdict};
use serde::Serialize;

use super::case::Case;
use super::competitor::{Way, Who};
use super::course::Runs;

const COLUMNS: Columns<9> = Columns([1, -9, -12, 8, 8, 7, 8, -21, -20]);

/// A case and how far feedrate is.
#[derive(Clone, Debug, Serialize)]
pub struct Comparison {
    #[serde(skip)]
    case: &'static Case,
    name: &'static str,
    /// Keys that were looked up, or rows that were read or are in the index.
    count: u64,
    /// Seconds of each other one divided by those of feedrate.
    ratios: Vec<(Who, PairedRatio)>,
    /// The same of processor seconds, which other work on the machine changes less.
    cpu_ratios: Vec<(Who, PairedRatio)>,
    /// The verdict on the requirement.
    pub verdict: Verdict,
    runs: Runs,
}

impl Comparison {
    /// Compares; the verdict needs an interval within `margin`.
    pub fn of(case: &'static Case, count: u64, runs: Runs, margin: f64) -> Result<Self, String> {
        let ratios = runs.ratios(|run| run.seconds)?;
        let (of, least) = case.required;
        let required = ratios.iter().find(|(who, _)| *who == of);
        let (_, ratio) = required.ok_or("nobody is there to compare with")?;
        Ok(Self {
            case,
            name: case.name,
            count,
            verdict: ratio.verdict(margin, least),
            cpu_ratios: runs.ratios(|run| run.cpu_seconds)?,
            ratios,
            runs,
        })
    }

    /// Returns the table of the case.
    pub fn rows(&self) -> String {
        let Self { case, runs, .. } = self;
        let (name, description, unit) = (case.name, case.description, case.unit);
        let mut rows = format!("{name}: {description}; {} {unit}\n", self.count);
        let beside = "it / feedrate [95 %]";
        rows += &COLUMNS.line(["", "who", "how", "s", "us", "CPU", "storage", beside, "of CPU"]);
        for &way in &runs.ways {
            rows += &self.row(way);
        }
        let (of, least) = case.required;
        rows += &format!(
            "  {} / feedrate, to be at least {least:.2}: {}\n",
            of.name(),
            self.verdict
        );
        for (index, way) in runs.ways.iter().enumerate() {
            let first = runs.rounds.first().map(|round| round[index].notes.join("; "));
            if let Some(notes) = first.filter(|notes| !notes.is_empty()) {
                rows += &format!("  {}: {notes}\n", way.who.name());
            }
        }
        let others = runs.heats.iter().filter(|(way, _)| !runs.ways.contains(way));
        for (way, seconds) in others {
            rows += &format!("  {}, {}: {seconds:.3} s\n", way.who.name(), way.how);
        }
        rows
    }

    fn row(&self, way: Way) -> String {
        let median = |value: fn(&Run) -> f64| median(&self.runs.values(way.who, value)).unwrap_or_default();
        let beside = |ratios: &[(Who, PairedRatio)]| {
            let found = ratios.iter().find(|(who, _)| *who == way.who);
            found.map_or_else(String::new, |(_, ratio)| table::ratio(ratio))
        };
        let seconds = median(|run| run.seconds);
        COLUMNS.line([
            "",
            way.who.name(),
            way.how,
            &format!("{seconds:.3}"),
            &format!("{:.3}", seconds * 1e6 / self.count as f64),
            &format!("{:.2}", median(|run| run.cpu_seconds)),
            &table::megabytes(median(|run| run.storage_read_bytes.unwrap_or(0) as f64)),
            &beside(&self.ratios),
            &beside(&self.cpu_ratios),
        ])
    }
}

impl Runs {
    /// Returns a figure of all runs of a competitor.
    fn values(&self, who: Who, value: fn(&Run) -> f64) -> Vec<f64> {
        let place = self.ways.iter().position(|way| way.who == who);
        place.map_or(Vec::new(), |place| comparison::column(&self.rounds, place, value))
    }

    /// Returns a figure of each other one divided by that of feedrate.
    fn ratios(&self, value: fn(&Run) -> f64) -> Result<Vec<(Who, PairedRatio)>, String> {
        let ours = self.values(Who::Feedrate, value);
        let others = self.ways.iter().map(|way| way.who);
        let others = others.filter(|who| *who != Who::Feedrate);
        let ratio = |who| {
            let ratio = comparison::ratio(&self.values(who, value), &ours);
            Ok((who, ratio.ok_or("a run gave no time")?))
        };
        others.map(ratio).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::case::CASES;
    use super::*;

    fn verdict(name: &str, ours: f64, theirs: f64) -> Verdict {
        let case = CASES.iter().find(|case| case.name == name).unwrap();
        let run = |&who: &Who| Run {
            seconds: if who == Who::Feedrate { ours } else { theirs },
            cpu_seconds: 1.0,
            ..Run::default()
        };
        let round: Vec<_> = case.field.iter().map(run).collect();
        let runs = Runs {
            heats: Vec::new(),
            ways: case.field.iter().map(|who| who.by_default()).collect(),
            rounds: vec![round; 6],
        };
        Comparison::of(case, 1, runs, 0.05).unwrap().verdict
    }

    #[test]
    fn lookups_are_to_take_half_as_long() {
        assert_eq!(verdict("lookup-hot", 1.0, 2.1), Verdict::Passed);
        assert_eq!(verdict("lookup-cold", 1.0, 1.9), Verdict::Failed);
    }

    #[test]
    fn an_index_may_take_a_little_longer_than_a_sort() {
        assert_eq!(verdict("index", 1.25, 1.0), Verdict::Passed);
        assert_eq!(verdict("index", 1.35, 1.0), Verdict::Failed);
    }
}
