//! Call routines that put variables into another order, and those that transform several numbers at once.

use super::routine_kind::{EVERY, Routine, RoutineArgument};
use super::{ArgumentKind, Arguments, Context, random};
use crate::missing::{self, MISSING};
use crate::value::{Value, compare_text};
use std::cmp::Ordering;

use ArgumentKind::{Any, Number};

pub(super) static ROUTINES: &[Routine] = &[
    Routine {
        name: "RANPERM",
        arguments: Arguments::at_least(2, &[Number, Any]),
        changes: EVERY,
        body: |context, places| {
            let count = places.len().saturating_sub(1);
            shuffle(context, places, count);
        },
    },
    Routine {
        name: "RANPERK",
        arguments: Arguments::at_least(3, &[Number, Number, Any]),
        changes: EVERY,
        body: |context, places| {
            let Some((seed, count)) = split_count(places, 1) else {
                context.invalid(1);
                return;
            };
            shuffle_after(context, places, seed, count);
        },
    },
    Routine {
        name: "LEXPERM",
        arguments: Arguments::at_least(2, &[Number, Any]),
        changes: 1..usize::MAX,
        body: |context, places| {
            let Some((count, values)) = places.split_first_mut() else {
                return;
            };
            let count = count.number();
            if count.is_nan() || count < 1.0 {
                context.invalid(0);
            } else if count > 1.0 {
                next_permutation(values);
            }
        },
    },
    Routine {
        name: "SOFTMAX",
        arguments: Arguments::at_least(1, &[Number]),
        changes: EVERY,
        body: |_, places| {
            let greatest = places
                .iter()
                .map(RoutineArgument::number)
                .fold(f64::NEG_INFINITY, f64::max);
            let sum: f64 = places.iter().map(|place| (place.number() - greatest).exp()).sum();
            transform(places, |x| (x - greatest).exp() / sum);
        },
    },
    Routine {
        name: "LOGISTIC",
        arguments: Arguments::at_least(1, &[Number]),
        changes: EVERY,
        body: |_, places| transform(places, |x| 1.0 / (1.0 + (-x).exp())),
    },
    Routine {
        name: "TANH",
        arguments: Arguments::at_least(1, &[Number]),
        changes: EVERY,
        body: |_, places| transform(places, f64::tanh),
    },
];

/// Replaces all numbers by a function of them; if one is missing, all become missing.
fn transform(places: &mut [RoutineArgument<'_>], function: impl Fn(f64) -> f64) {
    let is_missing = places.iter().any(|place| place.number().is_nan());
    for place in places {
        let number = place.number();
        place.set_number(if is_missing {
            MISSING
        } else {
            missing::of_operation(function(number))
        });
    }
}

/// Returns the position of the seed, which is the first, and the count at a position, if there are so many values.
fn split_count(places: &[RoutineArgument<'_>], position: usize) -> Option<(usize, usize)> {
    let count = places.get(position)?.number();
    let most = places.len() - position - 1;
    (1.0..=most as f64)
        .contains(&count)
        .then_some((position, count as usize))
}

/// Puts the values behind the seed into a random order.
fn shuffle(context: &mut Context<'_>, places: &mut [RoutineArgument<'_>], count: usize) {
    shuffle_after(context, places, 0, count);
}

/// Puts a random choice of values, in a random order, into the first places behind `last_argument`. The seed, the first
/// argument, becomes that of the next call.
fn shuffle_after(context: &mut Context<'_>, places: &mut [RoutineArgument<'_>], last_argument: usize, count: usize) {
    let Some(mut generator) = random::Generator::new(places[0].number(), context.clock) else {
        context.invalid(0);
        return;
    };
    let values = &mut places[last_argument + 1..];
    let all = values.len();
    for at in 0..count.min(all.saturating_sub(1)) {
        let other = at + (generator.uniform() * (all - at) as f64) as usize;
        swap(values, at, other.min(all - 1));
    }
    places[0].set_number(f64::from(generator.state()));
}

/// Exchanges the values of two variables of one kind and length; others stay.
pub(super) fn swap(places: &mut [RoutineArgument<'_>], first: usize, second: usize) {
    if first == second {
        return;
    }
    let (low, high) = (first.min(second), first.max(second));
    let (left, right) = places.split_at_mut(high);
    match (&mut left[low], &mut right[0]) {
        (RoutineArgument::Number(left), RoutineArgument::Number(right)) => std::mem::swap(*left, *right),
        (RoutineArgument::Text(left), RoutineArgument::Text(right)) if left.len() == right.len() => {
            left.swap_with_slice(right);
        }
        _ => {}
    }
}

fn compare(a: &RoutineArgument<'_>, b: &RoutineArgument<'_>) -> Ordering {
    match (a.value(), b.value()) {
        (Value::Number(a), Value::Number(b)) => missing::compare(a, b),
        (Value::Text(a), Value::Text(b)) => compare_text(a, b),
        _ => Ordering::Equal,
    }
}

/// Puts values into the next order of the dictionary; the last order stays.
fn next_permutation(values: &mut [RoutineArgument<'_>]) {
    let ascends = |at: usize| compare(&values[at], &values[at + 1]) == Ordering::Less;
    let Some(at) = (0..values.len().saturating_sub(1)).rev().find(|&at| ascends(at)) else {
        return;
    };
    let greater = |other: &usize| compare(&values[at], &values[*other]) == Ordering::Less;
    if let Some(other) = (at + 1..values.len()).rev().find(greater) {
        swap(values, at, other);
    }
    let (mut low, mut high) = (at + 1, values.len() - 1);
    while low < high {
        swap(values, low, high);
        low += 1;
        high -= 1;
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::run;
    use super::*;

    fn numbers(routine: &str, first: f64, values: &mut [f64]) {
        let mut places = vec![RoutineArgument::Constant(Value::Number(first))];
        places.extend(values.iter_mut().map(RoutineArgument::Number));
        run(routine, &mut places);
    }

    #[test]
    fn orders() {
        let mut values = [1.0, 2.0, 3.0];
        for want in [
            [1.0, 3.0, 2.0],
            [2.0, 1.0, 3.0],
            [2.0, 3.0, 1.0],
            [3.0, 1.0, 2.0],
            [3.0, 2.0, 1.0],
        ] {
            numbers("LEXPERM", 2.0, &mut values);
            assert_eq!(values, want);
        }
        let mut values = [1.0, 2.0, 3.0, 4.0];
        numbers("RANPERM", 17.0, &mut values);
        values.sort_by(f64::total_cmp);
        assert_eq!(values, [1.0, 2.0, 3.0, 4.0]);
    }

    #[test]
    fn transformations() {
        let (mut a, mut b) = (0.0, 0.0);
        run(
            "SOFTMAX",
            &mut [RoutineArgument::Number(&mut a), RoutineArgument::Number(&mut b)],
        );
        assert_eq!((a, b), (0.5, 0.5));
        run(
            "TANH",
            &mut [RoutineArgument::Number(&mut a), RoutineArgument::Number(&mut b)],
        );
        assert_eq!(a, 0.5_f64.tanh());
        let mut none = MISSING;
        run(
            "LOGISTIC",
            &mut [RoutineArgument::Number(&mut a), RoutineArgument::Number(&mut none)],
        );
        assert!(a.is_nan() && none.is_nan());
    }
}
