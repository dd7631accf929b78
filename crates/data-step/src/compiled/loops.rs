//! DO loops.

use cranelift_codegen::ir::condcodes::FloatCC;
use cranelift_codegen::ir::{Block, BlockArg, InstBuilder, Value, types};
use feedrate_program::{Argument, Clause, Number, NumberSlot, SiteId, Statement};

use super::integer::Count;
use super::step::{HeldNumber, StepGenerator, Targets};
use super::{calls, survey};

/// The values of a clause.
#[derive(Clone, Copy)]
struct ClauseValues {
    from: Value,
    to: Option<Value>,
    by: Option<Value>,
}

impl StepGenerator<'_, '_, '_> {
    /// `do i = …, …;`. After the loop the index keeps its last value.
    pub(super) fn counted_loop(&mut self, index: NumberSlot, clauses: &[Clause], body: &[Statement]) {
        let leave = self.code.block();
        for clause in clauses {
            self.clause(index, clause, body, leave);
        }
        self.code.jump(leave);
        self.code.begin(leave);
    }

    /// Generates one clause. Its expressions are evaluated once, before its first round.
    fn clause(&mut self, index: NumberSlot, clause: &Clause, body: &[Statement], leave: Block) {
        let from = match &clause.from {
            Argument::Number(from) => self.code.number(from),
            // The front end inserts conversions; without one the value is missing.
            Argument::Text(_) => self.code.missing(),
        };
        if clause.to.is_none() && clause.by.is_none() {
            self.set_number(index, from);
            let next = self.code.block();
            self.round(clause, body, Targets { leave, again: next }, next);
            return self.code.begin(next);
        }
        let to = clause.to.as_ref().map(|to| self.code.number(to));
        let by = clause.by.as_ref().map(|by| self.code.number(by));
        self.rounds(index, clause, ClauseValues { from, to, by }, body, leave);
    }

    /// Generates the rounds of a clause whose values are evaluated.
    fn rounds(&mut self, index: NumberSlot, clause: &Clause, values: ClauseValues, body: &[Statement], leave: Block) {
        let ClauseValues { from, to, by } = values;
        let step = match by {
            Some(step) => step,
            None => self.code.float(1.0),
        };
        let holds = survey::leaves_alone(body, index, self.code.subject.step);
        // If all three values are constant, an integer is counted, which needs no check. The number is derived from it,
        // which is faster than keeping it: calls preserve no floating-point register.
        let count = Count::of(clause).filter(|_| holds);
        let (kind, first) = match &count {
            Some(count) => (types::I64, self.code.constant(types::I64, count.from)),
            None => {
                self.check_values(values, clause.site);
                (types::F64, from)
            }
        };
        let [head, enter, again, done] = self.code.blocks();
        let counter = self.code.builder.append_block_param(head, kind);
        self.code.builder.ins().jump(head, &[BlockArg::Value(first)]);
        self.code.builder.switch_to_block(head);
        let at = match count {
            Some(_) => self.code.builder.ins().fcvt_from_sint(types::F64, counter),
            None => counter,
        };
        self.set_number(index, at);
        let is_past = match (&count, to) {
            (Some(count), _) => Some(self.code.builder.ins().icmp_imm(count.is_past(), counter, count.to)),
            (None, Some(to)) => Some(self.is_past(at, to, step, clause)),
            (None, None) => None,
        };
        match is_past {
            Some(is_past) => self.code.branch(is_past, done, enter),
            None => self.code.jump(enter),
        };
        self.code.begin(enter);
        if holds {
            self.code.subject.held.push(HeldNumber {
                slot: index,
                number: at,
                integer: count.as_ref().map(|count| count.index(counter)),
            });
        }
        self.round(clause, body, Targets { leave, again }, done);
        self.code.begin(again);
        // The body may have changed the index.
        let before = self.number_at(index);
        if holds {
            self.code.subject.held.pop();
        }
        let next = match count {
            Some(count) => self.code.add(counter, count.by),
            None => {
                let next = self.code.builder.ins().fadd(before, step);
                let bad = self.is_missing(next);
                self.fail_if(bad, clause.site);
                next
            }
        };
        self.code.builder.ins().jump(head, &[BlockArg::Value(next)]);
        self.code.builder.seal_block(head);
        self.code.begin(done);
    }

    /// Ends the step if the loop's values are invalid.
    fn check_values(&mut self, ClauseValues { from, to, by }: ClauseValues, site: SiteId) {
        let mut bad = self.is_missing(from);
        for value in to.into_iter().chain(by) {
            let missing = self.is_missing(value);
            bad = self.code.builder.ins().bor(bad, missing);
        }
        // Without TO, WHILE and UNTIL alone may end the loop, so that its increment may be 0.
        if let Some(by) = by.filter(|_| to.is_some()) {
            let zero = self.code.float(0.0);
            let stands = self.code.builder.ins().fcmp(FloatCC::Equal, by, zero);
            bad = self.code.builder.ins().bor(bad, stands);
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
        let above = self.code.builder.ins().fcmp(FloatCC::GreaterThan, at, to);
        if upwards == Some(true) {
            return above;
        }
        let below = self.code.builder.ins().fcmp(FloatCC::LessThan, at, to);
        if upwards == Some(false) {
            return below;
        }
        let zero = self.code.float(0.0);
        let upwards = self.code.builder.ins().fcmp(FloatCC::GreaterThan, step, zero);
        self.code.builder.ins().select(upwards, above, below)
    }

    fn is_missing(&mut self, number: Value) -> Value {
        self.code.builder.ins().fcmp(FloatCC::Unordered, number, number)
    }

    /// Ends the step if the loop's values are invalid.
    fn fail_if(&mut self, bad: Value, site: SiteId) {
        let [fail, next] = self.code.blocks();
        self.code.branch(bad, fail, next);
        self.code.begin_cold(fail);
        let site = self.code.site(site);
        self.code.call(calls::CANNOT_COUNT, &[self.code.subject.frame, site]);
        self.code.jump(self.code.subject.exits.fault);
        self.code.begin(next);
    }

    /// `do while(…) until(…);`.
    pub(super) fn repeat(&mut self, while_true: Option<&Number>, until_true: Option<&Number>, body: &[Statement]) {
        let [head, again, leave] = self.code.blocks();
        self.code.jump(head);
        self.code.builder.switch_to_block(head);
        let targets = Targets { leave, again };
        self.conditional_round(while_true, until_true, body, targets, leave);
        self.code.begin(again);
        self.code.jump(head);
        self.code.builder.seal_block(head);
        self.code.begin(leave);
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
            let goes_on = self.code.condition(condition);
            self.update_error_flag();
            let next = self.code.block();
            self.code.branch(goes_on, next, over);
            self.code.begin(next);
        }
        let again = targets.again;
        let after = match until_true {
            Some(_) => self.code.block(),
            None => again,
        };
        self.code.subject.loops.push(Targets {
            leave: targets.leave,
            again: after,
        });
        let goes_on = self.statements(body);
        self.code.subject.loops.pop();
        if goes_on {
            self.code.jump(after);
        }
        if let Some(condition) = until_true {
            self.code.begin(after);
            let ends = self.code.condition(condition);
            self.update_error_flag();
            self.code.branch(ends, over, again);
        }
    }
}
