//! Code that accesses the vector, and the parts of expressions that the runtime evaluates.

use cranelift_codegen::ir::{InstBuilder, StackSlotData, StackSlotKind, Value, types};
use feedrate_program::{ArrayId, Number, NumberSlot, SiteId, TextSlot};
use feedrate_rows::machine_code::{Generator, Subject, at, plain};
use feedrate_values::function::Function;

use super::step::{HeldNumber, StepGenerator, StepState};
use super::{calls, survey};

impl Subject for StepState<'_> {
    fn number(generator: &mut Generator<'_, Self>, slot: NumberSlot) -> Value {
        StepGenerator { code: generator }.number_at(slot)
    }

    fn text(generator: &mut Generator<'_, Self>, slot: TextSlot) -> Option<Value> {
        let text = generator.subject.text;
        Some(generator.add(text, i64::from(slot.start)))
    }

    fn element(generator: &mut Generator<'_, Self>, array: ArrayId, index: &[Number], site: SiteId) -> Option<Value> {
        StepGenerator { code: generator }.element(array, index, site)
    }

    fn interpreted(generator: &mut Generator<'_, Self>, expression: &Number) -> Value {
        let frame = generator.subject.frame;
        let number = match expression {
            Number::Object(call) if survey::looks_up(call) => {
                let part = generator.part(&**call);
                generator.call_for(calls::LOOK_UP, &[frame, part])
            }
            _ => {
                let part = generator.part(expression);
                generator.call_for(calls::NUMBER, &[frame, part])
            }
        };
        StepGenerator { code: generator }.check_fault();
        number
    }

    fn arithmetic(
        generator: &mut Generator<'_, Self>,
        operation: i64,
        [left, right]: [Value; 2],
        site: SiteId,
    ) -> Value {
        let frame = generator.subject.frame;
        let (operation, site) = (generator.constant(types::I32, operation), generator.site(site));
        generator.call_for(calls::ARITHMETIC, &[frame, operation, left, right, site])
    }

    fn on_missing(generator: &mut Generator<'_, Self>, site: SiteId) -> Value {
        let site = generator.site(site);
        generator.call_for(calls::MISSING_OPERAND, &[generator.subject.frame, site])
    }

    fn unary(generator: &mut Generator<'_, Self>, function: &'static Function, argument: Value, site: SiteId) -> Value {
        let frame = generator.subject.frame;
        let (function, site) = (generator.part(function), generator.site(site));
        generator.call_for(calls::UNARY, &[frame, function, argument, site])
    }

    fn numbers(
        generator: &mut Generator<'_, Self>,
        function: &'static Function,
        arguments: &[Value],
        site: SiteId,
    ) -> Value {
        let data = StackSlotData::new(
            StackSlotKind::ExplicitSlot,
            8 * u32::try_from(arguments.len().max(1)).unwrap_or(u32::MAX / 8),
            3,
        );
        let room = generator.builder.create_sized_stack_slot(data);
        for (position, &argument) in (0_i32..).zip(arguments) {
            generator.builder.ins().stack_store(argument, room, 8 * position);
        }
        let list = generator.builder.ins().stack_addr(types::I64, room, 0);
        let count = generator.constant(types::I64, arguments.len() as i64);
        let frame = generator.subject.frame;
        let (function, site) = (generator.part(function), generator.site(site));
        generator.call_for(calls::NUMBERS, &[frame, function, list, count, site])
    }

    fn lag(generator: &mut Generator<'_, Self>, queue: u32, number: Value) -> Value {
        let frame = generator.subject.frame;
        let queue = generator.constant(types::I32, i64::from(queue));
        generator.call_for(calls::LAG, &[frame, queue, number])
    }
}

impl StepGenerator<'_, '_, '_> {
    /// Returns the address of a number.
    pub(super) fn number_address(&mut self, slot: NumberSlot) -> Value {
        self.code.add(self.code.subject.numbers, i64::from(slot.0) * 8)
    }

    /// Returns the address of a number whose index is computed.
    pub(super) fn number_address_at(&mut self, position: Value) -> Value {
        let offset = self.code.builder.ins().ishl_imm(position, 3);
        self.code.builder.ins().iadd(self.code.subject.numbers, offset)
    }

    /// Returns the value of a number that is available without a load.
    pub(super) fn held(&self, slot: NumberSlot) -> Option<&HeldNumber> {
        self.code.subject.held.iter().rev().find(|held| held.slot == slot)
    }

    /// Loads a number.
    pub(super) fn number_at(&mut self, slot: NumberSlot) -> Value {
        if let Some(held) = self.held(slot) {
            return held.number;
        }
        let offset = at(8 * slot.0 as usize);
        self.code.load(types::F64, self.code.subject.numbers, offset)
    }

    pub(super) fn set_number(&mut self, slot: NumberSlot, number: Value) {
        let offset = at(8 * slot.0 as usize);
        self.code.store(number, self.code.subject.numbers, offset);
    }

    /// Sets adjacent numbers to missing.
    pub(super) fn clear_numbers(&mut self, numbers: std::ops::Range<usize>) {
        const INLINE: usize = 24;
        if numbers.len() > INLINE {
            let to = self.number_address(NumberSlot(numbers.start as u32));
            let count = self.code.constant(types::I64, numbers.len() as i64);
            self.code.call(plain::CLEAR, &[to, count]);
            return;
        }
        let missing = self.code.missing();
        for slot in numbers {
            self.set_number(NumberSlot(slot as u32), missing);
        }
    }
}
