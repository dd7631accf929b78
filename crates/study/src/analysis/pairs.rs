//! Ratios of cells that were measured in the same block.

use feedrate_stats::PairedRatio;

use super::data::Data;
use super::response::Response;

/// A level, or several levels together, against others.
#[derive(Clone, Debug, PartialEq)]
pub struct Comparison {
    /// What is compared.
    pub compare: Group,
    /// With what.
    pub with: Group,
    /// The ratio of the first to the second, over all pairs.
    pub ratio: PairedRatio,
    /// Whether it is one of the pairings of the study.
    pub is_stated: bool,
}

/// Levels of factors, by numbers.
pub type Group = Vec<(usize, usize)>;

/// Returns the comparisons of each level with the first level of its factor that was run, and those that the study states.
pub(super) fn comparisons(data: &Data, response: &Response) -> Vec<Comparison> {
    let stated = data
        .study
        .pairs
        .iter()
        .map(|pair| (pair.compare.clone(), pair.with.clone(), true));
    let settings = (0..data.factors.len()).filter(|&factor| !data.factors[factor].is_given);
    let with_first = settings.flat_map(|factor| {
        let levels = data.levels_in_use(factor);
        let first = levels.first().copied();
        let others: Vec<usize> = levels.into_iter().skip(1).collect();
        others
            .into_iter()
            .filter_map(move |level| Some((vec![(factor, level)], vec![(factor, first?)], false)))
    });
    let mut all: Vec<Comparison> = Vec::new();
    for (compare, with, is_stated) in stated.chain(with_first) {
        if all
            .iter()
            .any(|known| known.compare == compare && known.with == with)
        {
            continue;
        }
        if let Some(ratio) = PairedRatio::of(&pairs(data, response, &compare, &with)) {
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

/// Returns the pairs of values of cells with some levels and of the cells with others in their place, of the same blocks.
fn pairs(data: &Data, response: &Response, compare: &Group, with: &Group) -> Vec<(f64, f64)> {
    let mut pairs = Vec::new();
    for run in &data.runs {
        let cell = &data.cells[run.cell];
        if !compare.iter().all(|&(factor, level)| cell[factor] == level) {
            continue;
        }
        let mut other = cell.clone();
        for &(factor, level) in with {
            other[factor] = level;
        }
        let Ok(other) = data.cells.binary_search(&other) else {
            continue;
        };
        let partner = data
            .runs
            .iter()
            .find(|of| of.cell == other && of.block == run.block);
        let values = run
            .value(response)
            .zip(partner.and_then(|partner| partner.value(response)));
        pairs.extend(values);
    }
    pairs
}

/// Returns the ratio of two cells over the blocks in which both were run.
pub(super) fn of_cells(
    data: &Data,
    response: &Response,
    first: usize,
    second: usize,
) -> Option<PairedRatio> {
    let values = data.runs_of(first).filter_map(|run| {
        let partner = data
            .runs_of(second)
            .find(|partner| partner.block == run.block)?;
        run.value(response).zip(partner.value(response))
    });
    PairedRatio::of(&values.collect::<Vec<_>>())
}
