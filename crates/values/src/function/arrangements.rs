//! Call routines that go through all arrangements of variables, and those that draw numbers from their own streams.

use super::orders::swap;
use super::routine_kind::{EVERY, Routine, RoutineArgument};
use super::text::routines::sort_texts;
use super::{ArgumentKind, Arguments, Context, random};
use crate::missing::{self, MISSING};

use ArgumentKind::{Any, Number};

pub(super) static ROUTINES: &[Routine] = &[
    Routine {
        name: "SORT",
        arguments: Arguments::at_least(1, &[Any]),
        changes: EVERY,
        body: sort,
    },
    Routine {
        name: "ALLPERM",
        arguments: Arguments::at_least(2, &[Number, Any]),
        changes: 1..usize::MAX,
        body: exchange_neighbours,
    },
    Routine {
        name: "LEXCOMBI",
        arguments: Arguments::at_least(3, &[Number]),
        changes: 2..usize::MAX,
        body: next_combination,
    },
    Routine {
        name: "GRAYCODE",
        arguments: Arguments::at_least(2, &[Number]),
        changes: EVERY,
        body: next_subset,
    },
    Routine {
        name: "RANEXP",
        arguments: Arguments::exactly(&[Number, Number]),
        changes: 0..2,
        body: |context, places| draw(context, places, 1, |uniform, _| Some(-uniform.ln())),
    },
    Routine {
        name: "RANTRI",
        arguments: Arguments::exactly(&[Number, Number, Number]),
        changes: EVERY,
        body: |context, places| {
            draw(context, places, 2, |uniform, parameters| match parameters {
                [peak] => random::triangle(uniform, *peak),
                _ => None,
            });
        },
    },
    Routine {
        name: "RANTBL",
        arguments: Arguments::at_least(3, &[Number]),
        changes: EVERY,
        body: |context, places| {
            let last = places.len() - 1;
            draw(context, places, last, random::entry);
        },
    },
];

/// Sorts numbers, or texts of one length.
fn sort(context: &mut Context<'_>, places: &mut [RoutineArgument<'_>]) {
    if !matches!(places.first(), Some(RoutineArgument::Number(_))) {
        return sort_texts(context, places);
    }
    let mut numbers: Vec<f64> = places.iter().map(RoutineArgument::number).collect();
    numbers.sort_unstable_by(|a, b| missing::compare(*a, *b));
    for (place, number) in places.iter_mut().zip(numbers) {
        place.set_number(number);
    }
}

/// `CALL ALLPERM(number, values…)`: makes the permutation of a number from the one before it by exchanging neighbours,
/// the last value going through all others first (H. F. Trotter, Algorithm 115, Communications of the ACM 5, 1962).
fn exchange_neighbours(context: &mut Context<'_>, places: &mut [RoutineArgument<'_>]) {
    let Some((number, values)) = places.split_first_mut() else {
        return;
    };
    let number = number.number();
    let count: f64 = (1..=values.len().min(171) as u32).map(f64::from).product();
    if number.is_nan() || number < 1.0 || number > count || number >= 2_f64.powi(53) {
        context.invalid(0);
        return;
    }
    let (mut step, mut size, mut offset) = (number as u64 - 1, values.len() as u64, 0);
    while step > 0 && size > 1 {
        let (round, place) = (step / size, step % size);
        if place > 0 {
            let left = if round % 2 == 0 { size - 1 - place } else { place - 1 };
            let left = (left + offset) as usize;
            swap(values, left, left + 1);
            return;
        }
        // The last value is at its end, and the others go on; at the beginning it moves them.
        offset += round % 2;
        (step, size) = (round, size - 1);
    }
}

/// `CALL LEXCOMBI(n, k, indices…)`: the next choice of k of the numbers to n; the first where they are none, and
/// missing ones after the last.
fn next_combination(context: &mut Context<'_>, places: &mut [RoutineArgument<'_>]) {
    let (all, count) = (places[0].number(), places[1].number());
    let indices = &mut places[2..];
    if count != indices.len() as f64 {
        context.invalid(1);
        return;
    }
    if all.is_nan() || all < count || all.fract() != 0.0 {
        context.invalid(0);
        return;
    }
    let numbers: Vec<f64> = indices.iter().map(RoutineArgument::number).collect();
    let is_choice = numbers[0] >= 1.0 && numbers.windows(2).all(|pair| pair[0] < pair[1]);
    let from = match is_choice {
        false => Some((0, 1.0)),
        true => {
            let most = |place: usize| all - (numbers.len() - 1 - place) as f64;
            let movable = (0..numbers.len()).rev().find(|&place| numbers[place] < most(place));
            movable.map(|place| (place, numbers[place] + 1.0))
        }
    };
    for (place, index) in indices.iter_mut().enumerate() {
        match from {
            Some((first, number)) if place >= first => index.set_number(number + (place - first) as f64),
            Some(_) => {}
            None => index.set_number(MISSING),
        }
    }
}

