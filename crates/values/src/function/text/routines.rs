//! Call routines of character values.

use std::cmp::Ordering;

use super::super::routine_kind::{EVERY, Routine, RoutineArgument};
use super::super::{ArgumentKind, Arguments, Context, Problem};
use super::concatenate::{append, append_stripped};
use super::edit_costs::EditCosts;
use super::words;
use crate::missing::MISSING;
use crate::value::{compare_text, trim};

use ArgumentKind::{Any, Number, Text};

pub(in super::super) static ROUTINES: &[Routine] = &[
    Routine {
        name: "SORTC",
        arguments: Arguments::at_least(1, &[Text]),
        changes: EVERY,
        body: |context, places| sort_texts(context, places),
    },
    Routine {
        name: "CATS",
        arguments: Arguments::at_least(1, &[Text, Any]),
        changes: 0..1,
        body: |context, places| concatenate(context, places, 0, JoinForm::Stripped(None)),
    },
    Routine {
        name: "CATX",
        arguments: Arguments::at_least(2, &[Text, Text, Any]),
        changes: 1..2,
        body: |context, places| concatenate(context, places, 1, JoinForm::Stripped(Some(0))),
    },
    Routine {
        name: "SCAN",
        arguments: Arguments::between(4, 6, &[Text, Number, Number, Number, Text]),
        changes: 2..4,
        body: |_, places| scan(places),
    },
    Routine {
        name: "COMPCOST",
        arguments: Arguments::at_least(2, &[Any]),
        changes: 0..0,
        body: set_costs,
    },
    Routine {
        name: "CATT",
        arguments: Arguments::at_least(1, &[Text, Any]),
        changes: 0..1,
        body: |context, places| concatenate(context, places, 0, JoinForm::Trimmed),
    },
    Routine {
        name: "CAT",
        arguments: Arguments::at_least(1, &[Text, Any]),
        changes: 0..1,
        body: |context, places| concatenate(context, places, 0, JoinForm::AsGiven),
    },
];

/// `CALL COMPCOST(operation, cost, …)`.
fn set_costs(context: &mut Context<'_>, places: &mut [RoutineArgument<'_>]) {
    let mut costs = EditCosts::of_routine();
    for (pair, places) in places.chunks(2).enumerate() {
        let [operation, cost] = places else {
            context.invalid(2 * pair);
            return;
        };
        if !costs.set(operation.text(), cost.number()) {
            context.invalid(2 * pair);
            return;
        }
    }
    context.edits = costs.completed();
}

/// Sorts character variables, which are all of the same length.
pub(in super::super) fn sort_texts(context: &mut Context<'_>, places: &mut [RoutineArgument<'_>]) {
    let length = places.first().map_or(0, |place| place.text().len());
    if let Some(position) = places.iter().position(|place| place.text().len() != length) {
        context.invalid(position);
        return;
    }
    // In place and without allocation: few variables are sorted in one call.
    for end in 1..places.len() {
        let mut at = end;
        while at > 0 && compare_text(places[at].text(), places[at - 1].text()) == Ordering::Less {
            let (left, right) = places.split_at_mut(at);
            if let (Some(RoutineArgument::Text(left)), Some(RoutineArgument::Text(right))) =
                (left.last_mut(), right.first_mut())
            {
                left.swap_with_slice(right);
            }
            at -= 1;
        }
    }
}

/// The form in which arguments are joined.
#[derive(Clone, Copy)]
enum JoinForm {
    /// With all their blanks.
    AsGiven,
    /// Without trailing blanks.
    Trimmed,
    /// Without blanks around them, and with the delimiter at this position between those that are not blank.
    Stripped(Option<usize>),
}

/// Appends to the variable at `target` all arguments after it.
fn concatenate(context: &mut Context<'_>, places: &mut [RoutineArgument<'_>], target: usize, joining: JoinForm) {
    let mut text = std::mem::take(&mut context.text);
    text.clear();
    for place in &places[target..] {
        match joining {
            // The blanks that fill the variable are none of its value.
            JoinForm::AsGiven if !text.is_empty() => append(place.value(), |text| text, context.formats, &mut text),
            JoinForm::AsGiven | JoinForm::Trimmed => append(place.value(), trim, context.formats, &mut text),
            JoinForm::Stripped(delimiter) => {
                let delimiter = delimiter.map_or(&b""[..], |position| places[position].text());
                append_stripped(place.value(), delimiter, context.formats, &mut text);
            }
        }
    }
    if let Some(RoutineArgument::Text(variable)) = places.get_mut(target) {
        match text.len() {
            needed if needed > variable.len() => context.report(Problem::ResultTooLong { needed }),
            length => {
                variable[..length].copy_from_slice(&text);
                variable[length..].fill(b' ');
            }
        }
    }
    text.clear();
    context.text = text;
}

/// `CALL SCAN(text, count, position, length, delimiters, modifiers)`.
fn scan(places: &mut [RoutineArgument<'_>]) {
    let [text, count, _, _, rest @ ..] = &*places else {
        return;
    };
    let count = count.number();
    let (position, length) = if count.is_nan() || count == 0.0 {
        (MISSING, MISSING)
    } else {
        let delimiters = words::Delimiters::new(
            rest.first().map(RoutineArgument::text),
            rest.get(1).map(RoutineArgument::text),
        );
        match delimiters.word(text.text(), count) {
            Some(word) => ((word.start + 1) as f64, word.len() as f64),
            None => (0.0, 0.0),
        }
    };
    places[2].set_number(position);
    places[3].set_number(length);
}
