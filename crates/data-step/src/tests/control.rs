//! Control flow, loops, arrays, and functions with state.

use std::sync::atomic::Ordering;

use feedrate_program::*;
use feedrate_rows::fault::Fault;
use feedrate_rows::outcome::StepEnd;
use feedrate_values::{Abort, Kind};

use super::kit::*;

fn assign(slot: NumberSlot, value: Number) -> Statement {
    Statement::Assign(slot, value)
}

fn clause(from: f64, to: Option<f64>, by: Option<f64>) -> Clause {
    Clause {
        from: Argument::Number(constant(from)),
        to: to.map(constant),
        by: by.map(constant),
        while_true: None,
        until_true: None,
        site: SITE,
    }
}

fn output() -> Statement {
    Statement::Output(vec![0])
}

/// Returns what a loop over an index writes, and the index after it.
fn rounds(clauses: Vec<Clause>, body: Vec<Statement>) -> Vec<String> {
    let mut lab = Lab::new();
    let mut builder = Builder::new();
    let i = builder.number("i");
    builder.step.implicit_output = false;
    builder.write("OUT", &[number(i)]);
    builder.say(Statement::Loop {
        index: AssignmentTarget::Variable(number(i)),
        clauses,
        body,
    });
    builder.say(output());
    lab.run(&builder.step);
    lab.rows("OUT")
}

/// The slot of the index in [`rounds`].
const INDEX: NumberSlot = NumberSlot(2);

#[test]
fn a_loop_counts_and_its_index_goes_one_beyond() {
    assert_eq!(
        rounds(vec![clause(1.0, Some(3.0), None)], vec![output()]),
        ["1", "2", "3", "4"]
    );
    assert_eq!(
        rounds(vec![clause(3.0, Some(1.0), Some(-2.0))], vec![output()]),
        ["3", "1", "-1"]
    );
    assert_eq!(rounds(vec![clause(2.0, Some(1.0), None)], vec![output()]), ["2"]);
    let several = vec![
        clause(7.0, None, None),
        clause(1.0, Some(2.0), None),
        clause(9.0, None, None),
    ];
    assert_eq!(rounds(several, vec![output()]), ["7", "1", "2", "9", "9"]);
}

#[test]
fn leave_ends_all_clauses_and_continue_only_the_round() {
    let at_two = compare(Comparison::Equal, variable(INDEX), constant(2.0));
    let clauses = vec![clause(1.0, Some(3.0), None), clause(10.0, None, None)];
    let leaves = vec![Statement::If(at_two.clone(), vec![Statement::Leave], vec![]), output()];
    assert_eq!(rounds(clauses.clone(), leaves), ["1", "2"]);
    let continues = vec![Statement::If(at_two, vec![Statement::Continue], vec![]), output()];
    assert_eq!(rounds(clauses, continues), ["1", "3", "10", "10"]);
}

#[test]
fn until_is_tested_after_the_round_and_while_before() {
    let mut until = clause(1.0, Some(9.0), None);
    until.until_true = Some(compare(Comparison::GreaterOrEqual, variable(INDEX), constant(2.0)));
    assert_eq!(rounds(vec![until], vec![output()]), ["1", "2", "2"]);
    let mut while_true = clause(1.0, None, Some(2.0));
    while_true.while_true = Some(compare(Comparison::Less, variable(INDEX), constant(4.0)));
    assert_eq!(rounds(vec![while_true], vec![output()]), ["1", "3", "5"]);
}

#[test]
fn a_loop_that_cannot_count_is_an_error() {
    let mut lab = Lab::new();
    let mut builder = Builder::new();
    let i = builder.number("i");
    builder.say(Statement::Loop {
        index: AssignmentTarget::Variable(number(i)),
        clauses: vec![clause(1.0, Some(3.0), Some(0.0))],
        body: vec![],
    });
    let outcome = lab.run(&builder.step);
    assert!(matches!(&outcome.ended, StepEnd::Failed(fault) if matches!(**fault, Fault::Loop(_))));
}

#[test]
fn an_endless_loop_can_be_stopped() {
    let mut lab = Lab::new();
    lab.stop.store(true, Ordering::Relaxed);
    let mut builder = Builder::new();
    builder.say(Statement::Repeat {
        while_true: Some(constant(1.0)),
        until_true: None,
        body: vec![],
    });
    let outcome = lab.run(&builder.step);
    assert!(outcome.is_interrupted());
}

