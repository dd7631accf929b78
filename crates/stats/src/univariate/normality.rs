//! The test of normality by S. S. Shapiro and M. B. Wilk.

use crate::distribution::normal;

/// The most values for which the approximations are known to be valid.
const MOST: usize = 5000;

/// The test's statistic and probability.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ShapiroWilk {
    /// W, at most 1.
    pub statistic: f64,
    /// The probability of a smaller statistic if the values are normal.
    pub probability: f64,
}

/// Tests values in ascending order, with the approximations of P. Royston ("Remark AS R94", Applied Statistics 44,
/// 1995). `None` for fewer than 3 values, more than 5000, or values that are all equal.
pub fn shapiro_wilk(sorted: &[f64]) -> Option<ShapiroWilk> {
    let n = sorted.len();
    let (first, last) = (sorted.first()?, sorted.last()?);
    let range = last - first;
    let varies = range > 0.0 && range.is_finite();
    if !(varies && (3..=MOST).contains(&n)) {
        return None;
    }
    let weights = weights(n);
    let mean = sorted.iter().map(|value| (value - first) / range).sum::<f64>() / n as f64;
    let (mut along, mut squares) = (0.0, 0.0);
    for (place, value) in sorted.iter().enumerate() {
        let difference = (value - first) / range - mean;
        // The weights of the lower half are those of the upper half with the opposite sign.
        let weight = match place < n / 2 {
            true => -weights[place],
            false => weights.get(n - 1 - place).copied().unwrap_or(0.0),
        };
        along += weight * difference;
        squares += difference * difference;
    }
    let statistic = (along * along / squares).min(1.0);
    Some(ShapiroWilk {
        statistic,
        probability: probability(statistic, n),
    })
}

/// Returns the weights of the upper half of the order statistics, the greatest first.
fn weights(n: usize) -> Vec<f64> {
    if n == 3 {
        return vec![std::f64::consts::FRAC_1_SQRT_2];
    }
    let size = n as f64;
    let scores: Vec<f64> = (1..=n / 2)
        .map(|rank| -normal::quantile((rank as f64 - 0.375) / (size + 0.25)))
        .collect();
    let squares = 2.0 * scores.iter().map(|score| score * score).sum::<f64>();
    let root = squares.sqrt();
    let inverse = size.sqrt().recip();
    let greatest = polynomial(
        &[scores[0] / root, 0.221157, -0.147981, -2.07119, 4.434685, -2.706056],
        inverse,
    );
    // The first weights have a polynomial of their own; the others are the scores, scaled to length 1.
    let mut weights = vec![greatest];
    if n > 5 {
        weights.push(polynomial(
            &[scores[1] / root, 0.042981, -0.293762, -1.752461, 5.682633, -3.582633],
            inverse,
        ));
    }
    let (mut left, mut length) = (squares, 1.0);
    for (weight, score) in weights.iter().zip(&scores) {
        left -= 2.0 * score * score;
        length -= 2.0 * weight * weight;
    }
    let scale = (left / length).sqrt();
    let others: Vec<f64> = scores[weights.len()..].iter().map(|score| score / scale).collect();
    weights.extend(others);
    weights
}

fn probability(statistic: f64, n: usize) -> f64 {
    if n == 3 {
        // Exact: W is at least 3/4.
        let angle = statistic.sqrt().asin() - 0.75_f64.sqrt().asin();
        return (6.0 / std::f64::consts::PI * angle).clamp(0.0, 1.0);
    }
    let size = n as f64;
    let rest = (1.0 - statistic).ln();
    let (value, mean, deviation) = if n <= 11 {
        let limit = polynomial(&[-2.273, 0.459], size);
        if rest >= limit {
            return 1e-99;
        }
        (
            -(limit - rest).ln(),
            polynomial(&[0.5440, -0.39978, 0.025054, -0.0006714], size),
            polynomial(&[1.3822, -0.77857, 0.062767, -0.0020322], size).exp(),
        )
    } else {
        let logarithm = size.ln();
        (
            rest,
            polynomial(&[-1.5861, -0.31082, -0.083751, 0.0038915], logarithm),
            polynomial(&[-0.4803, -0.082676, 0.0030302], logarithm).exp(),
        )
    };
    normal::upper((value - mean) / deviation)
}

/// Evaluates the polynomial with these coefficients, the constant first.
fn polynomial(coefficients: &[f64], x: f64) -> f64 {
    coefficients
        .iter()
        .rev()
        .fold(0.0, |sum, coefficient| sum * x + coefficient)
}
