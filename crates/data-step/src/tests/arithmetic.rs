//! Expressions.

use feedrate_program::*;
use feedrate_values::function::{find, find_routine};
use feedrate_values::missing::{MISSING, special};
use feedrate_values::{Kind, Spec};

use super::kit::*;

/// Returns the value of an expression as text, and `_ERROR_` after it; with variables `t` of 4 bytes, which is `ab`,
/// and `u` of 6 bytes, which is `ab12`.
fn value_of(expression: Number) -> (String, String) {
    let mut lab = Lab::new();
    let mut builder = Builder::new();
    let x = builder.computed("x");
    let t = builder.text("t", 4);
    let u = builder.text("u", 6);
    assert_eq!((t, u), (T, U));
    builder.step.vector.initial = vec![Initial::Text(t, b"ab".to_vec()), Initial::Text(u, b"ab12".to_vec())];
    builder.step.lags.push(Lag {
        distance: 1,
        text_length: None,
    });
    builder.say(Statement::Assign(x, expression));
    builder.write("OUT", &[number(x), number(NumberSlot(1))]);
    lab.run(&builder.step);
    let row = lab.rows("OUT").remove(0);
    let (value, error) = row.split_once(' ').unwrap();
    (value.to_owned(), error.to_owned())
}

const T: TextSlot = TextSlot { start: 0, length: 4 };
const U: TextSlot = TextSlot { start: 4, length: 6 };

fn arithmetic(operation: Arithmetic, left: f64, right: f64) -> Number {
    Number::Arithmetic(operation, Box::new(constant(left)), Box::new(constant(right)), SITE)
}

#[track_caller]
fn check(expression: Number, value: &str, error: &str) {
    assert_eq!(value_of(expression), (value.to_owned(), error.to_owned()));
}

#[test]
fn missing_operands_make_missing_results_without_an_error() {
    for operation in [Arithmetic::Add, Arithmetic::Divide, Arithmetic::Power] {
        check(arithmetic(operation, MISSING, 0.0), ".", "0");
        check(arithmetic(operation, 1.0, special(b'A').unwrap()), ".", "0");
    }
    check(
        Number::Negate(Box::new(constant(special(b'A').unwrap())), SITE),
        ".",
        "0",
    );
    check(Number::Negate(Box::new(constant(2.0)), SITE), "-2", "0");
    check(Number::Constant(special(b'A').unwrap()), "A", "0");
}

#[test]
fn what_has_no_result_is_an_error() {
    check(arithmetic(Arithmetic::Divide, 1.0, 0.0), ".", "1");
    check(arithmetic(Arithmetic::Divide, 0.0, 0.0), ".", "1");
    check(arithmetic(Arithmetic::Power, -8.0, 0.5), ".", "1");
    check(arithmetic(Arithmetic::Power, 0.0, -1.0), ".", "1");
    check(arithmetic(Arithmetic::Multiply, 1e300, 1e300), ".", "1");
    check(arithmetic(Arithmetic::Power, -2.0, 3.0), "-8", "0");
    check(arithmetic(Arithmetic::Power, 0.0, 0.0), "1", "0");
}

#[test]
fn missing_values_are_less_than_numbers() {
    let of = |comparison, left, right| compare(comparison, constant(left), constant(right));
    check(of(Comparison::Less, MISSING, -1e300), "1", "0");
    check(of(Comparison::Equal, MISSING, MISSING), "1", "0");
    check(of(Comparison::Less, MISSING, special(b'A').unwrap()), "1", "0");
    check(of(Comparison::NotEqual, 1.0, 1.0), "0", "0");
    check(
        Number::Least(Box::new(constant(3.0)), Box::new(constant(MISSING))),
        ".",
        "0",
    );
    check(
        Number::Greatest(Box::new(constant(3.0)), Box::new(constant(MISSING))),
        "3",
        "0",
    );
    check(Number::Not(Box::new(constant(MISSING))), "1", "0");
}

#[test]
fn the_second_side_is_evaluated_only_as_far_as_needed() {
    let division = || Box::new(arithmetic(Arithmetic::Divide, 1.0, 0.0));
    check(Number::Logic(Logic::And, Box::new(constant(0.0)), division()), "0", "0");
    check(Number::Logic(Logic::Or, Box::new(constant(5.0)), division()), "1", "0");
    check(Number::Logic(Logic::Or, Box::new(constant(0.0)), division()), "0", "1");
}

fn texts(comparison: Comparison, prefix: bool, left: Text, right: Text) -> Number {
    Number::CompareText {
        comparison,
        prefix,
        left: Box::new(left),
        right: Box::new(right),
    }
}

fn text(text: &str) -> Text {
    Text::Constant(text.as_bytes().to_vec())
}

