//! The call routines of regular expressions.

use std::ops::Range;

use super::super::routine_kind::{Routine, RoutineArgument};
use super::super::{ArgumentKind, Arguments, Context};
use super::times_of;
use crate::missing::MISSING;
use crate::value::trim;

use ArgumentKind::{Number, Text};

pub(in super::super) static ROUTINES: &[Routine] = &[
    Routine {
        name: "PRXSUBSTR",
        arguments: Arguments::between(3, 4, &[Number, Text, Number]),
        changes: 2..4,
        body: |context, places| {
            let [id, source, rest @ ..] = places else { return };
            let Some(pattern) = context.patterns.of_id(id.number()) else {
                context.invalid(0);
                return;
            };
            let found = pattern.find(source.text(), 0);
            put_span(rest, if found { pattern.spans.of(0) } else { None });
        },
    },
    Routine {
        name: "PRXPOSN",
        arguments: Arguments::between(3, 4, &[Number]),
        changes: 2..4,
        body: |context, places| {
            let [id, group, rest @ ..] = places else { return };
            let Some(pattern) = context.patterns.of_id(id.number()) else {
                context.invalid(0);
                return;
            };
            let group = group.number();
            if (0.0..=pattern.groups() as f64).contains(&group) {
                put_span(rest, pattern.spans.of(group as usize));
            } else {
                context.invalid(1);
            }
        },
    },
    Routine {
        name: "PRXNEXT",
        arguments: Arguments::exactly(&[Number, Number, Number, Text, Number, Number]),
        changes: 1..6,
        body: next,
    },
    Routine {
        name: "PRXCHANGE",
        arguments: Arguments::between(3, 7, &[Number, Number, Text, Text, Number]),
        changes: 2..7,
        body: change,
    },
    Routine {
        name: "PRXFREE",
        arguments: Arguments::exactly(&[Number]),
        changes: 0..1,
        body: |context, places| {
            let [id] = places else { return };
            match context.patterns.of_id(id.number()) {
                // The compiled pattern stays for the next PRXPARSE of the same text.
                Some(pattern) => {
                    pattern.spans.clear();
                    id.set_number(MISSING);
                }
                None => {
                    context.invalid(0);
                }
            }
        },
    },
];

/// Returns whether an argument within those that a routine changes may also be a value, which is then only read.
pub(in super::super) fn takes_value(routine: &str, position: usize, count: usize) -> bool {
    match routine {
        "PRXNEXT" => matches!(position, 2 | 3),
        "PRXCHANGE" => position == 2 && count > 3,
        _ => false,
    }
}

/// Assigns the position and the length of a span; 0 for none.
fn put_span(places: &mut [RoutineArgument<'_>], span: Option<Range<usize>>) {
    let (position, length) = span.map_or((0, 0), |span| (span.start + 1, span.len()));
    for (place, number) in places.iter_mut().zip([position, length]) {
        place.set_number(number as f64);
    }
}

/// `CALL PRXNEXT(pattern, start, stop, source, position, length)`: the next match from `start` on, which moves behind
/// it.
fn next(context: &mut Context<'_>, places: &mut [RoutineArgument<'_>]) {
    let [id, start, stop, source, found @ ..] = places else {
        return;
    };
    let Some(pattern) = context.patterns.of_id(id.number()) else {
        context.invalid(0);
        return;
    };
    let source = source.text();
    let end = match stop.number() {
        -1.0 => trim(source).len(),
        stop if stop >= 0.0 => source.len().min(stop as usize),
        _ => {
            context.invalid(2);
            return;
        }
    };
    let from = start.number();
    if from.is_nan() || from < 1.0 {
        context.invalid(1);
        return;
    }
    let from = from as usize - 1;
    let span = match from <= end && pattern.find(&source[..end], from) {
        true => pattern.spans.of(0),
        false => None,
    };
    if let Some(span) = &span {
        start.set_number((span.start + 1 + span.len().max(1)) as f64);
    }
    put_span(found, span);
}

/// `CALL PRXCHANGE(pattern, times, old, new, length, truncated, count)`.
fn change(context: &mut Context<'_>, places: &mut [RoutineArgument<'_>]) {
    let (Some(times), id) = (times_of(places[1].number()), places[0].number()) else {
        context.invalid(1);
        return;
    };
    let mut text = std::mem::take(&mut context.text);
    text.clear();
    let count = match context.patterns.of_id(id).filter(|pattern| pattern.replaces()) {
        // The blanks that fill the variable are no part of the text that comes to be.
        Some(pattern) => pattern.replace(places[2].text(), times, &mut text),
        None => {
            context.text = text;
            context.invalid(0);
            return;
        }
    };
    let target = if places.len() > 3 { 3 } else { 2 };
    let (mut length, mut is_truncated) = (0, false);
    if let Some(RoutineArgument::Text(variable)) = places.get_mut(target) {
        let whole = trim(&text).len();
        length = whole.min(variable.len());
        is_truncated = whole > variable.len();
        variable[..length].copy_from_slice(&text[..length]);
        variable[length..].fill(b' ');
    }
    let numbers = [length as f64, f64::from(u8::from(is_truncated)), count as f64];
    for (place, number) in places.iter_mut().skip(4).zip(numbers) {
        place.set_number(number);
    }
    text.clear();
    context.text = text;
}
