//! The ticks of an axis.

/// The most ticks, so that they are not too close to each other.
const MOST: usize = 12;

/// A shorter linear axis has no ticks except zero.
const LEAST: f64 = 1e-9;

/// Returns the distance between at most so many ticks of a linear axis of this length: 1, 2 or 5, times a power of ten.
pub(super) fn round_step(length: f64, most: usize) -> f64 {
    let least = length / most.max(1) as f64;
    if !least.is_finite() || least <= 0.0 {
        return 1.0;
    }
    // Parsed rather than multiplied, so that 5e-3 is the number 0.005.
    let exponent = least.log10().floor() as i32;
    let steps = [(1, exponent), (2, exponent), (5, exponent), (1, exponent + 1)];
    let mut steps = steps
        .iter()
        .filter_map(|(step, exponent)| format!("{step}e{exponent}").parse::<f64>().ok());
    steps.find(|step| *step >= least).unwrap_or(least)
}

/// Returns the distance between the ticks of a linear axis of integers: 1, 2 or 5, times a power of ten.
fn whole_step(low: f64, high: f64) -> f64 {
    round_step(high - low, MOST).max(1.0)
}

/// Returns the ticks of a linear axis from zero to `high`, and their decimals: they are 1, 2 or 5 times a power of ten
/// apart.
pub(super) fn even(high: f64) -> (Vec<f64>, usize) {
    if !(high >= LEAST && high.is_finite()) {
        return (vec![0.0], 0);
    }
    // In integer steps of a sufficiently small power of ten, so that each is the nearest double.
    let exponent = high.log10().floor() as i32 - 2;
    let whole = whole_step(0.0, high / 10_f64.powi(exponent));
    let decimals = (-exponent - whole.log10().floor() as i32).max(0);
    let count = (high / 10_f64.powi(exponent) / whole).floor() as u32;
    let tick = |index: u32| f64::from(index) * whole * 10_f64.powi(exponent);
    ((0..=count).map(tick).collect(), usize::try_from(decimals).unwrap_or(0))
}

/// Returns the powers of two around two values, thinned out if there are many.
pub(super) fn powers_of_two(low: f64, high: f64) -> Vec<f64> {
    if !(low > 0.0 && high.is_finite()) {
        return Vec::new();
    }
    let (first, last) = (low.log2().floor() as i32, high.log2().ceil() as i32);
    let mut step = 1;
    while (last - first) as usize / step > MOST {
        step *= 2;
    }
    (first..=last)
        .step_by(step)
        .map(|exponent| 2_f64.powi(exponent))
        .collect()
}

/// Returns the powers of ten around two values, with twice and five times each of them if there is room.
pub(super) fn powers_of_ten(low: f64, high: f64) -> Vec<f64> {
    if !(low > 0.0 && high.is_finite()) {
        return Vec::new();
    }
    let (first, last) = (low.log10().floor() as i32, high.log10().ceil() as i32);
    let mut ticks: Vec<f64> = Vec::new();
    let steps: &[u8] = if (last - first) as usize * 3 <= MOST {
        &[1, 2, 5]
    } else {
        &[1]
    };
    for exponent in first..=last {
        // Parsed rather than multiplied, so that 5e-3 is the number 0.005.
        ticks.extend(
            steps
                .iter()
                .filter_map(|step| format!("{step}e{exponent}").parse::<f64>().ok()),
        );
    }
    ticks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn powers_of_two_span_the_values_and_stay_legible() {
        assert_eq!(powers_of_two(1.0, 8.0), [1.0, 2.0, 4.0, 8.0]);
        assert_eq!(powers_of_two(3.0, 5.0), [2.0, 4.0, 8.0]);
        assert_eq!(powers_of_two(1.0, 2_f64.powi(20)).len(), 11);
    }

    #[test]
    fn powers_of_ten_are_divided_while_there_is_room() {
        assert_eq!(
            powers_of_ten(0.002, 0.07),
            [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5]
        );
        assert_eq!(powers_of_ten(1e-6, 1.0), [1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 0.1, 1.0]);
    }

    #[test]
    fn whole_numbers_are_never_divided() {
        for (high, step) in [(1.0, 1.0), (12.0, 1.0), (16.0, 2.0), (60.0, 5.0), (1e5, 1e4)] {
            assert_eq!(whole_step(0.0, high), step, "{high}");
        }
        assert_eq!(whole_step(f64::INFINITY, f64::NEG_INFINITY), 1.0);
    }

    #[test]
    fn even_ticks_are_round_at_every_size() {
        let shown = |high| {
            let (ticks, decimals) = even(high);
            let shown = ticks.iter().map(|tick| format!("{tick:.decimals$}"));
            shown.collect::<Vec<_>>().join(" ")
        };
        assert_eq!(shown(1.0), "0.0 0.1 0.2 0.3 0.4 0.5 0.6 0.7 0.8 0.9 1.0");
        assert_eq!(shown(0.0345), "0.000 0.005 0.010 0.015 0.020 0.025 0.030");
        assert_eq!(shown(47.0), "0 5 10 15 20 25 30 35 40 45");
        assert_eq!(shown(7200.0), "0 1000 2000 3000 4000 5000 6000 7000");
        for nothing in [0.0, -1.0, f64::MIN_POSITIVE, f64::NAN, f64::INFINITY] {
            assert_eq!(shown(nothing), "0");
        }
        for high in [LEAST, f64::MAX] {
            assert!((2..=MOST + 1).contains(&even(high).0.len()), "{high}");
        }
    }

    #[test]
    fn without_values_there_are_no_ticks() {
        assert!(powers_of_two(f64::INFINITY, f64::NEG_INFINITY).is_empty());
        assert!(powers_of_two(0.0, 8.0).is_empty());
        assert!(powers_of_ten(0.0, 8.0).is_empty());
    }
}
