//! MODIFY.

use feedrate_dataset::settings::RequestedSettings;
use feedrate_dataset::update::Changes;
use feedrate_program::*;
use feedrate_rows::fault::Fault;
use feedrate_rows::outcome::{Outcome, StepEnd};

use super::kit::*;

/// Makes data set A with `k` and `x`, and begins a step that modifies it. Returns the slots of `k`, `x` and `_IORC_`.
fn begin(lab: &mut Lab, kind: impl FnOnce(NumberSlot) -> ReadKind) -> (Builder, [NumberSlot; 3]) {
    let rows: Vec<_> = [3.0, 1.0, 2.0, 1.0].map(|k| row![k, 10.0 * k]).into();
    lab.make("A", &[("k", 0), ("x", 0)], &rows);
    let mut builder = Builder::new();
    let (k, x, code) = (builder.number("k"), builder.number("x"), builder.automatic("_IORC_"));
    let point = builder.automatic("point");
    let kind = kind(point);
    let by = match kind {
        ReadKind::ModifyBy { .. } => vec![(number(k), false)],
        _ => Vec::new(),
    };
    let sources = [("A", vec![number(k), number(x)]), ("T", vec![number(k), number(x)])];
    builder.read(kind, &sources[..1 + by.len()], &by);
    builder.step.modified = Some(ModifiedDataSet {
        data_set: name("A"),
        settings: RequestedSettings::default(),
        loads: builder.step.reads[0].sources[0].loads.clone(),
        return_code: code,
        site: SITE,
    });
    (builder, [k, x, code])
}

fn changes(outcome: &Outcome) -> (u64, u64, u64) {
    let Changes {
        rewritten,
        added,
        deleted,
    } = outcome.updated.as_ref().unwrap().changes;
    (rewritten, added, deleted)
}

fn is(slot: NumberSlot, number: f64) -> Number {
    compare(Comparison::Equal, variable(slot), constant(number))
}

#[test]
fn without_another_statement_each_observation_is_rewritten() {
    let mut lab = Lab::new();
    let (mut builder, [_, x, _]) = begin(&mut lab, |_| ReadKind::Modify);
    builder.say(Statement::Sum(AssignmentTarget::Variable(number(x)), constant(1.0)));
    let outcome = lab.run(&builder.step);
    assert_eq!(lab.rows("A"), ["3 31", "1 11", "2 21", "1 11"]);
    assert_eq!(changes(&outcome), (4, 0, 0));
    assert!(outcome.updated.unwrap().account.is_some());
}

#[test]
fn observations_are_rewritten_removed_and_added() {
    let mut lab = Lab::new();
    let (mut builder, [k, x, _]) = begin(&mut lab, |_| ReadKind::Modify);
    builder.step.implicit_output = false;
    builder.say(Statement::Assign(x, constant(5.0)));
    let change = |change| vec![Statement::Change(change, SITE)];
    builder.say(Statement::If(is(k, 1.0), change(Change::Remove), Vec::new()));
    builder.say(Statement::If(is(k, 2.0), change(Change::Append), Vec::new()));
    builder.say(Statement::If(is(k, 3.0), change(Change::Replace), Vec::new()));
    let outcome = lab.run(&builder.step);
    assert_eq!(lab.rows("A"), ["3 5", "2 20", "2 5"]);
    assert_eq!(changes(&outcome), (1, 1, 2));
}

#[test]
fn observations_are_found_by_number_or_not_at_all() {
    let mut lab = Lab::new();
    let (mut builder, [_, x, code]) = begin(&mut lab, ReadKind::ModifyPoint);
    let point = NumberSlot(code.0 + 1);
    let read = builder.step.body.pop().unwrap();
    builder.say(Statement::Loop {
        index: AssignmentTarget::Variable(number(point)),
        clauses: vec![Clause {
            from: Argument::Number(constant(5.0)),
            to: Some(constant(0.0)),
            by: Some(constant(-2.0)),
            while_true: None,
            until_true: None,
            site: SITE,
        }],
        body: vec![
            read,
            Statement::If(
                is(code, 0.0),
                vec![
                    Statement::Assign(x, variable(point)),
                    Statement::Change(Change::Replace, SITE),
                ],
                Vec::new(),
            ),
        ],
    });
    builder.say(Statement::Stop);
    let outcome = lab.run(&builder.step);
    assert_eq!(lab.rows("A"), ["3 1", "1 10", "2 3", "1 10"]);
    assert_eq!(changes(&outcome), (2, 0, 0));
    assert_eq!(outcome.observations_with_errors, 1);
}

#[test]
fn transactions_change_the_first_observation_of_their_values_as_it_is_now() {
    let mut lab = Lab::new();
    let missing = feedrate_values::missing::MISSING;
    let transactions = [
        row![1.0, 7.0],
        row![9.0, 8.0],
        row![9.0, 8.5],
        row![2.0, missing],
        row![1.0, 6.0],
    ];
    lab.make("T", &[("k", 0), ("x", 0)], &transactions);
    let (mut builder, [k, x, code]) = begin(&mut lab, |_| ReadKind::ModifyBy { checks_missing: true });
    builder.step.implicit_output = false;
    // The first observation of 1 becomes one of 5, so that the next transaction finds the second.
    builder.say(Statement::If(
        is(x, 7.0),
        vec![Statement::Assign(k, constant(5.0))],
        Vec::new(),
    ));
    builder.say(Statement::If(
        is(code, 0.0),
        vec![Statement::Change(Change::Replace, SITE)],
        vec![Statement::Change(Change::Append, SITE)],
    ));
    let outcome = lab.run(&builder.step);
    assert_eq!(lab.rows("A"), ["3 30", "5 7", "2 20", "1 6", "9 8.5"]);
    assert_eq!(changes(&outcome), (4, 1, 0));
}

#[test]
fn a_step_that_fails_changes_nothing() {
    let mut lab = Lab::new();
    lab.make("T", &[("k", 0), ("x", 0)], &[row![1.0, 7.0], row![9.0, 8.0]]);
    let (builder, _) = begin(&mut lab, |_| ReadKind::ModifyBy { checks_missing: true });
    let outcome = lab.run(&builder.step);
    assert_eq!(lab.rows("A"), ["3 30", "1 10", "2 20", "1 10"]);
    let StepEnd::Failed(fault) = &outcome.ended else {
        panic!("it did not fail");
    };
    assert!(matches!(fault.cause(), Fault::NoObservation { .. }), "{fault}");
    assert!(outcome.updated.unwrap().account.is_none());
}
