//! The number of times that the statements of a DATA step are executed in one iteration, as far as its text decides it.

use std::collections::BTreeSet;

use crate::{AssignmentTarget, CallArgument, DataStep, Number, SiteId, Statement};

use super::constant::Constants;

/// The number of times that something happens in an iteration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Times {
    pub(super) count: u64,
    /// True if no data decide it.
    pub(super) is_sure: bool,
}

impl Times {
    const NEVER: Self = Self {
        count: 0,
        is_sure: true,
    };

    fn add(&mut self, other: Self) {
        self.count = self.count.saturating_add(other.count);
        self.is_sure &= other.is_sure;
    }

    /// Returns how often something happens that happens in one of two branches.
    fn either(self, other: Self) -> Self {
        Self {
            count: self.count.max(other.count),
            is_sure: self.is_sure && self == other,
        }
    }
}

/// The account of one iteration.
#[derive(Clone, Debug)]
pub(super) struct Iteration {
    /// The executions of each SET, MERGE, UPDATE or MODIFY statement.
    pub(super) reads: Vec<Times>,
    /// The observations that go to each output.
    pub(super) outputs: Vec<Times>,
    /// The lines that are read from each file.
    pub(super) inputs: Vec<Times>,
    /// True if the first iteration ends the step.
    pub(super) stops: bool,
    /// The assumptions, by what decides them.
    pub(super) assumptions: BTreeSet<&'static str>,
    /// True if it sets macro variables.
    pub(super) sets_symbols: bool,
}

const CONDITIONAL: &str = "an output gets an observation wherever a condition lets it have one";
const PASSING: &str = "all observations pass subsetting IF statements, and none are deleted";
const ROUNDS: &str = "a DO loop whose number of rounds the data decide has one round";
const TO_THE_END: &str = "a DO loop that reads a data set goes on to its end";
const EARLY: &str = "STOP, LEAVE and the like in conditions are not reached";

/// Counts what an iteration of a step does. `rows` are the observations of each of its reads.
pub(super) fn iteration(step: &DataStep, rows: &[u64], constants: Constants) -> Iteration {
    let mut counter = Counter {
        step,
        rows,
        constants,
        is_sure: true,
        is_over: false,
        found: Iteration {
            reads: vec![Times::NEVER; step.reads.len()],
            outputs: vec![Times::NEVER; step.writes.len()],
            inputs: vec![Times::NEVER; step.externals.len()],
            stops: false,
            assumptions: BTreeSet::new(),
            sets_symbols: false,
        },
    };
    counter.statements(&step.body, 1, true);
    if step.implicit_output && !counter.is_over {
        counter.output(0..step.writes.len(), 1);
    }
    counter.found
}

struct Counter<'s> {
    step: &'s DataStep,
    rows: &'s [u64],
    constants: Constants,
    /// True if what follows happens in every iteration.
    is_sure: bool,
    /// True if nothing of the current branch follows.
    is_over: bool,
    found: Iteration,
}

