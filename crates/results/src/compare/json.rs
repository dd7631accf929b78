//! A comparison as JSON. `docs/results.md` describes it to its users.

use feedrate_document::Header;
use feedrate_stats::{Summary, UnpairedRatio};
use serde::Serialize;

use super::{Change, Comparison, Outcome, Tally, Verdict};
use crate::measured::{Levels, Origin, ResultFile, Sample, UnlikeCondition};

/// The version of this format. It is increased with every change that is not an addition.
pub const FORMAT_VERSION: u32 = 1;

/// A comparison.
#[derive(Debug, Serialize)]
pub struct ComparisonResult<'a> {
    feedrate: Header,
    before: Origin,
    after: Origin,
    tolerance: f64,
    verdict: Verdict,
    counts: Tally,
    unlike: &'a [UnlikeCondition],
    notes: &'a [String],
    figures: Vec<FigureChange<'a>>,
    only_before: Vec<Place<'a>>,
    only_after: Vec<Place<'a>>,
}

#[derive(Debug, Serialize)]
struct Place<'a> {
    cell: &'a Levels,
    /// Empty for the whole run.
    step: &'a str,
    name: &'a str,
}

#[derive(Debug, Serialize)]
struct FigureChange<'a> {
    #[serde(flatten)]
    place: Place<'a>,
    outcome: Outcome,
    before: Summary,
    after: Summary,
    cache_share_before: Option<f64>,
    cache_share_after: Option<f64>,
    ratio: UnpairedRatio,
}

/// Returns a comparison as JSON.
pub fn compared<'a>(comparison: &'a Comparison, first: &ResultFile, second: &ResultFile) -> ComparisonResult<'a> {
    let figure = |change: &'a Change| FigureChange {
        place: place(&change.first),
        outcome: change.outcome,
        before: change.first_summary,
        after: change.second_summary,
        cache_share_before: change.cache_shares.0,
        cache_share_after: change.cache_shares.1,
        ratio: change.ratio,
    };
    let tally = comparison.tally();
    ComparisonResult {
        feedrate: Header::new("compare", FORMAT_VERSION),
        before: Origin::of(first),
        after: Origin::of(second),
        tolerance: comparison.tolerance,
        verdict: tally.verdict(),
        counts: tally,
        unlike: &comparison.unlike,
        notes: &comparison.notes,
        figures: comparison.changes.iter().map(figure).collect(),
        only_before: comparison.only_first.iter().map(place).collect(),
        only_after: comparison.only_second.iter().map(place).collect(),
    }
}

fn place(sample: &Sample) -> Place<'_> {
    Place {
        cell: &sample.cell,
        step: &sample.step,
        name: &sample.figure,
    }
}
