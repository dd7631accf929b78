//! What all code has in common, whatever it is of: a step, or a condition on rows.

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::immediates::Offset32;
use cranelift_codegen::ir::{Block, BlockArg, InstBuilder, MemFlags, Type, Value, types};
use cranelift_frontend::FunctionBuilder;
use feedrate_values::function::Function;
use feedrate_values::missing::MISSING;

use super::call::Call;
use super::machine::Calls;
use crate::ir::{Argument, ArrayId, Number, NumberSlot, SiteId, TextSlot};

/// Makes code, one instruction after the other.
pub(in crate::data) struct Generator<'f, S> {
    pub(in crate::data) builder: FunctionBuilder<'f>,
    pub(in crate::data) calls: Calls,
    /// What the code is of.
    pub(in crate::data) subject: S,
}

/// What code is of: it decides where the variables of expressions lie, and who does what the machine does
/// not.
pub(in crate::data) trait Subject: Sized {
    /// The number of a variable.
    fn number(generator: &mut Generator<'_, Self>, slot: NumberSlot) -> Value;

    /// Where the text of a variable lies; `None` where that is for the interpreter to know.
    fn text(generator: &mut Generator<'_, Self>, slot: TextSlot) -> Option<Value>;

    /// Where an element of an array of numbers lies; `None` where that is for the interpreter to know.
    fn element(
        generator: &mut Generator<'_, Self>,
        array: ArrayId,
        index: &[Number],
        site: SiteId,
    ) -> Option<Value>;

    /// What the interpreter says that an expression gives.
    fn interpreted(generator: &mut Generator<'_, Self>, expression: &Number) -> Value;

    /// What an operation gives, by its number in the order of [`Arithmetic`](crate::ir::Arithmetic), that
    /// has no finite result by the machine.
    fn arithmetic(
        generator: &mut Generator<'_, Self>,
        operation: i64,
        operands: [Value; 2],
        site: SiteId,
    ) -> Value;

    /// What an operation on a missing value gives, which is counted.
    fn on_missing(generator: &mut Generator<'_, Self>, site: SiteId) -> Value;

    /// What a function of one number gives.
    fn unary(
        generator: &mut Generator<'_, Self>,
        function: &'static Function,
        argument: Value,
        site: SiteId,
    ) -> Value;

    /// What a function of numbers alone gives, which are its arguments in `expression`.
    fn numbers(
        generator: &mut Generator<'_, Self>,
        expression: &Number,
        function: &'static Function,
        arguments: &[Argument],
        site: SiteId,
    ) -> Value;

    /// What went into a queue some calls ago.
    fn lag(generator: &mut Generator<'_, Self>, queue: u32, number: Value) -> Value;
}

/// What memory of the step's own is: always there, and aligned as its types are.
pub(in crate::data) const OWN: MemFlags = MemFlags::trusted();

/// What memory of rows is: always there, at any address.
pub(in crate::data) const ROW: MemFlags = MemFlags::new().with_notrap();

/// The same bits as another type.
const BITS: MemFlags = MemFlags::new();

/// An offset as instructions take it.
pub(in crate::data) fn at(offset: usize) -> Offset32 {
    Offset32::new(offset as i32)
}

impl<S> Generator<'_, S> {
    /// Goes on in a block to which all jumps are known.
    pub(in crate::data) fn begin(&mut self, block: Block) {
        self.builder.switch_to_block(block);
        self.builder.seal_block(block);
    }

    /// Calls a function of the runtime; what it gives, if anything.
    pub(in crate::data) fn call(&mut self, to: Call, arguments: &[Value]) -> Option<Value> {
        let call = self.builder.ins().call(self.calls.get(to), arguments);
        self.builder.inst_results(call).first().copied()
    }

    /// Calls a function of the runtime that gives something.
    pub(in crate::data) fn call_for(&mut self, to: Call, arguments: &[Value]) -> Value {
        self.call(to, arguments)
            .expect("each call that is used so has a result in its signature")
    }

    /// `plain` where `is_plain` holds, and otherwise what `slow` gives, which is seldom.
    pub(in crate::data) fn unless(
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

    pub(in crate::data) fn missing(&mut self) -> Value {
        self.float(MISSING)
    }

    pub(in crate::data) fn float(&mut self, number: f64) -> Value {
        self.builder.ins().f64const(number)
    }

    pub(in crate::data) fn constant(&mut self, kind: Type, value: i64) -> Value {
        self.builder.ins().iconst(kind, value)
    }

    /// A number of so many bytes of a row: the upper ones of the eight.
    pub(in crate::data) fn short_number(
        &mut self,
        row: Value,
        from: usize,
        length: usize,
    ) -> Value {
        let mut whole = self.constant(types::I64, 0);
        for byte in 0..length {
            let offset = at(from + byte);
            let part = self.builder.ins().uload8(types::I64, ROW, row, offset);
            let shift = 8 * (8 - length + byte) as i64;
            let part = self.builder.ins().ishl_imm(part, shift);
            whole = self.builder.ins().bor(whole, part);
        }
        self.builder.ins().bitcast(types::F64, BITS, whole)
    }

    /// A part of the step's program, as the functions of the runtime take it.
    pub(in crate::data) fn part<T>(&mut self, part: &T) -> Value {
        self.constant(types::I64, (part as *const T).expose_provenance() as i64)
    }

    pub(in crate::data) fn site(&mut self, site: SiteId) -> Value {
        self.constant(types::I32, i64::from(site.0))
    }

    /// Whether two whole numbers are the same.
    pub(in crate::data) fn is(&mut self, value: Value, other: i64) -> Value {
        self.builder.ins().icmp_imm(IntCC::Equal, value, other)
    }
}
