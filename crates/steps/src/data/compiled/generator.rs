//! The implicit loop, and what all parts of the code generator share.

use std::mem::offset_of;

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::immediates::Offset32;
use cranelift_codegen::ir::{Block, BlockArg, Function, InstBuilder, MemFlags, Type, Value, types};
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext};
use feedrate_values::missing::MISSING;

use super::calls::To;
use super::frame::Frame;
use super::machine::{Calls, end};
use super::rows::RowPlans;
use super::survey;
use super::whole::Whole;
use crate::data::runtime::{Clear, Runtime};
use crate::ir::{DataStep, NumberSlot, SiteId};

/// Puts the code of a step into a function.
pub(super) fn generate(
    function: &mut Function,
    calls: &Calls,
    step: &DataStep,
    tables: &[Box<[u32]>],
    rows: RowPlans<'_>,
    runtime: &Runtime<'_, '_>,
) {
    let mut context = FunctionBuilderContext::new();
    let builder = FunctionBuilder::new(function, &mut context);
    Generator::new(builder, calls, step, tables, rows, runtime.reset()).generate();
}

/// Makes the code of a step, one instruction after the other.
pub(super) struct Generator<'f, 'r> {
    pub(super) builder: FunctionBuilder<'f>,
    calls: &'r Calls,
    pub(super) step: &'r DataStep,
    /// The slots of the elements of arrays.
    pub(super) tables: &'r [Box<[u32]>],
    pub(super) rows: RowPlans<'r>,
    resets: &'r Clear,
    pub(super) frame: Value,
    /// Where the numbers of the vector begin.
    numbers: Value,
    /// Where its texts begin.
    pub(super) text: Value,
    stop: Value,
    raised: Value,
    has_read: Value,
    iteration: Value,
    pub(super) ready_to_take: Value,
    pub(super) ready_to_fill: Value,
    pub(super) exits: Exits,
    /// Where LEAVE and CONTINUE go, of the innermost loop last.
    pub(super) loops: Vec<Targets>,
    /// Numbers that are at hand as values, because nothing changes them here: indexes of loops.
    pub(super) held: Vec<Held>,
    /// Whether the step looks at `_ERROR_`, so that it must be right after each statement.
    watches_error: bool,
}

/// A number of the vector that nothing changes for a while.
pub(super) struct Held {
    pub(super) slot: NumberSlot,
    pub(super) number: Value,
    /// The same as a whole number, where it is known to be one.
    pub(super) whole: Option<Whole>,
}

/// Where the code goes that leaves the statements.
pub(super) struct Exits {
    /// To the end of the iteration, with the implicit output.
    pub(super) with_output: Block,
    /// The same without it.
    pub(super) without_output: Block,
    /// Out of the step.
    pub(super) stop: Block,
    /// Out of the step, with a fault in the frame.
    pub(super) fault: Block,
}

/// Where statements within a loop can go.
pub(super) struct Targets {
    pub(super) leave: Block,
    pub(super) again: Block,
}

/// What memory of the step's own is: always there, and aligned as its types are.
pub(super) const OWN: MemFlags = MemFlags::trusted();

/// What memory of rows is: always there, at any address.
pub(super) const ROW: MemFlags = MemFlags::new().with_notrap();

/// An offset as instructions take it.
pub(super) fn at(offset: usize) -> Offset32 {
    Offset32::new(offset as i32)
}

