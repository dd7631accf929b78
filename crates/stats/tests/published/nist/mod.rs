//! The univariate sets and those of linear regression and analysis of variance of NIST's Statistical Reference
//! Datasets, whose certified values have fifteen digits, and how many of these are reached.

mod sets;
mod univariate;
mod variance;

use feedrate_stats::linear::{LeastSquares, SINGULAR, Triangle};

use sets::{Set, sets};

/// Returns the number of digits that agree: the logarithm of the relative error, or of the absolute one of a zero; 15
/// is all that is certified.
fn digits(got: f64, want: f64) -> f64 {
    let scale = if want == 0.0 { 1.0 } else { want.abs() };
    (-((got - want).abs() / scale).log10()).min(15.0)
}

/// The least digits of the estimates and of the standard deviations.
fn reached(set: &Set) -> (f64, f64) {
    let columns = set.rows[0].0.len();
    let mut parts = [Triangle::new(columns + 1), Triangle::new(columns + 1)];
    for (index, (row, response)) in set.rows.iter().enumerate() {
        let row: Vec<f64> = row.iter().copied().chain([*response]).collect();
        // Two threads would share the rows like this.
        parts[index * 2 / set.rows.len()].add(&row);
    }
    let [mut whole, other] = parts;
    whole.merge(&other);
    let fit = LeastSquares::of(&mut whole, SINGULAR);
    assert_eq!(fit.rank(), columns, "{}", set.name);
    let deviation = (fit.residual_squares() / (set.rows.len() - columns) as f64).sqrt();
    let least = |pairs: &mut dyn Iterator<Item = (f64, f64)>| {
        pairs.fold(15.0_f64, |least, (got, want)| least.min(digits(got, want)))
    };
    let errors = (0..columns).map(|column| {
        let mut only = vec![0.0; columns];
        only[column] = 1.0;
        deviation * fit.function(&only).deviation()
    });
    (
        least(&mut fit.coefficients().iter().copied().zip(set.estimates.iter().copied())),
        least(&mut errors.zip(set.errors.iter().copied())),
    )
}

#[test]
fn the_certified_digits_are_reached() {
    let mut short = Vec::new();
    for set in sets() {
        let (estimates, errors) = reached(&set);
        println!("{:9} {estimates:5.1} {errors:5.1}", set.name);
        if estimates < set.estimate_digits || errors < set.error_digits {
            short.push(format!("{} {estimates:.1} {errors:.1}", set.name));
        }
    }
    assert!(short.is_empty(), "{short:?}");
}
