//! The machine code of statements.

use cranelift_codegen::ir::condcodes::{FloatCC, IntCC};
use cranelift_codegen::ir::{Block, InstBuilder, Value, types};
use feedrate_program::{Argument, AssignmentTarget, Number, Slot, Statement, Text, TextSlot};
use feedrate_rows::machine_code::{ROW, at};

use super::calls::flow;
use super::remembered::{MOST, RememberedText};
use super::step::StepGenerator;
use super::{calls, survey};

impl StepGenerator<'_, '_, '_> {
    /// Generates statements. Returns whether the code behind the last one is reachable.
    pub(super) fn statements(&mut self, statements: &[Statement]) -> bool {
        statements.iter().all(|statement| self.statement(statement))
    }

    fn statement(&mut self, statement: &Statement) -> bool {
        let goes_on = match statement {
            Statement::Assign(slot, value) => {
                let number = self.code.number(value);
                self.set_number(*slot, number);
                true
            }
            Statement::AssignText(to, value) => self.assign_text(statement, *to, value),
            Statement::AssignElement {
                array,
                index,
                value: Argument::Number(value),
                site,
            } => match self.element(*array, index, *site) {
                Some(address) => {
                    let number = self.code.number(value);
                    self.code.store(number, address, 0);
                    true
                }
                None => self.interpret(statement),
            },
            Statement::Sum(target, value) => self.sum(statement, target, value),
            Statement::If(condition, then, otherwise) => self.choice(condition, then, otherwise),
            Statement::Keep(condition) => {
                let holds = self.code.condition(condition);
                self.update_error_flag();
                let next = self.code.block();
                let without_output = self.code.subject.exits.without_output;
                self.code.branch(holds, next, without_output);
                self.code.begin(next);
                return true;
            }
            Statement::Loop {
                index: AssignmentTarget::Variable(Slot::Number(index)),
                clauses,
                body,
            } => {
                self.counted_loop(*index, clauses, body);
                true
            }
            Statement::Repeat {
                while_true,
                until_true,
                body,
            } => {
                self.repeat(while_true.as_ref(), until_true.as_ref(), body);
                true
            }
            Statement::Leave => match self.code.subject.loops.last() {
                Some(targets) => self.go(targets.leave),
                // As in the interpreter: without a loop, the iteration ends.
                None => self.go(self.end_of_statements()),
            },
            Statement::Continue => match self.code.subject.loops.last() {
                Some(targets) => self.go(targets.again),
                None => self.go(self.end_of_statements()),
            },
            Statement::Read(read) => self.read(*read),
            Statement::Output(writes) => {
                for &write in writes {
                    if (write as usize) < self.code.subject.step.writes.len() {
                        self.output(write as usize);
                    }
                }
                true
            }
            Statement::Delete => self.go(self.code.subject.exits.without_output),
            Statement::Return => self.go(self.end_of_statements()),
            Statement::Stop => self.go(self.code.subject.exits.stop),
            Statement::AssignElement { .. }
            | Statement::Jump(..)
            | Statement::Lines(..)
            | Statement::AssignPart { .. }
            | Statement::Abort(..)
            | Statement::Change(..)
            | Statement::Call { .. }
            | Statement::Input(_)
            | Statement::Put(_)
            | Statement::NoneSelected(_) => self.interpret(statement),
            // The index is a character value or an array element, which is rare.
            Statement::Loop { .. } => self.interpret(statement),
        };
        if goes_on {
            self.update_error_flag();
        }
        goes_on
    }

    /// Returns the block in which an iteration ends after its last statement.
    pub(super) fn end_of_statements(&self) -> Block {
        match self.code.subject.step.implicit_output {
            true => self.code.subject.exits.with_output,
            false => self.code.subject.exits.without_output,
        }
    }

    /// Jumps to a block. The code behind it is unreachable.
    fn go(&mut self, block: Block) -> bool {
        self.code.jump(block);
        false
    }

    /// Generates a call of the interpreter and continues according to its result.
    fn interpret(&mut self, statement: &Statement) -> bool {
        let part = self.code.part(statement);
        let given = self.code.call_for(calls::STATEMENT, &[self.code.subject.frame, part]);
        self.check_fault();
        // In the order of the results of statements; LEAVE and CONTINUE stay within what is interpreted or cannot occur
        // in it.
        for (which, target) in [
            (flow::STOP, self.code.subject.exits.stop),
            (flow::OUTPUT, self.code.subject.exits.with_output),
            (flow::NO_OUTPUT, self.code.subject.exits.without_output),
        ] {
            if !survey::may_give(statement, which) {
                continue;
            }
            let is_it = self.code.is(given, which);
            let next = self.code.block();
            self.code.branch(is_it, target, next);
            self.code.begin(next);
        }
        true
    }

    /// A missing operand counts as zero.
    fn sum(&mut self, statement: &Statement, target: &AssignmentTarget, value: &Number) -> bool {
        let address = match target {
            AssignmentTarget::Variable(Slot::Number(slot)) => self.number_address(*slot),
            AssignmentTarget::Element { array, index, site } => match self.element(*array, index, *site) {
                Some(address) => address,
                None => return self.interpret(statement),
            },
            AssignmentTarget::Variable(Slot::Text(_)) => return self.interpret(statement),
        };
        let added = self.code.number(value);
        let before = self.code.load(types::F64, address, 0);
        let [before, added] = [before, added].map(|number| self.or_zero(number));
        let sum = self.code.builder.ins().fadd(before, added);
        let is_finite = self.code.is_finite(sum);
        let missing = self.code.missing();
        let sum = self.code.builder.ins().select(is_finite, sum, missing);
        self.code.store(sum, address, 0);
        true
    }

    fn or_zero(&mut self, number: Value) -> Value {
        let is_number = self.code.builder.ins().fcmp(FloatCC::Ordered, number, number);
        let zero = self.code.float(0.0);
        self.code.builder.ins().select(is_number, number, zero)
    }

    fn choice(&mut self, condition: &Number, then: &[Statement], otherwise: &[Statement]) -> bool {
        let holds = self.code.condition(condition);
        self.update_error_flag();
        let [yes, no, next] = self.code.blocks();
        self.code.branch(holds, yes, no);
        let mut goes_on = false;
        for (block, statements) in [(yes, then), (no, otherwise)] {
            self.code.begin(block);
            if self.statements(statements) {
                self.code.jump(next);
                goes_on = true;
            }
        }
        if goes_on {
            self.code.begin(next);
        }
        goes_on
    }

    /// Generates a character expression that the interpreter evaluates. The value is remembered if it depends on one
    /// number only.
    fn compute_text(&mut self, statement: &Statement, to: TextSlot, value: &Text) -> bool {
        let of = survey::only_number_of(value, self.code.subject.step);
        let has_room = self.code.subject.remembered.len() < MOST && RememberedText::takes(to);
        let Some(of) = of.filter(|_| has_room) else {
            return self.interpret(statement);
        };
        let number = self.code.number(&Number::Variable(of));
        let part = self.code.part(statement);
        let which = self
            .code
            .constant(types::I32, self.code.subject.remembered.len() as i64);
        self.code.subject.remembered.push(to);
        let frame = self.code.subject.frame;
        self.code.call(calls::REMEMBERED, &[frame, part, which, number]);
        self.check_fault();
        true
    }

    /// Copies character values that exist in memory; others are evaluated by the interpreter.
    fn assign_text(&mut self, statement: &Statement, to: TextSlot, value: &Text) -> bool {
        let (from, bytes) = match value {
            Text::Constant(text) => {
                let address = text.as_ptr().expose_provenance() as i64;
                (self.code.constant(types::I64, address), text.len())
            }
            Text::Variable(from) if from.start == to.start => return self.interpret(statement),
            Text::Variable(from) => {
                let address = self.code.add(self.code.subject.text, i64::from(from.start));
                (address, from.length as usize)
            }
            _ => return self.compute_text(statement, to, value),
        };
        let length = bytes.min(to.length as usize);
        if bytes <= length {
            self.set_text(to, from, length);
            return true;
        }
        // A character that the cut would split continues there.
        let next = self.code.builder.ins().uload8(types::I32, ROW, from, at(length));
        let high = self.code.builder.ins().band_imm(next, 0xC0);
        let continues = self.code.builder.ins().icmp_imm(IntCC::Equal, high, 0x80);
        let [split, whole, done] = self.code.blocks();
        self.code.branch(continues, split, whole);
        self.code.begin(split);
        if self.interpret(statement) {
            self.code.jump(done);
        }
        self.code.begin(whole);
        self.set_text(to, from, length);
        self.code.jump(done);
        self.code.begin(done);
        true
    }

    /// Copies bytes to the beginning of a character value, and fills the rest with blanks.
    fn set_text(&mut self, to: TextSlot, from: Value, length: usize) {
        let target = self.code.add(self.code.subject.text, i64::from(to.start));
        self.copy_padded(target, from, length, to.length as usize - length);
    }
}