#[test]
fn texts_compare_without_trailing_blanks_or_by_their_beginning() {
    check(texts(Comparison::Equal, false, Text::Variable(T), text("ab")), "1", "0");
    check(texts(Comparison::Equal, false, Text::Variable(U), text("ab")), "0", "0");
    check(texts(Comparison::Equal, true, Text::Variable(U), text("ab")), "1", "0");
    check(texts(Comparison::Less, false, text("ab"), text("abc")), "1", "0");
}

#[test]
fn texts_become_numbers_and_numbers_texts() {
    check(Number::FromText(Box::new(text(" 1e2 ")), SITE), "100", "0");
    check(Number::FromText(Box::new(text("  ")), SITE), ".", "0");
    check(Number::FromText(Box::new(Text::Variable(U)), SITE), ".", "1");
    let joined = Text::Concatenate(vec![
        text("<"),
        Text::FromNumber(Box::new(constant(1.5))),
        Text::Variable(T),
        text(">"),
    ]);
    check(
        texts(Comparison::Equal, false, joined, text("<         1.5ab  >")),
        "1",
        "0",
    );
}

#[test]
fn input_and_put_use_their_formats() {
    let spec: Spec = "3.".parse().unwrap();
    let informat = feedrate_values::informat::Informat::resolve(
        &spec,
        Kind::Number,
        3,
        feedrate_values::informat::InformatSettings::default(),
    )
    .unwrap();
    let input = |content: &str, quiet| Number::Input {
        text: Box::new(text(content)),
        informat: informat.clone(),
        quiet,
        site: SITE,
    };
    check(input("12345", Quiet::No), "123", "0");
    check(input("abc", Quiet::No), ".", "1");
    check(input("abc", Quiet::Note), ".", "1");
    check(input("abc", Quiet::All), ".", "0");
    let format = feedrate_values::format::Formats::new()
        .resolve(&"z5.".parse().unwrap(), Kind::Number, 8)
        .unwrap();
    let put = Text::Put(Box::new(Argument::Number(constant(42.0))), format);
    check(texts(Comparison::Equal, false, put, text("00042")), "1", "0");
}

fn call(name: &str, arguments: Vec<Argument>) -> Number {
    Number::Call {
        function: find(name).unwrap(),
        arguments,
        site: SITE,
    }
}

#[test]
fn functions_are_called_with_either_kind() {
    let numbers = |list: &[f64]| list.iter().map(|&n| Argument::Number(constant(n))).collect();
    check(call("SQRT", numbers(&[9.0])), "3", "0");
    check(call("SQRT", numbers(&[-1.0])), ".", "1");
    check(call("SQRT", numbers(&[MISSING])), ".", "0");
    check(call("SUM", numbers(&[1.0, MISSING, 2.0])), "3", "0");
    check(call("SUM", numbers(&[MISSING])), ".", "0");
    let upper = Text::Call {
        function: find("UPCASE").unwrap(),
        arguments: vec![Argument::Text(Text::Concatenate(vec![Text::Variable(T), text("x")]))],
        site: SITE,
        longest: 3,
    };
    let nested = Text::Concatenate(vec![text("-"), upper, text("-")]);
    check(texts(Comparison::Equal, false, nested, text("-AB -")), "1", "0");
    check(call("LENGTH", vec![Argument::Text(Text::Variable(U))]), "4", "0");
}

#[test]
fn routines_change_their_variables() {
    let mut lab = Lab::new();
    let mut builder = Builder::new();
    let (x, y) = (builder.number("x"), builder.number("y"));
    let t = builder.text("t", 2);
    builder.step.vector.initial = vec![
        Initial::Number(x, 5.0),
        Initial::Number(y, 1.0),
        Initial::Text(t, b"ab".to_vec()),
    ];
    let place = |slot| CallArgument::Target(AssignmentTarget::Variable(slot));
    let sort = vec![place(number(x)), place(number(y))];
    builder.say(Statement::Call {
        routine: find_routine("SORTN").unwrap(),
        arguments: sort,
        site: SITE,
    });
    builder.say(Statement::Output(vec![0]));
    let clear = vec![place(number(y)), place(Slot::Text(t))];
    builder.say(Statement::Call {
        routine: find_routine("MISSING").unwrap(),
        arguments: clear,
        site: SITE,
    });
    builder.write("OUT", &[number(x), number(y), Slot::Text(t)]);
    lab.run(&builder.step);
    assert_eq!(lab.rows("OUT"), ["1 5 ab", "1 . "]);
}

#[test]
fn texts_that_overlap_are_assigned_whole() {
    let mut lab = Lab::new();
    let mut builder = Builder::new();
    let t = builder.text("t", 4);
    builder.step.vector.initial = vec![Initial::Text(t, b"abcd".to_vec())];
    // t = 'x' || t keeps the beginning of the previous t.
    let joined = Text::Concatenate(vec![text("x"), Text::Variable(t)]);
    builder.say(Statement::AssignText(t, joined));
    builder.write("OUT", &[Slot::Text(t)]);
    lab.run(&builder.step);
    assert_eq!(lab.rows("OUT"), ["xabc"]);
}
