//! Finds the value with a given tail probability.

/// Enough steps for bisection alone; Newton's method hardly ever needs as many.
const MOST_STEPS: u32 = 300;

/// The tail of a distribution at a value, and the density there times the value.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tail {
    pub(super) probability: f64,
    pub(super) density_times_value: f64,
}

/// Returns the positive value whose tail is `probability`, strictly between 0 and 1, starting at `start`. The tail
/// rises with the value if `rising`, else it falls.
///
/// It uses Newton's method on the logarithms of both, in which the tails of the gamma and beta family are nearly
/// straight, within the interval between the values that are known to be too small and too great.
pub(super) fn value_of(probability: f64, start: f64, rising: bool, mut tail: impl FnMut(f64) -> Tail) -> f64 {
    let sign = if rising { 1.0 } else { -1.0 };
    let (mut low, mut high) = (f64::NEG_INFINITY, f64::INFINITY);
    let mut at = start.ln();
    for _ in 0..MOST_STEPS {
        let here = tail(at.exp());
        let excess = (here.probability / probability).ln() * sign;
        if excess == 0.0 {
            break;
        }
        if excess > 0.0 {
            high = at;
        } else {
            low = at;
        }
        let slope = here.density_times_value / here.probability;
        let step = (-excess / slope).clamp(-20.0, 20.0);
        let mut next = at + step;
        if !(low < next && next < high) {
            next = match (low.is_finite(), high.is_finite()) {
                (true, true) => low + (high - low) / 2.0,
                (true, false) => low + 20.0,
                _ => high - 20.0,
            };
        }
        // The exponential below turns an error here into a relative one of the value.
        let settled = (next - at).abs() <= f64::EPSILON / 2.0 * (1.0 + at.abs());
        at = next;
        // Beyond these the value itself is infinite or 0.
        if settled || !(-760.0..=720.0).contains(&at) {
            break;
        }
    }
    at.exp()
}