/// Reads 1 to 4 as `x`, executes statements, and writes.
fn over_four(
    makes: impl FnOnce(&mut Builder, NumberSlot) -> Vec<Slot>,
    implicit: bool,
) -> (Lab, feedrate_rows::Outcome) {
    let mut lab = Lab::new();
    let rows: Vec<_> = (1..=4).map(|x| row![f64::from(x)]).collect();
    lab.make("A", &[("x", 0)], &rows);
    let mut builder = Builder::new();
    let x = builder.number("x");
    builder.read(ReadKind::Concatenate, &[("A", vec![number(x)])], &[]);
    let slots = makes(&mut builder, x);
    builder.write("OUT", &slots);
    builder.step.implicit_output = implicit;
    let outcome = lab.run(&builder.step);
    (lab, outcome)
}

fn is_even(x: NumberSlot) -> Number {
    Number::In(Box::new(variable(x)), vec![Membership::One(2.0), Membership::One(4.0)])
}

#[test]
fn an_iteration_can_end_with_the_output_or_without_it() {
    for (statement, expected) in [
        (Statement::Keep(constant(0.0)), vec!["1", "3"]),
        (Statement::Delete, vec!["1", "3"]),
        (Statement::Return, vec!["1", "2", "3", "4"]),
        (Statement::Stop, vec!["1"]),
    ] {
        let (lab, _) = over_four(
            |builder, x| {
                builder.say(Statement::If(is_even(x), vec![statement], vec![]));
                vec![number(x)]
            },
            true,
        );
        assert_eq!(lab.rows("OUT"), expected);
    }
}

#[test]
fn lag_gives_what_its_own_last_call_was_given() {
    let (lab, _) = over_four(
        |builder, x| {
            let (everywhere, evens) = (builder.computed("a"), builder.computed("b"));
            builder.step.lags = vec![
                Lag {
                    distance: 1,
                    text_length: None
                };
                2
            ];
            let lag = |queue| Number::Lag {
                queue,
                value: Box::new(variable(x)),
            };
            builder.say(assign(everywhere, lag(0)));
            builder.say(Statement::If(is_even(x), vec![assign(evens, lag(1))], vec![]));
            [x, everywhere, evens].map(number).to_vec()
        },
        true,
    );
    assert_eq!(lab.rows("OUT"), ["1 . .", "2 1 .", "3 2 .", "4 3 2"]);
}

#[test]
fn what_is_retained_stays_and_what_is_computed_goes() {
    let (lab, _) = over_four(
        |builder, x| {
            let (total, fresh) = (builder.number("total"), builder.computed("fresh"));
            builder.step.vector.initial.push(Initial::Number(total, 100.0));
            builder.say(Statement::Sum(AssignmentTarget::Variable(number(total)), variable(x)));
            builder.say(Statement::If(is_even(x), vec![assign(fresh, variable(x))], vec![]));
            [total, fresh].map(number).to_vec()
        },
        true,
    );
    assert_eq!(lab.rows("OUT"), ["101 .", "103 2", "106 .", "110 4"]);
}

#[test]
fn output_goes_to_the_named_data_sets() {
    let (lab, _) = over_four(
        |builder, x| {
            builder.say(Statement::If(
                is_even(x),
                vec![Statement::Output(vec![0, 0])],
                vec![Statement::Delete],
            ));
            vec![number(x)]
        },
        false,
    );
    assert_eq!(lab.rows("OUT"), ["2", "2", "4", "4"]);
}

#[test]
fn an_iteration_that_reads_nothing_is_the_last() {
    let (lab, outcome) = over_four(
        |builder, x| {
            let read = builder.step.body.pop().unwrap();
            let early = compare(Comparison::Less, variable(NumberSlot(0)), constant(3.0));
            builder.say(Statement::If(early, vec![read], vec![]));
            vec![number(x)]
        },
        true,
    );
    assert!(matches!(outcome.ended, StepEnd::Looping));
    assert_eq!(lab.rows("OUT"), ["1", "2", "2"]);
}

#[test]
fn arrays_have_bounds_in_each_dimension() {
    let mut lab = Lab::new();
    let mut builder = Builder::new();
    let slots: Vec<_> = (0..6).map(|n| builder.number(&format!("a{n}"))).collect();
    builder.step.arrays.push(Array {
        name: "a".to_owned(),
        bounds: vec![(0, 1), (1, 3)],
        kind: Kind::Number,
        elements: slots.iter().copied().map(number).collect(),
    });
    let element = |row: f64, column: f64, value: f64| Statement::AssignElement {
        array: ArrayId(0),
        index: vec![constant(row), constant(column)],
        value: Argument::Number(constant(value)),
        site: SITE,
    };
    builder.say(element(0.0, 1.0, 10.0));
    builder.say(element(1.0, 3.9, 20.0));
    builder.write("OUT", &slots.iter().copied().map(number).collect::<Vec<_>>());
    lab.run(&builder.step);
    assert_eq!(lab.rows("OUT"), ["10 . . . . 20"]);

    for (row, column) in [(2.0, 1.0), (0.0, 0.0), (0.0, 4.0), (f64::NAN, 1.0), (-1.0, 1.0)] {
        let mut failing = Builder {
            step: builder.step.clone(),
        };
        failing.say(element(row, column, 0.0));
        let outcome = Lab::new().run(&failing.step);
        let is_subscript = matches!(&outcome.ended, StepEnd::Failed(fault) if matches!(**fault, Fault::Subscript(_)));
        assert!(is_subscript, "{row} {column}");
    }
}

