//! Results beside each other as JSON. `docs/results.md` describes it to its users.

use feedrate_document::Header;
use feedrate_stats::Summary;
use serde::Serialize;

use crate::measured::{Levels, Origin, ResultFile, Sample};

/// The version of this format. It is increased with every change that is not an addition.
pub const FORMAT_VERSION: u32 = 1;

/// Results with all values of their figures.
#[derive(Debug, Serialize)]
pub struct ResultsBeside {
    feedrate: Header,
    results: Vec<ResultFigures>,
}

#[derive(Debug, Serialize)]
struct ResultFigures {
    #[serde(flatten)]
    origin: Origin,
    figures: Vec<FigureValues>,
}

#[derive(Debug, Serialize)]
struct FigureValues {
    cell: Levels,
    /// Empty for the whole run.
    step: String,
    name: String,
    summary: Option<Summary>,
    values: Vec<f64>,
}

/// Returns results with all values of their figures.
pub fn report(results: &[ResultFile]) -> ResultsBeside {
    let figures = |sample: &Sample| FigureValues {
        cell: sample.cell.clone(),
        step: sample.step.clone(),
        name: sample.figure.clone(),
        summary: sample.summary(),
        values: sample.values.clone(),
    };
    ResultsBeside {
        feedrate: Header::new("report", FORMAT_VERSION),
        results: results
            .iter()
            .map(|result| ResultFigures {
                origin: Origin::of(result),
                figures: result.samples.iter().map(figures).collect(),
            })
            .collect(),
    }
}
