//! Common properties of all functions and routines, and tests of the routines.

use std::collections::BTreeSet;

use proptest::prelude::*;

use super::testing::{NOW, Table, call, call_text, invalid, outcome, run};
use super::*;
use crate::format::Formats;
use crate::missing::{UNDERSCORE, special};
use crate::value::Kind;

/// A value that owns its data.
#[derive(Clone, Debug)]
enum Owned {
    Number(f64),
    Text(Vec<u8>),
}

impl Owned {
    fn value(&self) -> Value<'_> {
        match self {
            Self::Number(number) => Value::Number(*number),
            Self::Text(text) => Value::Text(text),
        }
    }
}

fn any_number() -> impl Strategy<Value = f64> {
    prop_oneof![
        any::<f64>(),
        (-5_i32..40).prop_map(f64::from),
        -1e7..1e7,
        prop::sample::select(vec![MISSING, UNDERSCORE, f64::MAX, f64::MIN, -0.0, 1e-300, 0.5, 2e9]),
    ]
}

fn any_text() -> impl Strategy<Value = Vec<u8>> {
    prop_oneof![
        prop::collection::vec(any::<u8>(), 0..40),
        "[ a-zA-Z0-9,.'\"-]{0,20} {0,4}".prop_map(String::into_bytes),
        prop::sample::select(vec![
            "MONTH",
            "WEEKDAY3.2",
            "DTWEEK2",
            "HOUR",
            "same",
            "ACT/ACT",
            "30/360",
            "NORMAL",
            "TABLE",
            "BINOMIAL",
            "POISSON",
            "GAMMA",
            "PI",
            "CITY",
            "iktmbrq",
            "",
        ])
        .prop_map(|text| text.as_bytes().to_vec()),
    ]
}

fn argument(kind: ArgumentKind) -> BoxedStrategy<Owned> {
    let number = any_number().prop_map(Owned::Number);
    let text = any_text().prop_map(Owned::Text);
    match kind {
        ArgumentKind::Number => number.boxed(),
        ArgumentKind::Text => text.boxed(),
        ArgumentKind::Any => prop_oneof![number, text].boxed(),
    }
}

fn arguments(arguments: Arguments) -> impl Strategy<Value = Vec<Owned>> {
    let most = arguments.most.min(arguments.least + 4);
    (arguments.least..=most)
        .prop_flat_map(move |count| (0..count).map(|at| argument(arguments.kind(at))).collect::<Vec<_>>())
}

fn any_call() -> impl Strategy<Value = (&'static Function, Vec<Owned>)> {
    prop::sample::select(functions().collect::<Vec<_>>())
        .prop_flat_map(|function| (Just(function), arguments(function.arguments)))
}

