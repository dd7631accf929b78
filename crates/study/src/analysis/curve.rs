//! The course of a response over a numeric factor: where it flattens, and values between the levels that were measured.

use super::CellSummary;
use super::cheapest::Cheapest;
use super::data::Data;
use super::response::Response;

/// The course of a response over a numeric factor, with the other factors fixed.
#[derive(Clone, Debug, PartialEq)]
pub struct Curve {
    /// The factor.
    pub factor: usize,
    /// The levels of the other factors that have several.
    pub others: Vec<(usize, usize)>,
    /// The cells, by ascending level.
    pub cells: Vec<usize>,
    /// The cell of the smallest level from which on nothing is gained beyond the tolerance; `None` with fewer than
    /// three levels or without intervals.
    pub knee: Option<usize>,
    /// Values at levels that were not measured.
    pub interpolated: Vec<InterpolatedPoint>,
}

/// A value between two levels that were measured.
#[derive(Clone, Debug, PartialEq)]
pub struct InterpolatedPoint {
    /// The level, as it is written.
    pub level: String,
    /// Its number.
    pub number: f64,
    /// The value, on a straight line between the medians of the levels around it, both axes being logarithmic.
    pub value: f64,
}

/// Returns the curves of a response: one for each numeric factor with at least two levels, and each combination of the
/// others.
pub(super) fn of(data: &Data, response: &Response, summaries: &[CellSummary]) -> Vec<Curve> {
    let median = |cell: usize| {
        let summary = summaries.iter().find(|summary| summary.cell == cell)?;
        Some(summary.summary.median)
    };
    let mut curves: Vec<Curve> = Vec::new();
    for (index, factor) in data.factors.iter().enumerate() {
        let Some(numbers) = factor.numbers() else {
            continue;
        };
        let mut begun: Vec<Curve> = Vec::new();
        for (cell, levels) in data.cells.iter().enumerate() {
            if median(cell).is_none() {
                continue;
            }
            let others: Vec<(usize, usize)> = (0..levels.len())
                .filter(|&other| other != index && data.factors[other].levels.len() > 1)
                .map(|other| (other, levels[other]))
                .collect();
            match begun.iter_mut().find(|curve| curve.others == others) {
                Some(curve) => curve.cells.push(cell),
                None => begun.push(Curve {
                    factor: index,
                    others,
                    cells: vec![cell],
                    knee: None,
                    interpolated: Vec::new(),
                }),
            }
        }
        for curve in begun.iter_mut().filter(|curve| curve.cells.len() > 1) {
            let number = |cell: usize| numbers[data.cells[cell][index]];
            curve.cells.sort_by(|&a, &b| number(a).total_cmp(&number(b)));
            if !factor.is_given {
                curve.knee = knee(data, response, &curve.cells);
            }
            let points: Vec<(f64, f64)> = curve
                .cells
                .iter()
                .filter_map(|&cell| Some((number(cell), median(cell)?)))
                .collect();
            curve.interpolated = factor
                .unmeasured
                .iter()
                .filter_map(|level| {
                    let number = level.number?;
                    let value = between(&points, number)?;
                    Some(InterpolatedPoint {
                        level: level.text.clone(),
                        number,
                        value,
                    })
                })
                .collect();
        }
        curves.extend(begun.into_iter().filter(|curve| curve.cells.len() > 1));
    }
    curves
}

/// Returns the cell of the smallest level beyond which nothing is gained. `None` if that is the last level, beyond
/// which nothing was measured, or where larger levels may gain.
fn knee(data: &Data, response: &Response, cells: &[usize]) -> Option<usize> {
    if cells.len() < 3 {
        return None;
    }
    let cheapest = Cheapest::of(data, response, cells)?;
    (!cheapest.rivals.is_empty() && cheapest.is_sure()).then_some(cheapest.cell)
}

/// Returns the value at `x` on straight lines between points by ascending x, on logarithmic axes. `None` outside of
/// them.
fn between(points: &[(f64, f64)], x: f64) -> Option<f64> {
    let pair = points.windows(2).find(|pair| pair[0].0 <= x && x <= pair[1].0)?;
    let (low, high) = (pair[0], pair[1]);
    if high.0 <= low.0 {
        return Some(low.1);
    }
    let share = (x / low.0).ln() / (high.0 / low.0).ln();
    Some((low.1.ln() + share * (high.1 / low.1).ln()).exp())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_between_points_lie_on_logarithmic_lines() {
        let points = [(1.0, 10.0), (4.0, 40.0), (16.0, 40.0)];
        assert!((between(&points, 2.0).unwrap() - 20.0).abs() < 1e-9);
        assert!((between(&points, 8.0).unwrap() - 40.0).abs() < 1e-9);
        assert_eq!(between(&points, 0.5), None);
        assert_eq!(between(&points, 17.0), None);
        assert!((between(&points, 4.0).unwrap() - 40.0).abs() < 1e-9);
    }
}