impl Counter<'_> {
    fn times(&self, count: u64) -> Times {
        Times {
            count,
            is_sure: self.is_sure,
        }
    }

    fn output(&mut self, writes: impl IntoIterator<Item = usize>, count: u64) {
        let times = self.times(count);
        for write in writes {
            if let Some(output) = self.found.outputs.get_mut(write) {
                output.add(times);
            }
        }
    }

    /// Counts statements that are executed `count` times; `is_outermost` outside of conditions and loops.
    fn statements(&mut self, statements: &[Statement], count: u64, is_outermost: bool) {
        for statement in statements {
            if self.is_over {
                return;
            }
            self.statement(statement, count, is_outermost);
        }
    }

    fn statement(&mut self, statement: &Statement, count: u64, is_outermost: bool) {
        match statement {
            Statement::Assign(slot, value) => {
                let value = self.constants.value(value);
                self.constants.set(*slot, value);
            }
            Statement::Sum(target, _) => self.constants.forget(target),
            Statement::AssignElement { array, index, .. } => {
                let target = AssignmentTarget::Element {
                    array: *array,
                    index: index.clone(),
                    site: SiteId(0),
                };
                self.constants.forget(&target);
            }
            Statement::If(condition, then, otherwise) => match self.constants.value(condition) {
                Some(value) if value != 0.0 => self.statements(then, count, is_outermost),
                Some(_) => self.statements(otherwise, count, is_outermost),
                None => self.branches(then, otherwise, count),
            },
            Statement::Keep(condition) => {
                if self.constants.value(condition).is_none_or(|value| value == 0.0) {
                    self.doubt(PASSING);
                }
            }
            Statement::Loop { index, clauses, body } => {
                let rounds = self.constants.rounds(clauses);
                self.constants.forget(index);
                self.rounds(rounds, body, count);
                self.constants.forget(index);
            }
            Statement::Repeat { body, .. } => self.rounds(None, body, count),
            Statement::Read(read) => {
                let times = self.times(count);
                if let Some(found) = self.found.reads.get_mut(*read as usize) {
                    found.add(times);
                }
                let nobs = self.step.reads.get(*read as usize).and_then(|read| read.nobs);
                let known = nobs.map(|slot| (slot, self.constants.value(&Number::Variable(slot))));
                self.constants.forget_assigned(std::slice::from_ref(statement));
                if let Some((slot, value)) = known {
                    self.constants.set(slot, value);
                }
            }
            Statement::Input(input) => {
                let times = self.times(count);
                if let Some(found) = self.found.inputs.get_mut(input.external as usize) {
                    found.add(times);
                }
                self.constants.forget_assigned(std::slice::from_ref(statement));
            }
            Statement::Output(writes) => {
                self.output(writes.iter().map(|&write| write as usize), count);
            }
            Statement::Call { routine, arguments, .. } => {
                self.found.sets_symbols |= routine.name.starts_with("SYMPUT");
                for argument in arguments {
                    if let CallArgument::Target(target) = argument {
                        self.constants.forget(target);
                    }
                }
            }
            Statement::Delete if is_outermost => self.is_over = true,
            Statement::Delete => self.doubt(PASSING),
            Statement::Stop if is_outermost => {
                self.found.stops = true;
                self.is_over = true;
            }
            Statement::Stop | Statement::Leave | Statement::Continue | Statement::Return | Statement::Jump(..) => {
                self.doubt(EARLY);
            }
            Statement::AssignText(..)
            | Statement::AssignPart { .. }
            | Statement::Change(..)
            | Statement::Abort(..)
            | Statement::Lines(..)
            | Statement::Put(_)
            | Statement::NoneSelected(_) => {}
        }
    }

    /// Makes what follows depend on data.
    fn doubt(&mut self, assumption: &'static str) {
        self.is_sure = false;
        self.found.assumptions.insert(assumption);
    }

    /// Counts the branch that does more.
    fn branches(&mut self, then: &[Statement], otherwise: &[Statement], count: u64) {
        let (before, constants, is_sure) = (self.found.clone(), self.constants.clone(), self.is_sure);
        self.statements(then, count, false);
        let first = std::mem::replace(&mut self.found, before);
        let after_first = std::mem::replace(&mut self.constants, constants);
        let first_is_sure = std::mem::replace(&mut self.is_sure, is_sure);
        self.is_over = false;
        self.statements(otherwise, count, false);
        self.is_over = false;
        self.constants.meet(&after_first);
        self.is_sure &= first_is_sure;
        let found = &mut self.found;
        let mut differ = false;
        let pairs = [
            (&mut found.reads, &first.reads),
            (&mut found.outputs, &first.outputs),
            (&mut found.inputs, &first.inputs),
        ];
        for (found, first) in pairs {
            for (times, &first) in found.iter_mut().zip(first) {
                differ |= *times != first;
                *times = times.either(first);
            }
        }
        found.assumptions.extend(first.assumptions);
        found.sets_symbols |= first.sets_symbols;
        if differ {
            found.assumptions.insert(CONDITIONAL);
        }
    }

    /// Counts the body of a loop with so many rounds, if no data decide that.
    fn rounds(&mut self, rounds: Option<u64>, body: &[Statement], count: u64) {
        self.constants.forget_assigned(body);
        let counted = rounds.unwrap_or_else(|| {
            let to_the_end = self.rows_read(body);
            // A loop that does nothing to data sets matters to no plan.
            if touches(body) {
                self.doubt(match to_the_end {
                    Some(_) => TO_THE_END,
                    None => ROUNDS,
                });
            }
            to_the_end.unwrap_or(1)
        });
        self.statements(body, count.saturating_mul(counted), false);
        self.is_over = false;
        self.constants.forget_assigned(body);
    }

    /// Returns the observations of the first data sets that a loop reads in every round.
    fn rows_read(&self, body: &[Statement]) -> Option<u64> {
        body.iter().find_map(|statement| match statement {
            Statement::Read(read) => self.rows.get(*read as usize).copied(),
            _ => None,
        })
    }
}

/// Returns whether statements read or make observations or read lines.
fn touches(statements: &[Statement]) -> bool {
    statements.iter().any(|statement| match statement {
        Statement::Read(_) | Statement::Input(_) | Statement::Output(_) => true,
        Statement::If(_, then, otherwise) => touches(then) || touches(otherwise),
        Statement::Loop { body, .. } | Statement::Repeat { body, .. } => touches(body),
        _ => false,
    })
}