fn any_routine() -> impl Strategy<Value = (&'static Routine, Vec<Owned>)> {
    prop::sample::select(routines().collect::<Vec<_>>())
        .prop_flat_map(|routine| (Just(routine), arguments(routine.arguments)))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4_000))]

    /// No arguments make a function panic, return a number that is neither finite nor missing, or return a longer value
    /// than a variable can hold.
    #[test]
    fn every_function_takes_all_arguments((function, arguments) in any_call()) {
        let values: Vec<_> = arguments.iter().map(Owned::value).collect();
        let mut symbols = Table::default();
        let mut context = Context::new(&NOW, &mut symbols, Formats::of_language());
        let mut out = Vec::new();
        let number = function.call(&mut context, &values, &mut out);
        match function.result {
            ResultKind::Number => {
                let number = number.expect("it says that it gives a number");
                prop_assert!(!number.is_infinite(), "{} {:?}", function.name, values);
                let is_missing_value = !number.is_nan() || (number.to_bits() >> 48) == 0xFFFF;
                prop_assert!(is_missing_value, "{} {:?} {:x}", function.name, values, number.to_bits());
            }
            ResultKind::Text(_) => {
                prop_assert_eq!(number, None);
                prop_assert!(out.len() <= MOST_TEXT, "{} {:?}", function.name, values);
            }
        }
    }

    /// A missing number makes the result missing and is not a problem.
    #[test]
    fn missing_numbers_are_no_problem(
        function in prop::sample::select(
            functions().filter(|function| matches!(function.body, Body::Unary(_))).collect::<Vec<_>>(),
        ),
        letter in b'A'..=b'Z',
    ) {
        let missing = special(letter).unwrap();
        let (number, _, problem) = outcome(function.name, &[Value::Number(missing)]);
        prop_assert_eq!(number.map(f64::to_bits), Some(MISSING.to_bits()), "{}", function.name);
        prop_assert_eq!(problem, None);
    }

    #[test]
    fn every_routine_takes_all_arguments((routine, arguments) in any_routine()) {
        let mut arguments = arguments;
        let mut places: Vec<_> = arguments
            .iter_mut()
            .map(|argument| match argument {
                Owned::Number(number) => RoutineArgument::Number(number),
                Owned::Text(text) => RoutineArgument::Text(text),
            })
            .collect();
        run(routine.name, &mut places);
        let mut places: Vec<_> = arguments.iter().map(|argument| RoutineArgument::Constant(argument.value())).collect();
        run(routine.name, &mut places);
    }

    #[test]
    fn sorted_numbers_are_the_same_in_order(mut numbers in prop::collection::vec(any_number(), 1..20)) {
        let mut want = numbers.clone();
        want.sort_by(|a, b| missing::compare(*a, *b));
        let mut places: Vec<_> = numbers.iter_mut().map(RoutineArgument::Number).collect();
        run("SORTN", &mut places);
        let ordered = numbers.windows(2).all(|pair| missing::compare(pair[0], pair[1]).is_le());
        prop_assert!(ordered, "{numbers:?}");
        let bits = |numbers: &[f64]| numbers.iter().map(|n| (n + 0.0).to_bits()).collect::<Vec<_>>();
        prop_assert_eq!(bits(&numbers), bits(&want));
    }
}

#[test]
fn names_are_unique_and_found_in_any_case() {
    let names: Vec<_> = functions().map(|function| function.name).collect();
    let unique: BTreeSet<_> = names.iter().collect();
    assert_eq!(unique.len(), names.len());
    for name in names {
        assert!(
            name.bytes()
                .all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'_'),
            "{name}"
        );
        assert!(find(&name.to_lowercase()).is_some_and(|function| function.name == name));
    }
    assert!(find("NO_SUCH_FUNCTION").is_none() && find("").is_none());
    assert!(find_routine("symputx").is_some() && find_routine("SIN").is_none());
}

/// The names, so that changes of the catalogue show.
#[test]
fn the_catalogue() {
    let mut lines = String::new();
    for function in functions() {
        if lines.len() - lines.rfind('\n').map_or(0, |at| at + 1) > 90 {
            lines.push('\n');
        }
        lines.push_str(function.name);
        lines.push(' ');
    }
    insta::assert_snapshot!(lines);
}

#[test]
fn kinds_of_arguments() {
    let kinds = |name: &str, count: usize| -> Vec<ArgumentKind> {
        let function = find(name).unwrap();
        assert!(function.arguments.allow(count), "{name} {count}");
        (0..count).map(|position| function.arguments.kind(position)).collect()
    };
    use ArgumentKind::{Any, Number, Text};
    assert_eq!(kinds("SUBSTR", 3), [Text, Number, Number]);
    assert_eq!(kinds("CATX", 4), [Text, Any, Any, Any]);
    assert_eq!(kinds("IFC", 4), [Number, Text, Text, Text]);
    assert!(!find("SUBSTR").unwrap().arguments.allow(1));
    assert!(!find("SQRT").unwrap().arguments.allow(2));
    assert_eq!(TextLength::OfArgument(0).of(&[12, 0]), 12);
    assert_eq!(TextLength::OfArgument(0).of(&[0]), 1);
    assert_eq!(TextLength::Fixed(200).of(&[]), 200);
    assert_eq!(Value::Number(1.0).kind(), Kind::Number);
}

#[test]
fn arithmetic_outside_of_its_domain() {
    for (name, x) in [
        ("LOG", 0.0),
        ("LOG", -1.0),
        ("SQRT", -1.0),
        ("EXP", 1000.0),
        ("ARSIN", 2.0),
        ("ARCOS", -2.0),
        ("ARTANH", 1.0),
        ("COSH", 1e4),
    ] {
        assert!(invalid(name, &[x]), "{name}({x})");
    }
    assert!(invalid("ATAN2", &[0.0, 0.0]));
    assert!(invalid("BAND", &[-1.0, 1.0]));
    assert!(invalid("BLSHIFT", &[1.0, 32.0]));
    assert!(invalid("CSC", &[0.0]));
    assert!(invalid("COT", &[0.0]));
}

