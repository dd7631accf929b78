//! Fewer values than a shape needs.

use super::describe::level;
use super::{MIN_DRIFT, MIN_INTERVALS, Shape, classify};

/// The probability below which the order of a few values is no coincidence.
const BY_CHANCE: f64 = 0.02;

/// Returns the course of values in words, as [`Shape::describe_as`]; of fewer than a shape needs, whether they fall or
/// rise and between which values they lie.
pub fn course_in_words(values: &[f64], unit: &str) -> String {
    let shape = classify(values);
    match ends(values) {
        Some((low, high)) if shape == Shape::TooShort => match (values, has_few_in_order(values)) {
            ([first, .., last], true) => {
                let verb = if last < first { "falls" } else { "rises" };
                format!("{verb} from {} to {}", level(*first), level(*last))
            }
            _ => format!(
                "between {} and {}; too few {unit} to tell more",
                level(low),
                level(high)
            ),
        },
        _ => shape.describe_as(unit),
    }
}

/// Returns whether values keep to a level, as far as can be told: they have neither drift nor steps, and if they are
/// too few for that, no order that is no coincidence.
pub fn keeps_level(values: &[f64]) -> bool {
    match classify(values) {
        Shape::TooShort => !has_few_in_order(values),
        Shape::Drift { .. } | Shape::Step { .. } => false,
        Shape::Steady { .. } | Shape::Noisy { .. } => true,
    }
}

/// Returns the least and the greatest of at least two values; `None` if one is not finite.
fn ends(values: &[f64]) -> Option<(f64, f64)> {
    let is_some = values.len() > 1 && values.iter().all(|value| value.is_finite());
    let low = values.iter().copied().reduce(f64::min)?;
    let high = values.iter().copied().reduce(f64::max)?;
    is_some.then_some((low, high))
}

/// Returns whether few values fall or rise from the first to the last, by [`MIN_DRIFT`] or more, with so few pairs in
/// the other order that chance makes it in fewer than [`BY_CHANCE`] of all orders: the exact test of Kendall.
fn has_few_in_order(values: &[f64]) -> bool {
    let Some((low, high)) = ends(values).filter(|_| values.len() < MIN_INTERVALS) else {
        return false;
    };
    if high - low < MIN_DRIFT * high.abs() {
        return false;
    }
    let pairs = || {
        values
            .iter()
            .enumerate()
            .flat_map(|(index, first)| values[index + 1..].iter().map(move |next| (first, next)))
    };
    // Equal values speak for neither order.
    let not_falling = pairs().filter(|(first, next)| first <= next).count();
    let not_rising = pairs().filter(|(first, next)| first >= next).count();
    2.0 * share_of_orders(values.len(), not_falling.min(not_rising)) < BY_CHANCE
}

/// Returns the share of the orders of `count` different values with at most so many pairs in the wrong order.
fn share_of_orders(count: usize, most: usize) -> f64 {
    // The shares by the number of such pairs. The next value stands before 0, 1 … of those that are there.
    let mut shares = vec![1.0];
    for there in 1..count {
        let mut next = vec![0.0; shares.len() + there];
        for (pairs, share) in shares.iter().enumerate() {
            for more in 0..=there {
                next[pairs + more] += share / (there + 1) as f64;
            }
        }
        shares = next;
    }
    shares.iter().take(most + 1).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_have_the_published_probabilities() {
        // Kendall, Rank Correlation Methods, table of S: of 6 values, S is 15 in 1 of 720 orders, 13 or more in 6 and
        // 11 or more in 20; of 8, 18 or more (5 pairs or fewer) in 1 %.
        for (count, most, share) in [
            (6, 0, 1.0 / 720.0),
            (6, 1, 6.0 / 720.0),
            (6, 2, 20.0 / 720.0),
            (3, 3, 1.0),
            (1, 0, 1.0),
        ] {
            assert!((share_of_orders(count, most) - share).abs() < 1e-12);
        }
    }

    #[test]
    fn a_few_values_tell_what_they_can() {
        for (values, words, keeps) in [
            (
                &[105.0, 88.0, 70.2, 51.0, 30.0, 21.0][..],
                "falls from 105 to 21.0",
                false,
            ),
            (&[105.0, 88.0, 51.0, 70.2, 30.0, 21.0], "falls from 105 to 21.0", false),
            (&[1.0, 2.0, 3.0, 4.0, 5.0], "rises from 1.00 to 5.00", false),
            (
                &[105.0, 21.0, 70.2, 51.0, 30.0, 88.0],
                "between 21.0 and 105; too few repeats to tell more",
                true,
            ),
            // Too little to be a drift, and too few to be no coincidence.
            (
                &[100.0, 101.0, 102.0, 103.0, 104.0, 104.5],
                "between 100 and 104; too few repeats to tell more",
                true,
            ),
            (
                &[4.0, 3.0, 2.0, 1.0],
                "between 1.00 and 4.00; too few repeats to tell more",
                true,
            ),
            (&[5.0], "too short to tell", true),
            (&[], "too short to tell", true),
            (&[5.0, f64::NAN], "too short to tell", true),
        ] {
            assert_eq!(course_in_words(values, "repeats"), words);
            assert_eq!(keeps_level(values), keeps, "{words}");
        }
        let many: Vec<f64> = (0..40).map(|index| 100.0 - f64::from(index)).collect();
        assert!(course_in_words(&many, "repeats").ends_with("from start to end"));
        assert!(!keeps_level(&many));
    }
}
