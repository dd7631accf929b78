//! A gradual change: the line of Theil and Sen.

use super::{LINE_PRICE, Points, Residuals};
use crate::order::median;
use crate::series::Shape;

/// The standard normal deviate beyond which a trend is significant: 0.1 %, two-sided. It is stricter than usual because
/// every stream of every run is tested.
const TREND_DEVIATE: f64 = 3.29;

/// A line through the points, in blocks.
pub(in crate::series) struct Line {
    from: f64,
    to: f64,
    pub(super) residuals: Residuals,
}

impl Line {
    /// Returns whether it explains the points better than their median does.
    pub(in crate::series) fn beats(&self, level: &Residuals) -> bool {
        self.residuals.gain_over(level, LINE_PRICE) > 0.0
    }

    /// Returns the whole change as a fraction of the start; of the end if that is 0.
    pub(in crate::series) fn change(&self) -> f64 {
        let base = if self.from == 0.0 { self.to } else { self.from };
        if base == 0.0 {
            0.0
        } else {
            (self.to - self.from) / base.abs()
        }
    }

    pub(in crate::series) fn shape(&self, values: &[f64]) -> Shape {
        let change = self.change();
        let per_interval = change / (values.len() - 1) as f64;
        Shape::Drift {
            from: self.from,
            to: self.to,
            change,
            per_interval,
        }
    }
}

/// Returns the median of the slopes between all pairs of points (Sen, 1968), if it is significant.
pub(in crate::series) fn line(points: &Points) -> Option<Line> {
    let values = &points.values;
    let n = values.len();
    let mut slopes = Vec::with_capacity(n * (n - 1) / 2);
    // The number of rising pairs less the falling ones: Kendall's S.
    let mut score = 0.0;
    for (i, a) in values.iter().enumerate() {
        for (j, b) in values.iter().enumerate().skip(i + 1) {
            slopes.push((b - a) / (j - i) as f64);
            score += f64::from(i8::from(b > a) - i8::from(b < a));
        }
    }
    let slope = median(&slopes);
    let offsets: Vec<f64> = values.iter().enumerate().map(|(i, y)| y - slope * i as f64).collect();
    let start = median(&offsets);
    let deviations: Vec<f64> = offsets.iter().map(|offset| offset - start).collect();
    let residuals = Residuals::new(&deviations);

    // The variance of S without ties (Kendall, 1955; ties only make the test stricter),
    // raised for autocorrelation (Yue and Wang, 2004).
    let count = n as f64;
    let variance = count * (count - 1.0) * (2.0 * count + 5.0) / 18.0;
    let deviate = (score.abs() - 1.0) / (variance * count / residuals.effective).sqrt();
    if deviate < TREND_DEVIATE {
        return None;
    }
    // The line runs between the middles of the first and the last interval, and the
    // first point stands for a whole block of them.
    let step = slope * n as f64 / points.intervals as f64;
    let middle = (points.intervals as f64 / count - 1.0) / 2.0;
    let from = start - step * middle;
    let to = from + step * (points.intervals - 1) as f64;
    // A rate cannot be negative, but a line can.
    let floor = if values.iter().all(|&value| value >= 0.0) {
        0.0
    } else {
        f64::NEG_INFINITY
    };
    Some(Line {
        from: from.max(floor),
        to: to.max(floor),
        residuals,
    })
}
