//! Call routines: `call …`.
//!
//! The arguments of a routine are variables that it may change, and values that it may not.

use std::cmp::Ordering;
use std::ops::Range;
use std::sync::LazyLock;

use super::symbols::symbol_name;
use super::text::words;
use super::{ArgumentKind, Arguments, Context, Problem, SymbolScope, by_name, conversion, initial, random};
use crate::missing::{self, MISSING};
use crate::value::{Value, compare_text, trim};

use ArgumentKind::{Any, Number, Text};

/// A call routine.
#[derive(Debug)]
pub struct Routine {
    /// The name in upper case.
    pub name: &'static str,
    /// The number and kinds of its arguments.
    pub arguments: Arguments,
    /// The positions, from 0, of the arguments that it changes and that must be variables.
    pub changes: Range<usize>,
    /// Its implementation.
    pub body: fn(&mut Context<'_>, &mut [RoutineArgument<'_>]),
}

/// An argument of a routine.
#[derive(Debug)]
pub enum RoutineArgument<'a> {
    /// A numeric variable.
    Number(&'a mut f64),
    /// A character variable, at its full length.
    Text(&'a mut [u8]),
    /// A value that is not a variable.
    Constant(Value<'a>),
}

impl RoutineArgument<'_> {
    /// Returns the value of the argument.
    pub fn value(&self) -> Value<'_> {
        match self {
            Self::Number(number) => Value::Number(**number),
            Self::Text(text) => Value::Text(text),
            Self::Constant(value) => *value,
        }
    }

    fn number(&self) -> f64 {
        match self.value() {
            Value::Number(number) => number,
            Value::Text(_) => MISSING,
        }
    }

    fn text(&self) -> &[u8] {
        match self {
            Self::Text(text) => text,
            Self::Constant(Value::Text(text)) => text,
            _ => b"",
        }
    }

    fn set_number(&mut self, value: f64) {
        if let Self::Number(number) = self {
            **number = value;
        }
    }
}

/// Returns all routines, sorted by name.
pub fn routines() -> impl Iterator<Item = &'static Routine> {
    CATALOGUE.iter().copied()
}

/// Returns the routine of a name, ignoring case.
pub fn find_routine(name: &str) -> Option<&'static Routine> {
    by_name(&CATALOGUE, name, |routine| routine.name)
}

static CATALOGUE: LazyLock<Vec<&'static Routine>> = LazyLock::new(|| {
    let mut all: Vec<_> = ROUTINES.iter().collect();
    all.sort_unstable_by_key(|routine| routine.name);
    all
});

const EVERY: Range<usize> = 0..usize::MAX;

static ROUTINES: &[Routine] = &[
    Routine {
        name: "SYMPUT",
        arguments: Arguments::exactly(&[Text, Any]),
        changes: 0..0,
        body: |context, places| put_symbol(context, places, false),
    },
    Routine {
        name: "SYMPUTX",
        arguments: Arguments::between(2, 3, &[Text, Any, Text]),
        changes: 0..0,
        body: |context, places| put_symbol(context, places, true),
    },
    Routine {
        name: "EXECUTE",
        arguments: Arguments::exactly(&[Text]),
        changes: 0..0,
        body: |context, places| ask(context, "EXECUTE", places),
    },
    Routine {
        name: "SET",
        arguments: Arguments::exactly(&[Number]),
        changes: 0..0,
        body: |context, places| ask(context, "SET", places),
    },
    Routine {
        name: "MISSING",
        arguments: Arguments::at_least(1, &[Any]),
        changes: EVERY,
        body: |_, places| {
            for place in places {
                match place {
                    RoutineArgument::Number(number) => **number = MISSING,
                    RoutineArgument::Text(text) => text.fill(b' '),
                    RoutineArgument::Constant(_) => {}
                }
            }
        },
    },
    Routine {
        name: "STREAMINIT",
        arguments: Arguments::exactly(&[Number]),
        changes: 0..0,
        body: |context, places| {
            let seed = places.first().map_or(MISSING, RoutineArgument::number);
            if seed.abs() < 2f64.powi(31) {
                context.streams.seed(seed as i32);
            } else {
                context.invalid(0);
            }
        },
    },
    Routine {
        name: "RANUNI",
        arguments: Arguments::exactly(&[Number, Number]),
        changes: 0..2,
        body: |context, places| draw(context, places, random::Generator::uniform),
    },
    Routine {
        name: "RANNOR",
        arguments: Arguments::exactly(&[Number, Number]),
        changes: 0..2,
        body: |context, places| draw(context, places, random::Generator::normal),
    },
    Routine {
        name: "SORTN",
        arguments: Arguments::at_least(1, &[Number]),
        changes: EVERY,
        body: |context, places| {
            let numbers = &mut context.numbers;
            numbers.clear();
            numbers.extend(places.iter().map(RoutineArgument::number));
            numbers.sort_unstable_by(|a, b| missing::compare(*a, *b));
            for (place, number) in places.iter_mut().zip(numbers.iter()) {
                place.set_number(*number);
            }
        },
    },
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
        body: |context, places| concatenate(context, places, 0, None),
    },
    Routine {
        name: "CATX",
        arguments: Arguments::at_least(2, &[Text, Text, Any]),
        changes: 1..2,
        body: |context, places| concatenate(context, places, 1, Some(0)),
    },
    Routine {
        name: "SCAN",
        arguments: Arguments::between(4, 6, &[Text, Number, Number, Number, Text]),
        changes: 2..4,
        body: |_, places| scan(places),
    },
];

