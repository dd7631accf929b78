//! SELECT, lowered to a chain of IF.

use feedrate_language::Position;
use feedrate_language::tree::{Branch, Expression, LoopHead, Statement, StatementKind};
use feedrate_program::{self as program, Comparison, Logic, Number};

use super::expression::TypedExpression;
use super::lowering::StepLowering;

impl StepLowering<'_> {
    /// Lowers SELECT. Its value is computed once; the first WHEN that matches is executed.
    pub fn select(
        &mut self,
        value: Option<&Expression>,
        branches: &[Branch],
        otherwise: Option<&Statement>,
        at: Position,
        out: &mut Vec<program::Statement>,
    ) {
        let leaves = own_exits(branches, otherwise);
        if leaves.leave && leaves.go_on {
            self.error(
                at,
                "a SELECT with both LEAVE and CONTINUE in it is not supported; LEAVE leaves the SELECT alone",
            );
            return;
        }
        // LEAVE exits the SELECT, which is therefore lowered to a loop of one iteration.
        let is_loop = leaves.leave;
        self.loops += usize::from(is_loop);
        let mut body = Vec::new();
        let held = value.map(|value| {
            let typed = self.expression(value);
            (self.hold(typed, value.at, &mut body), value.at)
        });
        let before = self.files.current();
        let mut conditions = Vec::with_capacity(branches.len());
        let mut after = Vec::with_capacity(branches.len() + 1);
        for branch in branches {
            let condition = self.when(held.as_ref(), &branch.values);
            self.files.set_current(before);
            let mut then = Vec::new();
            self.statement(&branch.then, &mut then);
            after.push(self.files.current());
            conditions.push((condition, then));
        }
        self.files.set_current(before);
        let mut rest = Vec::new();
        match otherwise {
            Some(otherwise) => self.statement(otherwise, &mut rest),
            None => {
                let site = self.site(at);
                rest.push(program::Statement::NoneSelected(site));
            }
        }
        for files in after {
            self.files.join(files);
        }
        for (condition, then) in conditions.into_iter().rev() {
            rest = vec![program::Statement::If(condition, then, rest)];
        }
        body.append(&mut rest);
        self.loops -= usize::from(is_loop);
        if is_loop {
            let until_true = Some(Number::Constant(1.0));
            out.push(program::Statement::Repeat {
                while_true: None,
                until_true,
                body,
            });
        } else {
            out.append(&mut body);
        }
    }

    /// Returns whether any value of a WHEN equals that of the SELECT or, for a SELECT without a value, whether any is
    /// true.
    fn when(&mut self, held: Option<&(TypedExpression, Position)>, values: &[Expression]) -> Number {
        let mut tests = Vec::with_capacity(values.len());
        for value in values {
            tests.push(match held {
                None => self.condition(value),
                Some((held, held_at)) => {
                    let right = (self.expression(value), value.at);
                    let left = (held.clone(), *held_at);
                    let same = self.compare(Comparison::Equal, false, left, right, value.at);
                    self.number_from(same, value.at)
                }
            });
        }
        any_of(tests)
    }
}

/// Returns the disjunction of the tests.
pub(super) fn any_of(tests: Vec<Number>) -> Number {
    connected(Logic::Or, tests).unwrap_or(Number::Constant(0.0))
}

/// Joins tests in their order into a balanced tree.
pub(super) fn connected(logic: Logic, mut tests: Vec<Number>) -> Option<Number> {
    while tests.len() > 1 {
        let mut pairs = Vec::with_capacity(tests.len().div_ceil(2));
        let mut rest = tests.into_iter();
        while let Some(first) = rest.next() {
            pairs.push(match rest.next() {
                Some(second) => Number::Logic(logic, Box::new(first), Box::new(second)),
                None => first,
            });
        }
        tests = pairs;
    }
    tests.pop()
}

/// Which statements in a SELECT exit or continue an enclosing loop or SELECT.
#[derive(Clone, Copy, Default)]
struct Exits {
    leave: bool,
    go_on: bool,
}

fn own_exits(branches: &[Branch], otherwise: Option<&Statement>) -> Exits {
    let mut exits = Exits::default();
    for statement in branches.iter().map(|branch| &branch.then).chain(otherwise) {
        find_exits(statement, false, &mut exits);
    }
    exits
}

/// `inner` is true within a nested SELECT, where LEAVE refers to that SELECT.
fn find_exits(statement: &Statement, inner: bool, exits: &mut Exits) {
    match &statement.kind {
        StatementKind::Leave => exits.leave |= !inner,
        StatementKind::Continue => exits.go_on = true,
        StatementKind::If { then, otherwise, .. } => {
            find_exits(then, inner, exits);
            if let Some(otherwise) = otherwise {
                find_exits(otherwise, inner, exits);
            }
        }
        StatementKind::Select {
            branches, otherwise, ..
        } => {
            for statement in branches.iter().map(|branch| &branch.then).chain(otherwise.as_deref()) {
                find_exits(statement, true, exits);
            }
        }
        StatementKind::Do(LoopHead::Once, body) => {
            for statement in body {
                find_exits(statement, inner, exits);
            }
        }
        _ => {}
    }
}
