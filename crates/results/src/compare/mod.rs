//! The comparison of two results: figures that got slower or faster.

mod document;
mod json;
mod outcome;
mod selection;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;

use feedrate_stats::{Summary, UnpairedRatio};

use crate::measured::{Better, ResultFile, Sample, UnlikeCondition};

pub use document::document;
pub(crate) use document::ratio_text;
pub use json::{ComparisonResult, FORMAT_VERSION, compared};
pub use outcome::{Outcome, Tally, Verdict};
pub use selection::Selection;

/// A comparison of two results.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// In what the two are unlike.
    pub unlike: Vec<UnlikeCondition>,
    /// Notes beside it.
    pub notes: Vec<String>,
    /// The figures that both have.
    pub changes: Vec<Change>,
    /// The figures of the first alone.
    pub only_first: Vec<Sample>,
    /// The figures of the second alone.
    pub only_second: Vec<Sample>,
    /// The fraction up to which a difference is of no account.
    pub tolerance: f64,
}

/// A figure of two results.
#[derive(Clone, Debug)]
pub struct Change {
    /// The cell, step and figure, with the values of the first result.
    pub first: Sample,
    /// The summary of the values of the first.
    pub first_summary: Summary,
    /// The summary of the values of the second.
    pub second_summary: Summary,
    /// The shares that the page cache served in both, if they are known.
    pub cache_shares: (Option<f64>, Option<f64>),
    /// The second divided by the first.
    pub ratio: UnpairedRatio,
    /// The outcome.
    pub outcome: Outcome,
}

/// The distance between two shares of the page cache from which on it is said.
const SHARES_APART: f64 = 0.1;

impl Comparison {
    /// Compares the figures of two results that a selection has.
    ///
    /// # Errors
    ///
    /// Returns a message if the selection has a name that is no figure's, with the names of the figures.
    pub fn of(first: &ResultFile, second: &ResultFile, selection: &Selection, tolerance: f64) -> Result<Self, String> {
        let all = [first, second].into_iter().flat_map(|result| &result.samples);
        let all = all.filter(|sample| sample.better.is_some());
        if let Some(name) = selection.unknown(all.clone()) {
            let names: BTreeSet<&str> = all.flat_map(|sample| [sample.figure.as_str(), &sample.step]).collect();
            let names: Vec<&str> = names.into_iter().filter(|name| !name.is_empty()).collect();
            return Err(format!("there is no figure `{name}`; there are {}", names.join(", ")));
        }
        let compared = |of: &ResultFile| -> Vec<Sample> {
            let samples = of.samples.iter().filter(|sample| sample.better.is_some());
            samples.filter(|sample| selection.has(sample)).cloned().collect()
        };
        let mut comparison = Self {
            unlike: first.conditions.unlike(&second.conditions),
            notes: first.conditions.notes(&second.conditions),
            changes: Vec::new(),
            only_first: Vec::new(),
            only_second: compared(second),
            tolerance,
        };
        for sample in compared(first) {
            let mut others = comparison.only_second.iter();
            let Some(place) = others.position(|other| other.is_same(&sample)) else {
                comparison.only_first.push(sample);
                continue;
            };
            let other = comparison.only_second.remove(place);
            let shares = (first.cache_share(&sample), second.cache_share(&other));
            comparison.changes.extend(change(sample, &other, shares, tolerance));
        }
        comparison.note_shares();
        Ok(comparison)
    }

    /// Returns how many figures have which outcome.
    pub fn tally(&self) -> Tally {
        Tally::of(self.changes.iter().map(|change| change.outcome))
    }

    fn note_shares(&mut self) {
        let apart = |change: &&Change| match change.cache_shares {
            (Some(first), Some(second)) => (first - second).abs() > SHARES_APART,
            _ => false,
        };
        let count = self.changes.iter().filter(apart).count();
        if count > 0 {
            self.notes.push(format!(
                "the page cache served other shares of what was read, in {count} of {} figures: these compare memory \
                 with storage",
                self.changes.len()
            ));
        }
    }
}

/// Returns the change of a figure; `None` if its values have no ratio, because some are not above 0.
fn change(first: Sample, second: &Sample, cache_shares: (Option<f64>, Option<f64>), tolerance: f64) -> Option<Change> {
    let ratio = UnpairedRatio::of(&second.values, &first.values)?;
    let better = first.better.unwrap_or(Better::Lower);
    Some(Change {
        first_summary: first.summary()?,
        second_summary: second.summary()?,
        cache_shares,
        ratio,
        outcome: Outcome::of(&ratio, better, tolerance),
        first,
    })
}