impl<'f, 'r> Generator<'f, 'r> {
    fn new(
        mut builder: FunctionBuilder<'f>,
        calls: &'r Calls,
        step: &'r DataStep,
        tables: &'r [Box<[u32]>],
        rows: RowPlans<'r>,
        resets: &'r Clear,
    ) -> Self {
        let entry = builder.create_block();
        builder.append_block_params_for_function_params(entry);
        builder.switch_to_block(entry);
        builder.seal_block(entry);
        let frame = builder.block_params(entry)[0];
        let mut pointer = |offset: usize| builder.ins().load(types::I64, OWN, frame, at(offset));
        let numbers = pointer(offset_of!(Frame<'_, '_, '_>, numbers));
        let text = pointer(offset_of!(Frame<'_, '_, '_>, text));
        let stop = pointer(offset_of!(Frame<'_, '_, '_>, stop));
        let raised = pointer(offset_of!(Frame<'_, '_, '_>, raised));
        let has_read = pointer(offset_of!(Frame<'_, '_, '_>, has_read));
        let iteration = pointer(offset_of!(Frame<'_, '_, '_>, iteration));
        let ready_to_take = pointer(offset_of!(Frame<'_, '_, '_>, reads));
        let ready_to_fill = pointer(offset_of!(Frame<'_, '_, '_>, writes));
        let exits = Exits {
            with_output: builder.create_block(),
            without_output: builder.create_block(),
            stop: builder.create_block(),
            fault: builder.create_block(),
        };
        Self {
            builder,
            calls,
            step,
            tables,
            rows,
            resets,
            frame,
            numbers,
            text,
            stop,
            raised,
            has_read,
            iteration,
            ready_to_take,
            ready_to_fill,
            exits,
            loops: Vec::new(),
            held: Vec::new(),
            watches_error: survey::watches_error(step),
        }
    }

    fn generate(mut self) {
        let again = self.builder.create_block();
        self.builder.ins().jump(again, &[]);
        self.builder.switch_to_block(again);
        self.begin_iteration();
        let step = self.step;
        if self.statements(&step.body) {
            let end = match step.implicit_output {
                true => self.exits.with_output,
                false => self.exits.without_output,
            };
            self.builder.ins().jump(end, &[]);
        }
        self.begin(self.exits.with_output);
        for write in 0..step.writes.len() {
            self.output(write);
        }
        self.builder.ins().jump(self.exits.without_output, &[]);
        self.begin(self.exits.without_output);
        self.end_iteration();
        let can_read = crate::data::run::reads(&step.body);
        if can_read {
            let has_read = self.builder.ins().load(types::I8, OWN, self.has_read, 0);
            let looping = self.builder.create_block();
            self.builder.ins().brif(has_read, again, &[], looping, &[]);
            self.begin(looping);
            self.builder.set_cold_block(looping);
            self.finish(end::LOOPING);
        } else {
            self.finish(end::COMPLETE);
        }
        self.builder.seal_block(again);
        self.begin(self.exits.stop);
        self.end_iteration();
        self.finish(end::COMPLETE);
        self.begin(self.exits.fault);
        self.builder.set_cold_block(self.exits.fault);
        self.finish(end::FAULT);
        self.builder.finalize();
    }

    fn begin_iteration(&mut self) {
        self.heed_stop();
        let before = self.builder.ins().load(types::I64, OWN, self.iteration, 0);
        let iteration = self.builder.ins().iadd_imm(before, 1);
        self.builder.ins().store(OWN, iteration, self.iteration, 0);
        let no = self.builder.ins().iconst(types::I8, 0);
        self.builder.ins().store(OWN, no, self.has_read, 0);
        let number = self.builder.ins().fcvt_from_uint(types::F64, iteration);
        self.set_number(self.step.iteration, number);
        let zero = self.builder.ins().f64const(0.0);
        self.set_number(self.step.error, zero);
        let resets = self.resets;
        for numbers in resets.numbers() {
            self.clear_numbers(numbers.clone());
        }
        for text in resets.text() {
            let to = self.builder.ins().iadd_imm(self.text, text.start as i64);
            self.blank(to, text.len());
        }
    }

    /// What comes after the statements and the output. Without lines to read or write there is nothing to
    /// do but to tell of observations with errors.
    fn end_iteration(&mut self) {
        let done = self.builder.create_block();
        let call = self.builder.create_block();
        if self.step.externals.is_empty() {
            let raised = self.builder.ins().load(types::I8, OWN, self.raised, 0);
            let error = self.number_at(self.step.error);
            let zero = self.builder.ins().f64const(0.0);
            let not_equal = cranelift_codegen::ir::condcodes::FloatCC::NotEqual;
            let has_error = self.builder.ins().fcmp(not_equal, error, zero);
            let needs = self.builder.ins().bor(raised, has_error);
            self.builder.ins().brif(needs, call, &[], done, &[]);
            self.builder.set_cold_block(call);
        } else {
            self.builder.ins().jump(call, &[]);
        }
        self.begin(call);
        self.call(To::EndIteration, &[self.frame]);
        self.heed_fault();
        self.builder.ins().jump(done, &[]);
        self.begin(done);
    }

    fn finish(&mut self, end: i64) {
        let end = self.builder.ins().iconst(types::I32, end);
        self.builder.ins().return_(&[end]);
    }

    /// Goes on in a block to which all jumps are known.
    pub(super) fn begin(&mut self, block: Block) {
        self.builder.switch_to_block(block);
        self.builder.seal_block(block);
    }

    /// Calls a function of the runtime; what it gives, if anything.
    pub(super) fn call(&mut self, to: To, arguments: &[Value]) -> Option<Value> {
        let call = self.builder.ins().call(self.calls.get(to), arguments);
        self.builder.inst_results(call).first().copied()
    }

    /// Calls a function of the runtime that gives something.
    pub(super) fn call_for(&mut self, to: To, arguments: &[Value]) -> Value {
        self.call(to, arguments)
            .expect("each call that is used so has a result in its signature")
    }

    /// Ends the step when the call before has put a fault into the frame.
    pub(super) fn heed_fault(&mut self) {
        let offset = at(offset_of!(Frame<'_, '_, '_>, faulted));
        let faulted = self.builder.ins().load(types::I8, OWN, self.frame, offset);
        let next = self.builder.create_block();
        self.builder
            .ins()
            .brif(faulted, self.exits.fault, &[], next, &[]);
        self.begin(next);
    }

    /// Ends the step when the user wants that.
    pub(super) fn heed_stop(&mut self) {
        // Volatile, for another thread or a signal changes it.
        let flags = MemFlags::new().with_notrap();
        let stop = self.builder.ins().atomic_load(types::I8, flags, self.stop);
        let (stopping, next) = (self.builder.create_block(), self.builder.create_block());
        self.builder.ins().brif(stop, stopping, &[], next, &[]);
        self.begin(stopping);
        self.builder.set_cold_block(stopping);
        self.call(To::Interrupted, &[self.frame]);
        self.builder.ins().jump(self.exits.fault, &[]);
        self.begin(next);
    }

    /// Makes `_ERROR_` 1 when a part of the statement asked for it, where the step looks.
    pub(super) fn settle_error(&mut self) {
        if !self.watches_error {
            return;
        }
        let raised = self.builder.ins().load(types::I8, OWN, self.raised, 0);
        let (settle, next) = (self.builder.create_block(), self.builder.create_block());
        self.builder.ins().brif(raised, settle, &[], next, &[]);
        self.begin(settle);
        self.builder.set_cold_block(settle);
        self.call(To::Settle, &[self.frame]);
        self.builder.ins().jump(next, &[]);
        self.begin(next);
    }

    /// The iteration has read something.
    pub(super) fn note_read(&mut self) {
        let yes = self.builder.ins().iconst(types::I8, 1);
        self.builder.ins().store(OWN, yes, self.has_read, 0);
    }

    /// `plain` where `is_plain` holds, and otherwise what `slow` gives, which is seldom.
    pub(super) fn unless(
        &mut self,
        is_plain: Value,
        plain: Value,
        slow: impl FnOnce(&mut Self) -> Value,
    ) -> Value {
        let kind = self.builder.func.dfg.value_type(plain);
        let (slow_block, next) = (self.builder.create_block(), self.builder.create_block());
        let result = self.builder.append_block_param(next, kind);
        self.builder
            .ins()
            .brif(is_plain, next, &[BlockArg::Value(plain)], slow_block, &[]);
        self.begin(slow_block);
        self.builder.set_cold_block(slow_block);
        let other = slow(self);
        self.builder.ins().jump(next, &[BlockArg::Value(other)]);
        self.begin(next);
        result
    }

    /// Where a number of the vector lies.
    pub(super) fn number_address(&mut self, slot: NumberSlot) -> Value {
        self.builder
            .ins()
            .iadd_imm(self.numbers, i64::from(slot.0) * 8)
    }

    /// Where the number lies whose position is known at run time only.
    pub(super) fn number_address_at(&mut self, position: Value) -> Value {
        let offset = self.builder.ins().ishl_imm(position, 3);
        self.builder.ins().iadd(self.numbers, offset)
    }

    /// The value of a number that is at hand.
    pub(super) fn held(&self, slot: NumberSlot) -> Option<&Held> {
        self.held.iter().rev().find(|held| held.slot == slot)
    }

    /// A number of the vector.
    pub(super) fn number_at(&mut self, slot: NumberSlot) -> Value {
        if let Some(held) = self.held(slot) {
            return held.number;
        }
        let offset = Offset32::new(slot.0 as i32 * 8);
        self.builder
            .ins()
            .load(types::F64, OWN, self.numbers, offset)
    }

    pub(super) fn set_number(&mut self, slot: NumberSlot, number: Value) {
        let offset = Offset32::new(slot.0 as i32 * 8);
        self.builder.ins().store(OWN, number, self.numbers, offset);
    }

    /// Makes neighbouring numbers missing.
    fn clear_numbers(&mut self, numbers: std::ops::Range<usize>) {
        const INLINE: usize = 24;
        if numbers.len() > INLINE {
            let to = self.number_address(NumberSlot(numbers.start as u32));
            let count = self.constant(types::I64, numbers.len() as i64);
            self.call(To::Clear, &[to, count]);
            return;
        }
        let missing = self.missing();
        for slot in numbers {
            self.set_number(NumberSlot(slot as u32), missing);
        }
    }

    pub(super) fn missing(&mut self) -> Value {
        self.float(MISSING)
    }

    pub(super) fn float(&mut self, number: f64) -> Value {
        self.builder.ins().f64const(number)
    }

    pub(super) fn constant(&mut self, kind: Type, value: i64) -> Value {
        self.builder.ins().iconst(kind, value)
    }

    /// A part of the step's program, as the functions of the runtime take it.
    pub(super) fn part<T>(&mut self, part: &T) -> Value {
        self.constant(types::I64, (part as *const T).expose_provenance() as i64)
    }

    pub(super) fn site(&mut self, site: SiteId) -> Value {
        self.constant(types::I32, i64::from(site.0))
    }

    /// Whether two whole numbers are the same.
    pub(super) fn is(&mut self, value: Value, other: i64) -> Value {
        self.builder.ins().icmp_imm(IntCC::Equal, value, other)
    }
}
