//! DO loops.

use cranelift_codegen::ir::condcodes::{FloatCC, IntCC};
use cranelift_codegen::ir::{Block, BlockArg, InstBuilder, Value, types};

use super::calls;
use super::integer::Count;
use super::step::{HeldNumber, StepGenerator, Targets};
use super::survey;
use crate::ir::{Argument, Clause, Number, NumberSlot, SiteId, Statement};

impl StepGenerator<'_, '_> {
    /// `do i = …, …;`. After the loop the index keeps its last value.
    pub(super) fn counted_loop(
        &mut self,
        index: NumberSlot,
        clauses: &[Clause],
        body: &[Statement],
    ) {
        let leave = self.builder.create_block();
        for clause in clauses {
            self.clause(index, clause, body, leave);
        }
        self.builder.ins().jump(leave, &[]);
        self.begin(leave);
    }

    /// Generates one clause. Its expressions are evaluated once, before its first round.
    fn clause(&mut self, index: NumberSlot, clause: &Clause, body: &[Statement], leave: Block) {
        let from = match &clause.from {
            Argument::Number(from) => self.number(from),
            // The front end inserts conversions; without one the value is missing.
            Argument::Text(_) => self.missing(),
        };
        if clause.to.is_none() && clause.by.is_none() {
            self.set_number(index, from);
            let next = self.builder.create_block();
            self.round(clause, body, Targets { leave, again: next }, next);
            return self.begin(next);
        }
        let to = clause.to.as_ref().map(|to| self.number(to));
        let by = clause.by.as_ref().map(|by| self.number(by));
        let step = match by {
            Some(step) => step,
            None => self.float(1.0),
        };
        let holds = survey::leaves_alone(body, index, self.subject.step);
        // If all three values are constant, an integer is counted, which needs no check. The number is derived from it,
        // which is faster than keeping it: calls preserve no floating-point register.
        let count = Count::of(clause).filter(|_| holds);
        let (kind, first) = match &count {
            Some(count) => (types::I64, self.constant(types::I64, count.from)),
            None => {
                self.check_values(from, to, by, clause.site);
                (types::F64, from)
            }
        };
        let [head, enter, again, done] = [(); 4].map(|()| self.builder.create_block());
        let counter = self.builder.append_block_param(head, kind);
        self.builder.ins().jump(head, &[BlockArg::Value(first)]);
        self.builder.switch_to_block(head);
        let at = match count {
            Some(_) => self.builder.ins().fcvt_from_sint(types::F64, counter),
            None => counter,
        };
        self.set_number(index, at);
        let is_past = match (&count, to) {
            (Some(count), _) => {
                let past = match count.by > 0 {
                    true => IntCC::SignedGreaterThan,
                    false => IntCC::SignedLessThan,
                };
                Some(self.builder.ins().icmp_imm(past, counter, count.to))
            }
            (None, Some(to)) => Some(self.is_past(at, to, step, clause)),
            (None, None) => None,
        };
        match is_past {
            Some(is_past) => self.builder.ins().brif(is_past, done, &[], enter, &[]),
            None => self.builder.ins().jump(enter, &[]),
        };
        self.begin(enter);
        if holds {
            self.subject.held.push(HeldNumber {
                slot: index,
                number: at,
                integer: count.as_ref().map(|count| count.index(counter)),
            });
        }
        self.round(clause, body, Targets { leave, again }, done);
        self.begin(again);
        // The body may have changed the index.
        let before = self.number_at(index);
        if holds {
            self.subject.held.pop();
        }
        let next = match count {
            Some(count) => self.builder.ins().iadd_imm(counter, count.by),
            None => {
                let next = self.builder.ins().fadd(before, step);
                let bad = self.is_missing(next);
                self.fail_if(bad, clause.site);
                next
            }
        };
        self.builder.ins().jump(head, &[BlockArg::Value(next)]);
        self.builder.seal_block(head);
        self.begin(done);
    }

