//! The recommendation: the cheapest cell within noise of the best.

use feedrate_stats::{PairedRatio, Summary};

use super::data::Data;
use super::pairs::{Group, of_cells};
use super::response::Response;

/// The fraction that one would give up for something cheaper.
pub const TOLERANCE: f64 = 0.03;

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
    /// Whether there are enough runs to tell cells apart: six of each.
    pub is_sure: bool,
}

/// Returns the recommendation for each combination of what is given. Levels are listed from the cheapest to the dearest.
pub(super) fn of(data: &Data, response: &Response) -> Vec<Choice> {
    let mut all: Vec<Group> = (0..data.cells.len()).map(|cell| data.given(cell)).collect();
    all.sort_unstable();
    all.dedup();
    all.into_iter()
        .filter_map(|given| choice(data, response, given))
        .collect()
}

fn choice(data: &Data, response: &Response, given: Group) -> Option<Choice> {
    let is_meant = |cell: &usize| data.given(*cell) == given;
    let median = |cell: usize| Some(Summary::of(&data.values(cell, response))?.median);
    let cells: Vec<(usize, f64)> = (0..data.cells.len())
        .filter(is_meant)
        .filter_map(|cell| Some((cell, median(cell)?)))
        .collect();
    if cells.len() < 2 {
        return None;
    }
    let mut best = cells[0];
    for &cell in &cells[1..] {
        if response.gain(cell.1, best.1) > 1.0 {
            best = cell;
        }
    }
    let gain_over = |cell: usize, other: usize| {
        let ratio = of_cells(data, response, cell, other)?;
        Some(if response.higher_is_better {
            ratio
        } else {
            ratio.inverse()
        })
    };
    // As in the races of settings (`feedrate_stats::Race::within_noise_of_best`).
    let is_equal = |cell: usize| {
        gain_over(cell, best.0).is_some_and(|gain| {
            gain.ratio >= 1.0 - TOLERANCE / 2.0
                && gain
                    .interval
                    .is_some_and(|interval| interval.low >= 1.0 - 1.5 * TOLERANCE)
        })
    };
    let equals: Vec<usize> = cells
        .iter()
        .map(|(cell, _)| *cell)
        .filter(|&cell| cell == best.0 || is_equal(cell))
        .collect();
    let mut cell = best.0;
    for &other in &equals {
        if cost(data, other) < cost(data, cell) {
            cell = other;
        }
    }
    let baseline = cells[0].0;
    Some(Choice {
        given,
        cell,
        best: best.0,
        equals,
        baseline,
        gain: gain_over(cell, baseline).filter(|_| cell != baseline),
        is_sure: cells
            .iter()
            .all(|(cell, _)| data.values(*cell, response).len() >= 6),
    })
}

/// Returns how dear a cell is: the sum over the factors of the places of its levels, as fractions of the last place; then
/// the places themselves.
fn cost(data: &Data, cell: usize) -> (f64, &[usize]) {
    let levels = data.factors.iter().zip(&data.cells[cell]);
    let places = levels
        .filter(|(factor, _)| factor.levels.len() > 1)
        .map(|(factor, &level)| level as f64 / (factor.levels.len() - 1) as f64);
    (places.sum(), &data.cells[cell])
}