#[test]
fn arithmetic_and_bits() {
    for (name, arguments, want) in [
        ("ABS", &[-2.5][..], 2.5),
        ("SIGN", &[-3.0], -1.0),
        ("SIGN", &[-0.0], 0.0),
        ("LOG2", &[8.0], 3.0),
        ("LOG10", &[0.01], -2.0),
        ("LOGISTIC", &[0.0], 0.5),
        ("LOGISTIC", &[-1000.0], 0.0),
        ("SEC", &[0.0], 1.0),
        ("ATAN2", &[1.0, 1.0], std::f64::consts::FRAC_PI_4),
        ("BAND", &[9.0, 11.0], 9.0),
        ("BOR", &[4.0, 8.0], 12.0),
        ("BXOR", &[128.0, 64.0], 192.0),
        ("BNOT", &[4_026_531_855.0], 268_435_440.0),
        ("BLSHIFT", &[7.0, 2.0], 28.0),
        ("BRSHIFT", &[64.0, 2.0], 16.0),
        ("DIVIDE", &[1.0, 4.0], 0.25),
    ] {
        assert_eq!(testing::number(name, arguments), want, "{name} {arguments:?}");
    }
    for (arguments, letter) in [([1.0, 0.0], 'I'), ([-1.0, 0.0], 'M'), ([0.0, 0.0], '_')] {
        let quotient = testing::number("DIVIDE", &arguments);
        assert_eq!(missing::letter(quotient), Some(Some(letter)));
    }
}

#[test]
fn reading_symbols() {
    let text = |text: &'static str| Value::Text(text.as_bytes());
    assert_eq!(call_text("SYMGET", &[text(" city ")]), "Ulm ");
    assert_eq!(call("SYMGETN", &[text("count")]), Some(12.5));
    assert_eq!(call("SYMEXIST", &[text("Count")]), Some(1.0));
    assert_eq!(call("SYMEXIST", &[text("nothing")]), Some(0.0));
    for (function, name) in [("SYMGET", "nothing"), ("SYMGET", "1x"), ("SYMGETN", "city")] {
        assert!(outcome(function, &[text(name)]).2.is_some(), "{function} {name}");
    }
}

#[test]
fn setting_symbols() {
    let constant = |text: &'static str| RoutineArgument::Constant(Value::Text(text.as_bytes()));
    let number = |number| RoutineArgument::Constant(Value::Number(number));
    let set = |routine: &str, places: &mut [RoutineArgument<'_>]| {
        let (symbols, problem) = run(routine, places);
        let set = symbols.0.into_iter().next();
        let set = set.map(|(name, (value, scope))| {
            (
                String::from_utf8(name).unwrap(),
                String::from_utf8(value).unwrap(),
                scope,
            )
        });
        (set, problem)
    };
    let is = |name: &str, value: &str, scope| (Some((name.to_owned(), value.to_owned(), Some(scope))), None);
    use SymbolScope::{Global, Nearest};
    assert_eq!(
        set("SYMPUT", &mut [constant("x "), constant(" a ")]),
        is("X", " a ", Nearest)
    );
    assert_eq!(
        set("SYMPUT", &mut [constant("x"), number(1.5)]),
        is("X", "         1.5", Nearest)
    );
    assert_eq!(
        set("SYMPUTX", &mut [constant(" x "), constant(" a ")]),
        is("X", "a", Nearest)
    );
    assert_eq!(
        set(
            "SYMPUTX",
            &mut [constant("x"), number(123_456_789_012_345.0), constant("g")]
        ),
        is("X", "123456789012345", Global)
    );
    for places in [
        &mut [constant("1x"), number(1.0)][..],
        &mut [constant(""), number(1.0)],
        &mut [constant("x"), number(1.0), constant("z")],
    ] {
        let (set, problem) = set("SYMPUTX", places);
        assert!(set.is_none() && problem.is_some());
    }
}

