//! The implicit loop of a step, and what all parts of its code share.

use std::mem::offset_of;

use cranelift_codegen::ir::condcodes::FloatCC;
use cranelift_codegen::ir::{Block, Function, InstBuilder, MemFlags, Value, types};
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext};
use feedrate_program::{DataStep, NumberSlot, TextSlot, reads};
use feedrate_rows::machine_code::{Calls, Generator, OWN, at};
use feedrate_rows::runtime::Runtime;
use feedrate_rows::vector::clear::Clear;

use super::entry::end;
use super::frame::Frame;
use super::integer::BoundedInteger;
use super::row_plans::RowPlans;
use super::{calls, survey};

/// Generates the code of a step. Returns the variables whose values it remembers.
pub(super) fn generate(
    function: &mut Function,
    calls: Calls,
    step: &DataStep,
    tables: &[Box<[u32]>],
    rows: RowPlans<'_>,
    runtime: &Runtime<'_, '_>,
) -> Vec<TextSlot> {
    let mut context = FunctionBuilderContext::new();
    let builder = FunctionBuilder::new(function, &mut context);
    let mut code = of_step(builder, calls, step, tables, rows, runtime.reset());
    StepGenerator { code: &mut code }.generate();
    code.builder.finalize();
    code.subject.remembered
}

/// Generates the code of a step.
pub(super) struct StepGenerator<'g, 'f, 'r> {
    pub(super) code: &'g mut Generator<'f, StepState<'r>>,
}

/// The state of generating a step.
pub(super) struct StepState<'r> {
    pub(super) step: &'r DataStep,
    /// The slots of the elements of arrays.
    pub(super) tables: &'r [Box<[u32]>],
    pub(super) rows: RowPlans<'r>,
    resets: &'r Clear,
    pub(super) frame: Value,
    /// The address of the vector's numbers.
    pub(super) numbers: Value,
    /// The address of its character values.
    pub(super) text: Value,
    stop: Value,
    raised: Value,
    has_read: Value,
    iteration: Value,
    pub(super) ready_to_take: Value,
    pub(super) ready_to_fill: Value,
    pub(super) exits: Exits,
    /// The targets of LEAVE and CONTINUE, of the innermost loop last.
    pub(super) loops: Vec<Targets>,
    /// Numbers that are available as values because nothing changes them here: indexes of loops.
    pub(super) held: Vec<HeldNumber>,
    /// The variables whose values are [remembered](super::remembered).
    pub(super) remembered: Vec<TextSlot>,
    /// True if the step uses `_ERROR_`, so that it must be current after each statement.
    watches_error: bool,
}

/// A number of the vector that nothing changes in a range of code.
pub(super) struct HeldNumber {
    pub(super) slot: NumberSlot,
    pub(super) number: Value,
    /// The same as an integer, if it is known to be one.
    pub(super) integer: Option<BoundedInteger>,
}

/// The blocks at which control leaves the statements.
pub(super) struct Exits {
    /// At the end of the iteration, with the implicit output.
    pub(super) with_output: Block,
    /// At the end of the iteration, without it.
    pub(super) without_output: Block,
    /// At the end of the step.
    pub(super) stop: Block,
    /// At the end of the step, with a fault in the frame.
    pub(super) fault: Block,
}

/// The targets of statements within a loop.
pub(super) struct Targets {
    pub(super) leave: Block,
    pub(super) again: Block,
}

/// Returns the generator of the code of a step, which begins.
fn of_step<'f, 'r>(
    mut builder: FunctionBuilder<'f>,
    calls: Calls,
    step: &'r DataStep,
    tables: &'r [Box<[u32]>],
    rows: RowPlans<'r>,
    resets: &'r Clear,
) -> Generator<'f, StepState<'r>> {
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
    let subject = StepState {
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
        remembered: Vec::new(),
        watches_error: survey::watches_error(step),
    };
    Generator {
        builder,
        calls,
        subject,
    }
}

