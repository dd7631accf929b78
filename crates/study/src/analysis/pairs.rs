//! Ratios of cells that were measured in the same block.

use std::collections::BTreeMap;

use feedrate_stats::{PairedRatio, SimultaneousRatio, Summary};

use super::data::Data;
use super::response::Response;

/// A level, or several levels together, against others.
#[derive(Clone, Debug, PartialEq)]
pub struct Comparison {
    /// The group that is compared.
    pub compare: Group,
    /// With what.
    pub with: Group,
    /// The ratio of the first to the second, over all blocks that have both.
    pub ratio: PairedRatio,
    /// True if it is one of the pairings of the study.
    pub is_stated: bool,
}

/// Levels of factors, by numbers.
pub type Group = Vec<(usize, usize)>;

/// Returns the comparisons of each level with the first level of its factor that was run and does not stand beside, and
/// those that the study states.
pub(super) fn comparisons(data: &Data, response: &Response) -> Vec<Comparison> {
    let stated = data
        .study
        .pairs
        .iter()
        .map(|pair| (pair.compare.clone(), pair.with.clone(), true));
    let settings = (0..data.factors.len()).filter(|&factor| !data.factors[factor].is_given);
    let with_first = settings.flat_map(|factor| {
        let levels = data.levels_in_use(factor);
        let first = data.first_level(factor);
        let others: Vec<usize> = levels.into_iter().filter(|&level| Some(level) != first).collect();
        others
            .into_iter()
            .filter_map(move |level| Some((vec![(factor, level)], vec![(factor, first?)], false)))
    });
    let mut all: Vec<Comparison> = Vec::new();
    for (compare, with, is_stated) in stated.chain(with_first) {
        if all.iter().any(|known| known.compare == compare && known.with == with) {
            continue;
        }
        let ratios: Vec<(f64, f64)> = logs_by_block(data, response, &compare, &with)
            .into_values()
            .map(|log| (log.exp(), 1.0))
            .collect();
        if let Some(ratio) = PairedRatio::of(&ratios) {
            all.push(Comparison {
                compare,
                with,
                ratio,
                is_stated,
            });
        }
    }
    all
}

/// Returns for each block the logarithm of the ratio of cells with some levels to the cells with others in their place.
/// Of several pairs of a block, which share what the device was like then, it is the mean, so that each block counts
/// once. Cells that stand beside by a factor that is not compared are left out.
pub(super) fn logs_by_block(data: &Data, response: &Response, compare: &Group, with: &Group) -> BTreeMap<u32, f64> {
    let mut logs: BTreeMap<u32, Vec<f64>> = BTreeMap::new();
    for run in &data.runs {
        let cell = &data.cells[run.cell];
        let is_meant = compare.iter().all(|&(factor, level)| cell[factor] == level);
        if !is_meant || data.is_beside_but_for(run.cell, compare) {
            continue;
        }
        let mut other = cell.clone();
        for &(factor, level) in with {
            other[factor] = level;
        }
        let Ok(other) = data.cells.binary_search(&other) else {
            continue;
        };
        let partner = data.run_in(other, run.block);
        let values = run
            .value(response)
            .zip(partner.and_then(|partner| partner.value(response)));
        if let Some((value, other)) = values {
            logs.entry(run.block).or_default().push((value / other).ln());
        }
    }
    let mean = |logs: Vec<f64>| logs.iter().sum::<f64>() / logs.len() as f64;
    logs.into_iter().map(|(block, logs)| (block, mean(logs))).collect()
}

/// Returns the gain of a cell over another one, over the blocks in which both were run and as one of so many
/// comparisons: above 1 if it is better.
pub(super) fn gain_over(
    data: &Data,
    response: &Response,
    cell: usize,
    other: usize,
    comparisons: usize,
) -> Option<SimultaneousRatio> {
    let values = data.runs_of(cell).filter_map(|run| {
        let partner = data.run_in(other, run.block)?;
        let (value, other) = run.value(response).zip(partner.value(response))?;
        Some(if response.higher_is_better {
            (value, other)
        } else {
            (other, value)
        })
    });
    SimultaneousRatio::of(&values.collect::<Vec<_>>(), comparisons)
}

/// Returns the cell with the best median, over the blocks in which all of them were run if there are such: otherwise a
/// cell that was run at good moments only would be the best.
pub(super) fn best_of(data: &Data, response: &Response, cells: &[usize]) -> Option<usize> {
    let shared: Vec<u32> = data
        .blocks()
        .filter(|&block| {
            cells.iter().all(|&cell| {
                data.run_in(cell, block)
                    .is_some_and(|run| run.value(response).is_some())
            })
        })
        .collect();
    let median = |cell: usize| {
        let values = data
            .runs_of(cell)
            .filter(|run| shared.is_empty() || shared.contains(&run.block));
        let values: Vec<f64> = values.filter_map(|run| run.value(response)).collect();
        Some(Summary::of(&values)?.median)
    };
    let mut best: Option<(usize, f64)> = None;
    for &cell in cells {
        let Some(value) = median(cell) else { continue };
        if best.is_none_or(|(_, best)| response.gain(value, best) > 1.0) {
            best = Some((cell, value));
        }
    }
    best.map(|(cell, _)| cell)
}