    /// Ends the step if the loop's values are invalid.
    fn check_values(&mut self, from: Value, to: Option<Value>, by: Option<Value>, site: SiteId) {
        let mut bad = self.is_missing(from);
        for value in to.into_iter().chain(by) {
            let missing = self.is_missing(value);
            bad = self.builder.ins().bor(bad, missing);
        }
        if let Some(by) = by {
            let zero = self.float(0.0);
            let stands = self.builder.ins().fcmp(FloatCC::Equal, by, zero);
            bad = self.builder.ins().bor(bad, stands);
        }
        self.fail_if(bad, site);
    }

    /// Returns whether the index is past the last value, in the direction of the increment.
    fn is_past(&mut self, at: Value, to: Value, step: Value, clause: &Clause) -> Value {
        let upwards = match &clause.by {
            None => Some(true),
            Some(Number::Constant(by)) => Some(*by > 0.0),
            Some(_) => None,
        };
        let above = self.builder.ins().fcmp(FloatCC::GreaterThan, at, to);
        if upwards == Some(true) {
            return above;
        }
        let below = self.builder.ins().fcmp(FloatCC::LessThan, at, to);
        if upwards == Some(false) {
            return below;
        }
        let zero = self.float(0.0);
        let upwards = self.builder.ins().fcmp(FloatCC::GreaterThan, step, zero);
        self.builder.ins().select(upwards, above, below)
    }

    fn is_missing(&mut self, number: Value) -> Value {
        self.builder.ins().fcmp(FloatCC::Unordered, number, number)
    }

    /// Ends the step if the loop's values are invalid.
    fn fail_if(&mut self, bad: Value, site: SiteId) {
        let (fail, next) = (self.builder.create_block(), self.builder.create_block());
        self.builder.ins().brif(bad, fail, &[], next, &[]);
        self.begin(fail);
        self.builder.set_cold_block(fail);
        let site = self.site(site);
        self.call(calls::CANNOT_COUNT, &[self.subject.frame, site]);
        self.builder.ins().jump(self.subject.exits.fault, &[]);
        self.begin(next);
    }

    /// `do while(…) until(…);`.
    pub(super) fn repeat(
        &mut self,
        while_true: Option<&Number>,
        until_true: Option<&Number>,
        body: &[Statement],
    ) {
        let [head, again, leave] = [(); 3].map(|()| self.builder.create_block());
        self.builder.ins().jump(head, &[]);
        self.builder.switch_to_block(head);
        let targets = Targets { leave, again };
        self.conditional_round(while_true, until_true, body, targets, leave);
        self.begin(again);
        self.builder.ins().jump(head, &[]);
        self.builder.seal_block(head);
        self.begin(leave);
    }

    fn round(&mut self, clause: &Clause, body: &[Statement], targets: Targets, over: Block) {
        let (while_true, until_true) = (clause.while_true.as_ref(), clause.until_true.as_ref());
        self.conditional_round(while_true, until_true, body, targets, over);
    }

    /// Generates a round of a loop: the condition before it, the body, the condition after it. Continues at
    /// `targets.again` if there may be another round, and at `over` when a condition ends the loop.
    fn conditional_round(
        &mut self,
        while_true: Option<&Number>,
        until_true: Option<&Number>,
        body: &[Statement],
        targets: Targets,
        over: Block,
    ) {
        // A loop may read nothing and never end, so the stop flag is checked.
        self.check_stop();
        if let Some(condition) = while_true {
            let goes_on = self.condition(condition);
            self.update_error_flag();
            let next = self.builder.create_block();
            self.builder.ins().brif(goes_on, next, &[], over, &[]);
            self.begin(next);
        }
        let again = targets.again;
        let after = match until_true {
            Some(_) => self.builder.create_block(),
            None => again,
        };
        self.subject.loops.push(Targets {
            leave: targets.leave,
            again: after,
        });
        let goes_on = self.statements(body);
        self.subject.loops.pop();
        if goes_on {
            self.builder.ins().jump(after, &[]);
        }
        if let Some(condition) = until_true {
            self.begin(after);
            let ends = self.condition(condition);
            self.update_error_flag();
            self.builder.ins().brif(ends, over, &[], again, &[]);
        }
    }
}
