//! Call routines: `call …`.
//!
//! The arguments of a routine are variables that it may change, and values that it may not.

use std::sync::LazyLock;

use super::routine_kind::EVERY;
use super::symbols::symbol_name;
use super::{
    ArgumentKind, Arguments, Context, Routine, RoutineArgument, SymbolScope, arrangements, by_name, conversion,
    initial, orders, prx, random, text,
};
use crate::missing::{self, MISSING};
use crate::value::{Value, trim};

use ArgumentKind::{Any, Number, Text};

impl Routine {
    /// Returns whether the argument at a position, from 0, of so many must be a variable.
    pub fn needs_variable(&self, position: usize, count: usize) -> bool {
        self.changes.contains(&position) && !prx::takes_value(self.name, position, count)
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
    let families: [&'static [Routine]; 5] = [
        ROUTINES,
        arrangements::ROUTINES,
        orders::ROUTINES,
        prx::ROUTINES,
        text::routines::ROUTINES,
    ];
    let mut all: Vec<_> = families.into_iter().flatten().collect();
    all.sort_unstable_by_key(|routine| routine.name);
    all
});

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
        name: "SYSTEM",
        arguments: Arguments::exactly(&[Text]),
        changes: 0..0,
        body: |context, places| ask(context, "SYSTEM", places),
    },
    Routine {
        name: "SLEEP",
        arguments: Arguments::between(1, 2, &[Number]),
        changes: 0..0,
        body: |context, places| ask(context, "CALL SLEEP", places),
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
