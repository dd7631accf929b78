//! Labels, GOTO, LINK and RETURN, and the end of lines with EOF=.

use feedrate_program::*;
use feedrate_rows::fault::Fault;
use feedrate_rows::outcome::StepEnd;

use super::kit::*;

fn jump(jump: Jump) -> Statement {
    Statement::Jump(jump, SITE)
}

fn add(slot: NumberSlot, by: f64) -> Statement {
    Statement::Sum(AssignmentTarget::Variable(number(slot)), constant(by))
}

fn less(slot: NumberSlot, than: f64) -> Number {
    compare(Comparison::Less, variable(slot), constant(than))
}

/// Returns what statements over a number `n` write, which is 0 at first.
fn written(statements: impl FnOnce(NumberSlot) -> Vec<Statement>) -> (Vec<String>, StepEnd) {
    let mut lab = Lab::new();
    let mut builder = Builder::new();
    let n = builder.number("n");
    builder.step.vector.initial.push(Initial::Number(n, 0.0));
    builder.step.implicit_output = false;
    builder.write("OUT", &[number(n)]);
    for statement in statements(n) {
        builder.say(statement);
    }
    let outcome = lab.run_interpreted(&builder.step);
    let rows = match outcome.is_failed() {
        true => Vec::new(),
        false => lab.rows("OUT"),
    };
    (rows, outcome.ended)
}

const FIRST: LabelId = LabelId(0);
const SECOND: LabelId = LabelId(1);

#[test]
fn goto_goes_back_and_forth_and_out_of_loops() {
    let (rows, _) = written(|n| {
        vec![
            jump(Jump::Label(FIRST)),
            add(n, 1.0),
            Statement::Output(vec![0]),
            Statement::If(less(n, 3.0), vec![jump(Jump::Goto(FIRST))], Vec::new()),
            Statement::Repeat {
                while_true: Some(constant(1.0)),
                until_true: None,
                body: vec![add(n, 10.0), jump(Jump::Goto(SECOND))],
            },
            Statement::Output(vec![0]),
            Statement::If(
                constant(0.0),
                vec![jump(Jump::Label(SECOND)), Statement::Output(vec![0])],
                Vec::new(),
            ),
        ]
    });
    assert_eq!(rows, ["1", "2", "3", "13"]);
}

#[test]
fn return_comes_back_behind_the_last_link() {
    let (rows, _) = written(|n| {
        vec![
            jump(Jump::Link(FIRST)),
            Statement::Output(vec![0]),
            Statement::Return,
            jump(Jump::Label(FIRST)),
            add(n, 1.0),
            jump(Jump::Link(SECOND)),
            Statement::Output(vec![0]),
            Statement::Return,
            jump(Jump::Label(SECOND)),
            add(n, 10.0),
        ]
    });
    assert_eq!(rows, ["11", "11"]);
}

#[test]
fn ten_links_can_wait_for_their_return() {
    let chain = |most: f64| {
        move |n: NumberSlot| {
            vec![
                jump(Jump::Label(FIRST)),
                add(n, 1.0),
                Statement::If(less(n, most), vec![jump(Jump::Link(FIRST))], Vec::new()),
                Statement::Output(vec![0]),
            ]
        }
    };
    assert_eq!(written(chain(11.0)).0.len(), 11);
    let (_, ended) = written(chain(12.0));
    assert!(matches!(&ended, StepEnd::Failed(fault) if matches!(fault.cause(), Fault::Links { .. })));
}