impl StepGenerator<'_, '_, '_> {
    fn generate(mut self) {
        let again = self.code.block();
        self.code.jump(again);
        self.code.builder.switch_to_block(again);
        self.begin_iteration();
        let step = self.code.subject.step;
        if self.statements(&step.body) {
            self.code.jump(self.end_of_statements());
        }
        self.code.begin(self.code.subject.exits.with_output);
        if let Some(due) = step.output_due() {
            let due = self.number_at(due);
            let zero = self.code.float(0.0);
            let is_due = self.code.builder.ins().fcmp(FloatCC::NotEqual, due, zero);
            let output = self.code.block();
            let without_output = self.code.subject.exits.without_output;
            self.code.branch(is_due, output, without_output);
            self.code.begin(output);
        }
        for write in 0..step.writes.len() {
            self.output(write);
        }
        if step.modified.is_some() {
            self.code.call(calls::REPLACE, &[self.code.subject.frame]);
            self.check_fault();
        }
        self.code.jump(self.code.subject.exits.without_output);
        self.code.begin(self.code.subject.exits.without_output);
        self.end_iteration();
        let can_read = reads(&step.body);
        if can_read {
            let has_read = self.code.load(types::I8, self.code.subject.has_read, 0);
            let looping = self.code.block();
            self.code.branch(has_read, again, looping);
            self.code.begin_cold(looping);
            self.finish(end::LOOPING);
        } else {
            self.finish(end::COMPLETE);
        }
        self.code.builder.seal_block(again);
        self.code.begin(self.code.subject.exits.stop);
        self.end_iteration();
        self.finish(end::COMPLETE);
        self.code.begin_cold(self.code.subject.exits.fault);
        self.finish(end::FAULT);
    }

    fn begin_iteration(&mut self) {
        self.check_stop();
        let before = self.code.load(types::I64, self.code.subject.iteration, 0);
        let iteration = self.code.add(before, 1);
        self.code.store(iteration, self.code.subject.iteration, 0);
        let no = self.code.constant(types::I8, 0);
        self.code.store(no, self.code.subject.has_read, 0);
        let number = self.code.builder.ins().fcvt_from_uint(types::F64, iteration);
        self.set_number(self.code.subject.step.iteration, number);
        let zero = self.code.float(0.0);
        self.set_number(self.code.subject.step.error, zero);
        let resets = self.code.subject.resets;
        for numbers in resets.numbers() {
            self.clear_numbers(numbers.clone());
        }
        for text in resets.text() {
            let to = self.code.add(self.code.subject.text, text.start as i64);
            self.blank(to, text.len());
        }
    }

    /// Ends an iteration, after its output. Without lines to read or write, only errors of the observation are logged.
    fn end_iteration(&mut self) {
        let done = self.code.block();
        let call = self.code.block();
        if self.code.subject.step.externals.is_empty() {
            let raised = self.code.load(types::I8, self.code.subject.raised, 0);
            let error = self.number_at(self.code.subject.step.error);
            let zero = self.code.float(0.0);
            let has_error = self.code.builder.ins().fcmp(FloatCC::NotEqual, error, zero);
            let needs = self.code.builder.ins().bor(raised, has_error);
            self.code.branch(needs, call, done);
            self.code.builder.set_cold_block(call);
        } else {
            self.code.jump(call);
        }
        self.code.begin(call);
        self.code.call(calls::END_ITERATION, &[self.code.subject.frame]);
        self.check_fault();
        self.code.jump(done);
        self.code.begin(done);
    }

    fn finish(&mut self, end: i64) {
        let end = self.code.constant(types::I32, end);
        self.code.builder.ins().return_(&[end]);
    }

    /// Ends the step if the previous call has put a fault into the frame.
    pub(super) fn check_fault(&mut self) {
        let offset = at(offset_of!(Frame<'_, '_, '_>, faulted));
        let faulted = self.code.load(types::I8, self.code.subject.frame, offset);
        let next = self.code.block();
        self.code.branch(faulted, self.code.subject.exits.fault, next);
        self.code.begin(next);
    }

    /// Ends the step if the user wants to stop.
    pub(super) fn check_stop(&mut self) {
        // Volatile, because another thread or a signal handler changes it.
        let flags = MemFlags::new().with_notrap();
        let stop = self
            .code
            .builder
            .ins()
            .atomic_load(types::I8, flags, self.code.subject.stop);
        let [stopping, next] = self.code.blocks();
        self.code.branch(stop, stopping, next);
        self.code.begin_cold(stopping);
        self.code.call(calls::INTERRUPTED, &[self.code.subject.frame]);
        self.code.jump(self.code.subject.exits.fault);
        self.code.begin(next);
    }

    /// Sets `_ERROR_` to 1 if a part of the statement requested it and the step uses it.
    pub(super) fn update_error_flag(&mut self) {
        if !self.code.subject.watches_error {
            return;
        }
        let raised = self.code.load(types::I8, self.code.subject.raised, 0);
        let [settle, next] = self.code.blocks();
        self.code.branch(raised, settle, next);
        self.code.begin_cold(settle);
        self.code.call(calls::SETTLE, &[self.code.subject.frame]);
        self.code.jump(next);
        self.code.begin(next);
    }

    /// Records that the iteration has read something.
    pub(super) fn note_read(&mut self) {
        let yes = self.code.constant(types::I8, 1);
        self.code.store(yes, self.code.subject.has_read, 0);
    }
}