/// `CALL GRAYCODE(k, members…)`: the next subset, of k members, which differs in one of them. A negative k begins with
/// none, and is set after the last.
fn next_subset(_: &mut Context<'_>, places: &mut [RoutineArgument<'_>]) {
    let Some((count, members)) = places.split_first_mut() else {
        return;
    };
    let size = count.number();
    if size.is_nan() || size < 0.0 {
        members.iter_mut().for_each(|member| member.set_number(0.0));
        count.set_number(0.0);
        return;
    }
    let is_in = |member: &RoutineArgument<'_>| member.number() != 0.0;
    let present = members.iter().filter(|member| is_in(member)).count();
    let changed = match present % 2 {
        0 => Some(0),
        _ => members.iter().position(is_in).map(|first| first + 1),
    };
    match changed.and_then(|place| members.get_mut(place)) {
        Some(member) => {
            let leaves = is_in(member);
            member.set_number(f64::from(u8::from(!leaves)));
            count.set_number(if leaves {
                present as f64 - 1.0
            } else {
                present as f64 + 1.0
            });
        }
        None => count.set_number(-1.0),
    }
}

/// Draws a number from the stream of the seed, the first argument, which goes on, and assigns it to the one at a
/// position. The arguments between are parameters.
fn draw(
    context: &mut Context<'_>,
    places: &mut [RoutineArgument<'_>],
    position: usize,
    number: impl Fn(f64, &[f64]) -> Option<f64>,
) {
    let parameters: Vec<f64> = places[1..position].iter().map(RoutineArgument::number).collect();
    let drawn = random::Generator::new(places[0].number(), context.clock).map(|mut generator| {
        let uniform = generator.uniform();
        (generator.state(), number(uniform, &parameters))
    });
    let value = match drawn {
        Some((state, Some(value))) => {
            places[0].set_number(f64::from(state));
            value
        }
        Some((_, None)) => context.invalid(1),
        None => context.invalid(0),
    };
    places[position].set_number(value);
}

#[cfg(test)]
mod tests {
    use super::super::testing::run;
    use super::*;
    use crate::value::Value;
    use std::collections::BTreeSet;

    fn numbered(routine: &str, first: &[f64], values: &mut [f64]) {
        let mut places: Vec<_> = first
            .iter()
            .map(|&number| RoutineArgument::Constant(Value::Number(number)))
            .collect();
        places.extend(values.iter_mut().map(RoutineArgument::Number));
        run(routine, &mut places);
    }

    #[test]
    fn each_permutation_comes_once() {
        let mut values = [1.0, 2.0, 3.0, 4.0];
        let mut seen = BTreeSet::new();
        for number in 1..=24 {
            numbered("ALLPERM", &[f64::from(number)], &mut values);
            seen.insert(values.map(|value| value as u8));
        }
        assert_eq!(seen.len(), 24);
        assert_eq!(values, [2.0, 1.0, 3.0, 4.0]);
    }

    #[test]
    fn choices_and_subsets() {
        let mut values = [MISSING, MISSING];
        let mut seen = Vec::new();
        for _ in 0..7 {
            numbered("LEXCOMBI", &[4.0, 2.0], &mut values);
            seen.push(values.map(|value| if value.is_nan() { 0 } else { value as u8 }));
        }
        assert_eq!(seen, [[1, 2], [1, 3], [1, 4], [2, 3], [2, 4], [3, 4], [0, 0]]);
        let mut values = [-1.0, 7.0, 7.0, 7.0];
        let mut subsets = BTreeSet::new();
        for _ in 0..8 {
            numbered("GRAYCODE", &[], &mut values);
            let [count, members @ ..] = values;
            assert_eq!(count, members.iter().sum::<f64>());
            subsets.insert(members.map(|member| member as u8));
        }
        assert_eq!(subsets.len(), 8);
        numbered("GRAYCODE", &[], &mut values);
        assert_eq!(values[0], -1.0);
    }

    #[test]
    fn sorted_values_of_either_kind() {
        let mut values = [2.0, MISSING, 1.0];
        numbered("SORT", &[], &mut values);
        assert_eq!(&values[1..], [1.0, 2.0]);
        let (mut one, mut other) = (*b"b ", *b"a ");
        run(
            "SORT",
            &mut [RoutineArgument::Text(&mut one), RoutineArgument::Text(&mut other)],
        );
        assert_eq!((&one, &other), (b"a ", b"b "));
    }

    #[test]
    fn streams_go_on() {
        let (mut seed, mut drawn, mut uniform, mut other) = (7.0, 0.0, 0.0, 7.0);
        for _ in 0..3 {
            run(
                "RANEXP",
                &mut [RoutineArgument::Number(&mut seed), RoutineArgument::Number(&mut drawn)],
            );
            run(
                "RANUNI",
                &mut [
                    RoutineArgument::Number(&mut other),
                    RoutineArgument::Number(&mut uniform),
                ],
            );
            assert_eq!((seed, drawn), (other, -f64::ln(uniform)));
        }
    }
}