/// `CALL SYMPUT` and, with `trimmed`, `CALL SYMPUTX`, which trims blanks on both sides and formats numbers in up to 32
/// characters rather than right-aligned in 12.
fn put_symbol(context: &mut Context<'_>, places: &[RoutineArgument<'_>], trimmed: bool) {
    let [name, value, rest @ ..] = places else {
        return;
    };
    let Some(name) = symbol_name(name.text()) else {
        context.invalid(0);
        return;
    };
    let scope = match rest.first().and_then(|scope| initial(scope.text())) {
        None | Some(b'F') => SymbolScope::Nearest,
        Some(b'G') => SymbolScope::Global,
        Some(b'L') => SymbolScope::Local,
        Some(_) => {
            context.invalid(2);
            return;
        }
    };
    let mut text = std::mem::take(&mut context.text);
    text.clear();
    match value.value() {
        Value::Text(value) if trimmed => {
            text.extend_from_slice(trim(value));
            let leading = text.iter().take_while(|&&byte| byte == b' ').count();
            text.drain(..leading);
        }
        Value::Text(value) => text.extend_from_slice(value),
        Value::Number(number) if trimmed => conversion::write_short(number, context.formats, &mut text),
        Value::Number(number) => conversion::write_aligned(number, context.formats, &mut text),
    }
    context.symbols.set(name, &text, scope);
    context.text = text;
}

/// Asks the session, which carries the routine out.
fn ask(context: &mut Context<'_>, routine: &str, places: &[RoutineArgument<'_>]) {
    let values: Vec<Value<'_>> = places.iter().map(RoutineArgument::value).collect();
    context.ask(routine, &values);
}

/// Draws a number: the seed is kept in the first argument and the value assigned to the second.
fn draw(context: &mut Context<'_>, places: &mut [RoutineArgument<'_>], next: fn(&mut random::Generator) -> f64) {
    let [seed, value] = places else { return };
    let Some(mut generator) = random::Generator::new(seed.number(), context.clock) else {
        context.invalid(0);
        value.set_number(MISSING);
        return;
    };
    value.set_number(next(&mut generator));
    seed.set_number(f64::from(generator.state()));
}

/// Sorts character variables, which are all of the same length.
fn sort_texts(context: &mut Context<'_>, places: &mut [RoutineArgument<'_>]) {
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

/// Appends to the variable at `target` all arguments after it, trimmed, with the delimiter between those that are not
/// blank.
fn concatenate(context: &mut Context<'_>, places: &mut [RoutineArgument<'_>], target: usize, delimiter: Option<usize>) {
    let mut text = std::mem::take(&mut context.text);
    text.clear();
    let delimiter = delimiter.map_or(&b""[..], |position| places[position].text());
    for place in &places[target..] {
        super::text::concatenate::append_stripped(place.value(), delimiter, context.formats, &mut text);
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
