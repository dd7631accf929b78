//! The recommendation: the cheapest cell, unless a dearer one is shown to be better.

use feedrate_stats::PairedRatio;

use super::cheapest::{Cheapest, Rival};
use super::data::Data;
use super::pairs::{Group, best_of, gain_over};
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
    /// The cells that are not shown to be a worse choice.
    pub rivals: Vec<Rival>,
    /// The first cell, with which it is compared.
    pub baseline: usize,
    /// The gain over the first cell: above 1 if it is better. Its interval holds for the comparisons with all cells.
    pub gain: Option<PairedRatio>,
    /// True if none of the rivals is open.
    pub is_sure: bool,
}

impl Choice {
    /// Returns the cells that may be a better choice.
    pub fn open(&self) -> impl Iterator<Item = &Rival> {
        self.rivals.iter().filter(|rival| rival.is_open())
    }
}

/// Returns the recommendation for each combination of what is given. Levels are listed from the cheapest to the
/// dearest. Cells that stand beside are not chosen among.
pub(super) fn of(data: &Data, response: &Response) -> Vec<Choice> {
    let cells = (0..data.cells.len()).filter(|&cell| !data.is_beside(cell));
    let mut all: Vec<Group> = cells.map(|cell| data.given(cell)).collect();
    all.sort_unstable();
    all.dedup();
    all.into_iter()
        .filter_map(|given| choice(data, response, given))
        .collect()
}

fn choice(data: &Data, response: &Response, given: Group) -> Option<Choice> {
    let is_meant =
        |&cell: &usize| data.given(cell) == given && !data.is_beside(cell) && !data.values(cell, response).is_empty();
    let cells: Vec<usize> = (0..data.cells.len()).filter(is_meant).collect();
    if cells.len() < 2 {
        return None;
    }
    let baseline = cells[0];
    let mut by_cost = cells.clone();
    by_cost.sort_by(|&a, &b| {
        cost(data, a)
            .partial_cmp(&cost(data, b))
            .unwrap_or(std::cmp::Ordering::Equal)
    });
    let cheapest = Cheapest::of(data, response, &by_cost)?;
    let gain = gain_over(data, response, cheapest.cell, baseline, cells.len() - 1);
    Some(Choice {
        best: best_of(data, response, &cells)?,
        gain: gain.map(|gain| gain.ratio).filter(|_| cheapest.cell != baseline),
        is_sure: cheapest.is_sure(),
        cell: cheapest.cell,
        rivals: cheapest.rivals,
        given,
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
