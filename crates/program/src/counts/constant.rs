//! The values of expressions that are known before a step runs.

use std::collections::HashMap;

use crate::{Argument, Arithmetic, AssignmentTarget, Clause, DataStep, Number, NumberSlot, Slot, Statement};

/// The numbers whose values are known at a point of the step.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Constants {
    known: HashMap<NumberSlot, f64>,
    /// True if the step has objects, whose methods may change any variable.
    has_objects: bool,
}

impl Constants {
    /// Returns those of a step before its first statement.
    pub(super) fn of(step: &DataStep) -> Self {
        Self {
            known: HashMap::new(),
            has_objects: !step.objects.is_empty(),
        }
    }

    pub(super) fn set(&mut self, slot: NumberSlot, value: Option<f64>) {
        match value {
            Some(value) if !self.has_objects => self.known.insert(slot, value),
            _ => self.known.remove(&slot),
        };
    }

    /// Forgets the target of an assignment. An element of an array may be any variable.
    pub(super) fn forget(&mut self, target: &AssignmentTarget) {
        match target {
            AssignmentTarget::Variable(Slot::Number(slot)) => self.set(*slot, None),
            AssignmentTarget::Variable(Slot::Text(_)) => {}
            AssignmentTarget::Element { .. } => self.known.clear(),
        }
    }

    /// Forgets everything that these statements may assign.
    pub(super) fn forget_assigned(&mut self, statements: &[Statement]) {
        for statement in statements {
            match statement {
                Statement::Assign(slot, _) => self.set(*slot, None),
                Statement::Sum(target, _) => self.forget(target),
                Statement::If(_, then, otherwise) => {
                    self.forget_assigned(then);
                    self.forget_assigned(otherwise);
                }
                Statement::Loop { index, body, .. } => {
                    self.forget(index);
                    self.forget_assigned(body);
                }
                Statement::Repeat { body, .. } => self.forget_assigned(body),
                Statement::AssignElement { .. } | Statement::Call { .. } | Statement::Read(_) | Statement::Input(_) => {
                    self.known.clear()
                }
                _ => {}
            }
        }
    }

    /// Keeps only what another point of the step knows, too.
    pub(super) fn meet(&mut self, other: &Self) {
        self.known.retain(|slot, value| other.known.get(slot) == Some(value));
    }

    /// Returns the value of an expression, if it is known.
    pub(super) fn value(&self, number: &Number) -> Option<f64> {
        match number {
            Number::Constant(value) => value.is_finite().then_some(*value),
            Number::Variable(slot) => self.known.get(slot).copied(),
            Number::Negate(value, _) => Some(-self.value(value)?),
            Number::Arithmetic(operator, left, right, _) => {
                let (left, right) = (self.value(left)?, self.value(right)?);
                let result = match operator {
                    Arithmetic::Add => left + right,
                    Arithmetic::Subtract => left - right,
                    Arithmetic::Multiply => left * right,
                    Arithmetic::Divide => left / right,
                    Arithmetic::Power => left.powf(right),
                };
                result.is_finite().then_some(result)
            }
            Number::Compare(comparison, left, right) => {
                let (left, right) = (self.value(left)?, self.value(right)?);
                let holds = comparison.holds(left.partial_cmp(&right)?);
                Some(f64::from(u8::from(holds)))
            }
            _ => None,
        }
    }

    /// Returns how many rounds a loop with these clauses has, if no data decide that.
    pub(super) fn rounds(&self, clauses: &[Clause]) -> Option<u64> {
        let mut rounds = 0_u64;
        for clause in clauses {
            rounds = rounds.saturating_add(self.rounds_of(clause)?);
        }
        Some(rounds)
    }

    fn rounds_of(&self, clause: &Clause) -> Option<u64> {
        if clause.while_true.is_some() || clause.until_true.is_some() {
            return None;
        }
        let Some(to) = &clause.to else {
            return Some(1);
        };
        let Argument::Number(from) = &clause.from else {
            return None;
        };
        let by = match &clause.by {
            Some(by) => self.value(by)?,
            None => 1.0,
        };
        let steps = (self.value(to)? - self.value(from)?) / by;
        // Beyond the last value by less than what adding `by` so often may err.
        let steps = (steps + steps.abs() * f64::EPSILON).floor();
        match by != 0.0 && steps.is_finite() {
            true if steps < 0.0 => Some(0),
            true => Some((steps as u64).saturating_add(1)),
            false => None,
        }
    }
}
