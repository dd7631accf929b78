//! Unusual runs: values far from those of their cell, and a drift over the study. All of it is shown, and
//! nothing is left out of the analysis.

use feedrate_stats::Summary;
use feedrate_stats::correlation::Correlation;
use feedrate_stats::quantile::quantile;
use jiff::Timestamp;

use super::data::{Data, MeasuredRun};
use super::response::Response;

/// The robust deviations from the median of its cell that make a value an outlier.
const FAR: f64 = 5.0;

/// A deviation of less than this fraction is not reported, however regular the others are.
const LEAST: f64 = 0.05;

/// The fewest blocks by which a drift is judged.
const FEWEST: usize = 6;

/// The fewest runs of a block by which its level is known.
const FEWEST_OF_BLOCK: usize = 3;

/// The probability by chance below which a drift is reported.
const CHANCE: f64 = 0.01;

/// The unusual runs.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Unusual {
    /// Values far from those of their cell.
    pub outliers: Vec<Outlier>,
    /// A drift of all cells over the study.
    pub drift: Option<Drift>,
    /// The numbers of the blocks that were not run in one go, so that their cells were not run one soon after the
    /// other.
    pub divided: Vec<u32>,
}

/// A value far from those of its cell.
#[derive(Clone, Debug, PartialEq)]
pub struct Outlier {
    /// The cell.
    pub cell: usize,
    /// The block.
    pub block: u32,
    /// The value as a ratio to the median of the cell, at the level of the block.
    pub ratio: f64,
}

/// A drift over the study.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Drift {
    /// The level of the last quarter of the blocks as a ratio to that of the first quarter, both relative to the cells.
    pub ratio: f64,
    /// The probability of such an order of the runs by chance.
    pub probability: f64,
}

/// The pause within a block that divides it, in seconds, beside twice the time of its runs.
const PAUSE: f64 = 300.0;

/// Returns the blocks whose first and last run are further apart than their runs and some pauses take.
fn divided(data: &Data) -> Vec<u32> {
    let began = |run: &MeasuredRun| {
        let at: Timestamp = run.run.started_at.parse().ok()?;
        Some(at.as_second() as f64)
    };
    data.blocks()
        .filter(|&block| {
            let own: Vec<&MeasuredRun> = data.runs.iter().filter(|run| run.block == block).collect();
            let times: Vec<f64> = own.iter().filter_map(|run| began(run)).collect();
            let taken: f64 = own.iter().map(|run| run.run.seconds).sum();
            let first = times.iter().copied().fold(f64::INFINITY, f64::min);
            let last = times.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            last - first > 2.0 * taken + PAUSE
        })
        .collect()
}

/// Returns what is unusual about the values of a response.
pub(super) fn of(data: &Data, response: Option<&Response>) -> Unusual {
    let Some(response) = response else {
        return Unusual::default();
    };
    let medians: Vec<Option<f64>> = (0..data.cells.len())
        .map(|cell| Summary::of(&data.values(cell, response)).map(|summary| summary.median))
        .collect();
    // A value alone has its own median.
    let count = |cell: usize| data.values(cell, response).len();
    let residuals: Vec<(usize, u32, f64)> = data
        .runs
        .iter()
        .filter(|run| count(run.cell) > 2)
        .filter_map(|run| {
            let ratio = run.value(response)? / medians[run.cell]?;
            Some((run.cell, run.block, ratio.ln()))
        })
        .collect();
    let levels = block_levels(&residuals);
    Unusual {
        outliers: outliers(&residuals, &levels),
        drift: drift(&levels.iter().map(|(_, level, _)| *level).collect::<Vec<f64>>()),
        divided: divided(data),
    }
}

/// Returns the median of each block, with the number of its runs, in the order of the blocks.
fn block_levels(residuals: &[(usize, u32, f64)]) -> Vec<(u32, f64, usize)> {
    let mut blocks: Vec<u32> = residuals.iter().map(|(_, block, _)| *block).collect();
    blocks.sort_unstable();
    blocks.dedup();
    let level = |block: u32| {
        let own: Vec<f64> = residuals.iter().filter(|of| of.1 == block).map(|of| of.2).collect();
        Some((block, Summary::of(&own)?.median, own.len()))
    };
    blocks.into_iter().filter_map(level).collect()
}

/// Returns the values that are far from the median of their cell at the level of their block.
fn outliers(residuals: &[(usize, u32, f64)], levels: &[(u32, f64, usize)]) -> Vec<Outlier> {
    let level = |block: u32| {
        let known = levels
            .iter()
            .find(|(of, _, count)| *of == block && *count >= FEWEST_OF_BLOCK);
        known.map_or(0.0, |(_, level, _)| *level)
    };
    let logs: Vec<f64> = residuals.iter().map(|(_, block, log)| log - level(*block)).collect();
    let mut sizes: Vec<f64> = logs.iter().map(|log| log.abs()).collect();
    sizes.sort_by(f64::total_cmp);
    let Some(middle) = quantile(&sizes, 0.5) else {
        return Vec::new();
    };
    // The median absolute deviation of normal noise, times this, is its standard deviation.
    let limit = (FAR * 1.4826 * middle).max((1.0 + LEAST).ln());
    residuals
        .iter()
        .zip(&logs)
        .filter(|(_, log)| log.abs() > limit)
        .map(|(&(cell, block, _), log)| Outlier {
            cell,
            block,
            ratio: log.exp(),
        })
        .collect()
}

/// Tests whether the levels of the blocks depend on their order, by the rank correlation of Spearman.
fn drift(levels: &[f64]) -> Option<Drift> {
    if levels.len() < FEWEST {
        return None;
    }
    let order: Vec<f64> = (0..levels.len()).map(|place| place as f64).collect();
    let correlation = rank_correlation(&order, levels)?;
    let quarter = (levels.len() / 4).max(1);
    let median = |part: &[f64]| Summary::of(part).map(|summary| summary.median);
    let ratio = (median(&levels[levels.len() - quarter..])? - median(&levels[..quarter])?).exp();
    (correlation.probability < CHANCE).then_some(Drift {
        ratio,
        probability: correlation.probability,
    })
}

fn rank_correlation(first: &[f64], second: &[f64]) -> Option<Correlation> {
    let (first, second) = (
        feedrate_stats::correlation::mean_ranks(first),
        feedrate_stats::correlation::mean_ranks(second),
    );
    let mut moments = feedrate_stats::correlation::CoMoments::new(2);
    for (a, b) in first.ranks.iter().zip(&second.ranks) {
        moments.add(&[*a, *b], 1.0, 1.0);
    }
    Some(moments.correlation(0, 1))
}