#[test]
fn parts_of_a_text_are_replaced() {
    let part = |from: f64, length: Option<f64>, text: &[u8]| {
        let mut lab = Lab::new();
        let mut builder = Builder::new();
        let t = builder.text("t", 6);
        builder.step.vector.initial.push(Initial::Text(t, b"abcdef".to_vec()));
        builder.say(Statement::AssignPart {
            target: AssignmentTarget::Variable(Slot::Text(t)),
            from: constant(from),
            length: length.map(constant),
            value: Text::Constant(text.to_vec()),
            site: SITE,
        });
        builder.write("OUT", &[Slot::Text(t), number(NumberSlot(1))]);
        lab.run(&builder.step);
        lab.rows("OUT").remove(0)
    };
    assert_eq!(part(2.0, Some(3.0), b"XY"), "aXY ef 0");
    assert_eq!(part(5.0, None, b"XYZ"), "abcdXY 0");
    assert_eq!(part(0.0, None, b"X"), "abcdef 1");
    assert_eq!(part(7.0, None, b"X"), "abcdef 1");
    assert_eq!(part(5.0, Some(3.0), b"XYZ"), "abcdXY 1");
}

#[test]
fn a_select_that_finds_nothing_ends_the_step() {
    let mut lab = Lab::new();
    let mut builder = Builder::new();
    builder.say(Statement::NoneSelected(SITE));
    let outcome = lab.run(&builder.step);
    assert!(matches!(&outcome.ended, StepEnd::Failed(fault) if matches!(**fault, Fault::NoneSelected(_))));
}

#[test]
fn abort_ends_the_step_and_nothing_is_made() {
    let mut lab = Lab::new();
    let mut builder = Builder::new();
    let x = builder.number("x");
    builder.say(output());
    builder.say(Statement::Abort(Abort::default(), SITE));
    builder.write("OUT", &[number(x)]);
    let outcome = lab.run(&builder.step);
    assert!(outcome.is_failed() && !outcome.made[0].is_there);
    let left: Vec<_> = std::fs::read_dir(lab.folder.path()).unwrap().collect();
    assert!(left.is_empty(), "{left:?}");
}

#[test]
fn lag_of_a_text_gives_blanks_at_first() {
    let mut lab = Lab::new();
    lab.make("A", &[("t", 3)], &[row!["one"], row!["two"], row!["six"]]);
    let mut builder = Builder::new();
    let (t, before) = (builder.text("t", 3), builder.text("b", 4));
    builder.step.lags.push(Lag {
        distance: 2,
        text_length: Some(3),
    });
    builder.read(ReadKind::Concatenate, &[("A", vec![Slot::Text(t)])], &[]);
    let lag = Text::Lag {
        queue: 0,
        value: Box::new(Text::Variable(t)),
    };
    let joined = Text::Concatenate(vec![Text::Constant(b"<".to_vec()), lag]);
    builder.say(Statement::AssignText(before, joined));
    builder.write("OUT", &[Slot::Text(t), Slot::Text(before)]);
    lab.run(&builder.step);
    assert_eq!(lab.rows("OUT"), ["one <", "two <", "six <one"]);
}

#[test]
fn a_loop_over_texts_takes_each() {
    let mut lab = Lab::new();
    let mut builder = Builder::new();
    let t = builder.text("t", 2);
    builder.step.implicit_output = false;
    let clauses = ["a", "bcd"].map(|text| Clause {
        from: Argument::Text(Text::Constant(text.as_bytes().to_vec())),
        ..clause(0.0, None, None)
    });
    builder.say(Statement::Loop {
        index: AssignmentTarget::Variable(Slot::Text(t)),
        clauses: clauses.to_vec(),
        body: vec![output()],
    });
    builder.write("OUT", &[Slot::Text(t)]);
    lab.run(&builder.step);
    assert_eq!(lab.rows("OUT"), ["a", "bc"]);
}
