//! The recommendation: the cheapest cell within noise of the best.

use feedrate_stats::PairedRatio;

use super::data::Data;
use super::pairs::{Group, beside, best_of, gain_over};
use super::response::Response;

/// The recommendation for one combination of what is given.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// The factors that are given, with their levels.
    pub given: Group,
    /// The cell that is recommended.
    pub cell: usize,
    /// The cell with the best median.
    pub best: usize,
    /// The cells that are as good as the best within the tolerance, among them both.
    pub equals: Vec<usize>,
    /// The first cell, with which it is compared.
    pub baseline: usize,
    /// The gain over the first cell: above 1 if it is better.
    pub gain: Option<PairedRatio>,
    /// True if there are enough runs to tell cells apart: six blocks in which each was run beside the best.
    pub is_sure: bool,
}

/// Returns the recommendation for each combination of what is given. Levels are listed from the cheapest to the
/// dearest.
pub(super) fn of(data: &Data, response: &Response) -> Vec<Choice> {
    let mut all: Vec<Group> = (0..data.cells.len()).map(|cell| data.given(cell)).collect();
    all.sort_unstable();
    all.dedup();
    all.into_iter()
        .filter_map(|given| choice(data, response, given))
        .collect()
}

fn choice(data: &Data, response: &Response, given: Group) -> Option<Choice> {
    let is_meant = |&cell: &usize| data.given(cell) == given && !data.values(cell, response).is_empty();
    let cells: Vec<usize> = (0..data.cells.len()).filter(is_meant).collect();
    if cells.len() < 2 {
        return None;
    }
    let best = best_of(data, response, &cells)?;
    let beside = beside(data, response, &cells, best);
    let equals = beside.iter().filter(|beside| beside.is_as_good);
    let equals: Vec<usize> = equals.map(|beside| beside.cell).collect();
    let mut cell = best;
    for &other in &equals {
        if cost(data, other) < cost(data, cell) {
            cell = other;
        }
    }
    let baseline = cells[0];
    Some(Choice {
        cell,
        best,
        gain: gain_over(data, response, cell, baseline).filter(|_| cell != baseline),
        is_sure: beside.iter().all(|beside| beside.is_told_apart),
        given,
        equals,
        baseline,
    })
}

/// Returns how dear a cell is: the sum over the factors of the places of its levels, as fractions of the last place;
/// then the places themselves.
fn cost(data: &Data, cell: usize) -> (f64, &[usize]) {
    let levels = data.factors.iter().zip(&data.cells[cell]);
    let places = levels
        .filter(|(factor, _)| factor.levels.len() > 1)
        .map(|(factor, &level)| level as f64 / (factor.levels.len() - 1) as f64);
    (places.sum(), &data.cells[cell])
}
