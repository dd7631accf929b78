//! The models that compete to explain a series: a level, a line, a flight of stairs.

mod line;
mod stairs;

pub(super) use line::line;
pub(super) use stairs::stairs;

use crate::order::{MAD_TO_SIGMA, median, median_distance};

/// The most points that models are fitted to: the cost grows with the third power,
/// and a block of 1/120 of a run is finer than any statement about it.
const MAX_POINTS: usize = 120;

/// The cost of the parameters of a line, in units of the logarithm of the number of points: one more than a level has.
const LINE_PRICE: f64 = 1.0;

/// Fewer points than this pay as if there were so many: the criterion is one for large
/// samples, and far too generous to models of a few points.
const PRICED_POINTS: usize = 30;

/// Residuals are cut at this many standard deviations before they are correlated,
/// for a single stall would hide what the rest does.
const CUT: f64 = 3.0;

/// The highest autocorrelation that is believed: beyond it hardly a point is left.
const MAX_CORRELATION: f64 = 0.95;

/// A series condensed to the medians of blocks of nearly equal length.
pub(super) struct Points {
    values: Vec<f64>,
    /// The number of intervals condensed.
    intervals: usize,
}

impl Points {
    pub(super) fn condense(values: &[f64]) -> Self {
        let blocks = values.len().min(MAX_POINTS);
        let mut points = Self {
            values: Vec::with_capacity(blocks),
            intervals: values.len(),
        };
        for block in 0..blocks {
            let (start, end) = (values.len() * block / blocks, values.len() * (block + 1) / blocks);
            points.values.push(median(&values[start..end]));
        }
        points
    }

    /// The first interval of a block; the number of intervals for the one past the end.
    fn start_of(&self, block: usize) -> usize {
        self.intervals * block / self.values.len()
    }
}

/// The residuals: the part of the points that a model leaves unexplained.
pub(super) struct Residuals {
    /// The sum of the absolute values.
    sum: f64,
    /// The number of independent points that the points are worth.
    effective: f64,
    /// The number of points.
    points: usize,
}

impl Residuals {
    fn new(residuals: &[f64]) -> Self {
        let points = residuals.len();
        let r = autocorrelation(residuals);
        Self {
            sum: residuals.iter().map(|residual| residual.abs()).sum(),
            // The usual correction for a process of the first order (Bayley and
            // Hammersley, 1946).
            effective: points as f64 * (1.0 - r) / (1.0 + r),
            points,
        }
    }

    /// Returns by how much better than `rival` this explains the points, as a difference of the information criterion;
    /// above 0 when it is worth `price` times the logarithm of the number of points.
    fn gain_over(&self, rival: &Self, price: f64) -> f64 {
        if rival.sum == 0.0 {
            return f64::NEG_INFINITY;
        }
        // A perfect fit is no better than one to a millionth.
        let fraction = (self.sum / rival.sum).max(1e-6);
        -2.0 * self.effective * fraction.ln() - price * (self.points.max(PRICED_POINTS) as f64).ln()
    }
}

/// The simplest model: the median.
pub(super) fn level(points: &Points) -> Residuals {
    let center = median(&points.values);
    let residuals: Vec<f64> = points.values.iter().map(|value| value - center).collect();
    Residuals::new(&residuals)
}

/// The correlation of neighbours, 0 where it cannot be told from 0 or is negative.
fn autocorrelation(residuals: &[f64]) -> f64 {
    let cut = CUT * MAD_TO_SIGMA * median_distance(residuals, 0.0);
    if cut == 0.0 {
        return 0.0;
    }
    let cut: Vec<f64> = residuals.iter().map(|residual| residual.clamp(-cut, cut)).collect();
    let power: f64 = cut.iter().map(|x| x * x).sum();
    let product: f64 = cut.windows(2).map(|pair| pair[0] * pair[1]).sum();
    let r = product / power;
    let chance = 1.645 / (residuals.len() as f64).sqrt();
    if r > chance { r.min(MAX_CORRELATION) } else { 0.0 }
}