#[test]
fn routines_that_change_variables() {
    let (mut a, mut b) = (*b"pear  ", *b"apple ");
    run(
        "SORTC",
        &mut [RoutineArgument::Text(&mut a), RoutineArgument::Text(&mut b)],
    );
    assert_eq!((&a, &b), (b"apple ", b"pear  "));

    let (mut number, mut text) = (1.0, *b"ab");
    run(
        "MISSING",
        &mut [RoutineArgument::Number(&mut number), RoutineArgument::Text(&mut text)],
    );
    assert!(number.is_nan() && &text == b"  ");

    let mut text = *b"ab        ";
    let cd = RoutineArgument::Constant(Value::Text(b" cd "));
    let (_, problem) = run(
        "CATS",
        &mut [
            RoutineArgument::Text(&mut text),
            cd,
            RoutineArgument::Constant(Value::Number(5.0)),
        ],
    );
    assert_eq!((problem, &text), (None, b"abcd5     "));

    let (mut text, delimiter) = (*b"ab   ", RoutineArgument::Constant(Value::Text(b", ")));
    let more = RoutineArgument::Constant(Value::Text(b"cd"));
    let (_, problem) = run("CATX", &mut [delimiter, RoutineArgument::Text(&mut text), more]);
    assert_eq!((problem, &text), (Some(Problem::ResultTooLong { needed: 6 }), b"ab   "));

    let (mut position, mut length) = (0.0, 0.0);
    let mut scan = |count| {
        run(
            "SCAN",
            &mut [
                RoutineArgument::Constant(Value::Text(b"one, three")),
                RoutineArgument::Constant(Value::Number(count)),
                RoutineArgument::Number(&mut position),
                RoutineArgument::Number(&mut length),
            ],
        );
        (position, length)
    };
    assert_eq!(scan(2.0), (6.0, 5.0));
    assert_eq!(scan(3.0), (0.0, 0.0));
}

/// A clock, symbols and lookup that record whether they were called.
#[derive(Default)]
struct RecordingContext(std::cell::Cell<bool>);

impl Clock for RecordingContext {
    fn datetime(&self) -> f64 {
        self.0.set(true);
        NOW.0
    }
}

impl Symbols for &RecordingContext {
    fn get(&self, _: &[u8], _: &mut Vec<u8>) -> bool {
        self.0.set(true);
        false
    }

    fn set(&mut self, _: &[u8], _: &[u8], _: SymbolScope) {
        self.0.set(true);
    }

    fn is_global(&self, _: &[u8]) -> bool {
        self.0.set(true);
        false
    }

    fn is_local(&self, _: &[u8]) -> bool {
        self.0.set(true);
        false
    }
}

impl ExistenceLookup for RecordingContext {
    fn has_member(&self, _: &str, _: &str) -> bool {
        self.0.set(true);
        false
    }

    fn has_file(&self, _: &str) -> bool {
        self.0.set(true);
        false
    }
}

impl SessionLookup for RecordingContext {
    fn ask(&self, _: &str, _: &[Value<'_>], _: &mut Vec<LogLine>) -> Answer {
        self.0.set(true);
        Answer::Number(0.0)
    }
}

proptest! {
    #[test]
    fn functions_of_their_arguments_alone_ask_nobody(
        given in prop::collection::vec(
            prop_oneof![any_number().prop_map(Owned::Number), any_text().prop_map(Owned::Text)],
            0..5,
        ),
    ) {
        for function in functions().filter(|function| function.depends_on_arguments_alone()) {
            if !function.arguments.allow(given.len()) {
                continue;
            }
            let asked = RecordingContext::default();
            let mut symbols = &asked;
            let mut context = Context::new(&asked, &mut symbols, Formats::of_language());
            context.existence = Some(&asked);
            context.session = Some(&asked);
            let arguments: Vec<_> = given.iter().map(Owned::value).collect();
            let mut answers = || {
                let mut out = Vec::new();
                let number = function.call(&mut context, &arguments, &mut out);
                (number.map(f64::to_bits), out, context.take_problem())
            };
            prop_assert_eq!(answers(), answers(), "{}", function.name);
            prop_assert!(!asked.0.get(), "{}", function.name);
        }
    }
}

#[test]
fn functions_that_ask_somebody() {
    let asking: Vec<_> = functions()
        .filter(|function| !function.depends_on_arguments_alone())
        .map(|function| function.name)
        .collect();
    insta::assert_snapshot!(asking.join(" "));
}
