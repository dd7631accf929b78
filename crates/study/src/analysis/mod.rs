//! The analysis of the runs of a study: summaries, ratios, models, curves, the unusual, and the recommendation.
//!
//! All comparisons are of logarithms, and within blocks, because a device's rate may differ by a factor of two from
//! hour to hour.

mod cheapest;
mod choice;
mod counterparts;
mod course;
mod curve;
mod data;
mod pairs;
mod response;
mod responses;
mod scaling;
#[cfg(any(test, feature = "testing"))]
pub mod simulated;
#[cfg(test)]
mod tests;
mod unusual;

use std::collections::BTreeMap;

use feedrate_stats::Summary;
use feedrate_stats::factorial::{EffectTest, Trial, effects};

pub use cheapest::{Prospect, Rival, TOLERANCE};
pub use choice::Choice;
pub use counterparts::{CounterpartRow, Counterparts, OwnFigure};
pub use course::{Course, CoursePoint, Turn};
pub use curve::{Curve, InterpolatedPoint};
pub use data::{Data, Failure, MeasuredRun};
pub use pairs::{Comparison, Group};
pub use response::Response;
pub use scaling::{Scaling, Setting, SettingPair};
pub use unusual::{Drift, Outlier, Unusual};

use crate::figures::CACHE_SHARE;

/// The analysis of a study.
#[derive(Clone, Debug)]
pub struct Analysis {
    /// The analysis of each response, the main one first.
    pub responses: Vec<ResponseAnalysis>,
    /// The study's figures beside those of its published tables with a layout.
    pub counterparts: Vec<Counterparts>,
    /// The unusual runs.
    pub unusual: Unusual,
}

/// The analysis of a response.
#[derive(Clone, Debug)]
pub struct ResponseAnalysis {
    /// The response.
    pub response: Response,
    /// The cells that have it, in the order of the levels.
    pub cells: Vec<CellSummary>,
    /// Levels against the first level of their factor, and the pairings of the study.
    pub comparisons: Vec<Comparison>,
    /// The tests of the factors and their interactions; none if there are too few runs.
    pub effects: Vec<EffectTest>,
    /// The analysis of covariance over the sizes of the data, if there is such a factor.
    pub scaling: Option<Scaling>,
    /// Its course over each numeric factor.
    pub curves: Vec<Curve>,
    /// The pairings of the study that are followed over a factor.
    pub courses: Vec<Course>,
    /// The recommendation for each combination of what is given; one if nothing is.
    pub choices: Vec<Choice>,
}

/// The runs of a cell.
#[derive(Clone, Debug, PartialEq)]
pub struct CellSummary {
    /// The cell, by its number among those of the data.
    pub cell: usize,
    /// The summary of its values.
    pub summary: Summary,
    /// The median of the shares that the page cache served, if it is known.
    pub cache_share: Option<f64>,
}

/// Returns what the runs of a study are compared by, the main response first.
pub fn responses(data: &Data) -> Vec<Response> {
    responses::of(data)
}

impl Analysis {
    /// Analyses the runs of a study.
    pub fn of(data: &Data) -> Self {
        let responses = responses::of(data);
        let unusual = unusual::of(data, responses.first());
        let responses: Vec<ResponseAnalysis> = responses.into_iter().map(|response| analysed(data, response)).collect();
        Self {
            counterparts: counterparts::of(data, responses.first()),
            responses,
            unusual,
        }
    }

    /// Returns the analysis of the main response.
    pub fn main(&self) -> Option<&ResponseAnalysis> {
        self.responses.first()
    }
}

impl ResponseAnalysis {
    /// Returns the summary of a cell.
    pub fn cell(&self, cell: usize) -> Option<&CellSummary> {
        self.cells.iter().find(|summary| summary.cell == cell)
    }
}

fn analysed(data: &Data, response: Response) -> ResponseAnalysis {
    let cells = (0..data.cells.len()).filter_map(|cell| {
        let values = data.values(cell, &response);
        let shares: Vec<f64> = data
            .runs_of(cell)
            .filter_map(|run| run.figure(&response.step, CACHE_SHARE))
            .collect();
        Some(CellSummary {
            cell,
            summary: Summary::of(&values)?,
            cache_share: Summary::of(&shares).map(|summary| summary.median),
        })
    });
    let cells: Vec<CellSummary> = cells.collect();
    ResponseAnalysis {
        comparisons: pairs::comparisons(data, &response),
        effects: tested(data, &response),
        scaling: scaling::of(data, &response),
        curves: curve::of(data, &response, &cells),
        courses: course::of(data, &response),
        choices: choice::of(data, &response),
        cells,
        response,
    }
}

/// Tests the factors that have several levels among the cells that do not stand beside.
fn tested(data: &Data, response: &Response) -> Vec<EffectTest> {
    let runs: Vec<&MeasuredRun> = data.runs.iter().filter(|run| !data.is_beside(run.cell)).collect();
    let has_several = |factor: &usize| {
        let mut levels = runs.iter().map(|run| data.cells[run.cell][*factor]);
        let first = levels.next();
        levels.any(|level| Some(level) != first)
    };
    let factors: Vec<usize> = (0..data.factors.len()).filter(has_several).collect();
    if factors.is_empty() {
        return Vec::new();
    }
    let blocks = numbered(runs.iter().map(|run| run.block));
    let rows: Vec<(Vec<u32>, u32, f64)> = runs
        .iter()
        .filter_map(|run| {
            let value = run.value(response)?;
            let levels = factors.iter().map(|&factor| data.cells[run.cell][factor] as u32);
            Some((levels.collect(), blocks[&run.block], value))
        })
        .collect();
    let trials: Vec<Trial<'_>> = rows
        .iter()
        .map(|(levels, block, value)| Trial {
            levels,
            block: *block,
            value: *value,
        })
        .collect();
    let mut tests = effects(factors.len(), &trials).unwrap_or_default();
    for test in &mut tests {
        for factor in &mut test.factors {
            *factor = factors[*factor];
        }
    }
    tests
}

/// Numbers values from 0 in ascending order.
fn numbered(values: impl Iterator<Item = u32>) -> BTreeMap<u32, u32> {
    let mut numbers: BTreeMap<u32, u32> = values.map(|value| (value, 0)).collect();
    for (number, place) in (0..).zip(numbers.values_mut()) {
        *place = number;
    }
    numbers
}
