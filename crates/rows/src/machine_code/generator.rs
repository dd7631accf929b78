//! The parts that all generated code has in common: that of a step and that of a condition on rows.

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::immediates::Offset32;
use cranelift_codegen::ir::{Block, BlockArg, InstBuilder, MemFlags, Type, Value, types};
use cranelift_frontend::FunctionBuilder;
use feedrate_program::{ArrayId, Number, NumberSlot, SiteId, TextSlot};
use feedrate_values::function::Function;
use feedrate_values::missing::MISSING;

use super::call::Call;
use super::machine::Calls;

/// Generates code, one instruction after another.
pub struct Generator<'f, S> {
    /// The instructions.
    pub builder: FunctionBuilder<'f>,
    /// The functions that the code can call.
    pub calls: Calls,
    /// The subject of the code.
    pub subject: S,
}

/// The subject of compilation: a step or a condition. It determines where variables are, and who does what the machine
/// does not.
pub trait Subject: Sized {
    /// Returns the number of a variable.
    fn number(generator: &mut Generator<'_, Self>, slot: NumberSlot) -> Value;

    /// Returns the address of a character variable; `None` if only the interpreter knows it.
    fn text(generator: &mut Generator<'_, Self>, slot: TextSlot) -> Option<Value>;

    /// Returns the address of an element of a numeric array; `None` if only the interpreter knows it.
    fn element(generator: &mut Generator<'_, Self>, array: ArrayId, index: &[Number], site: SiteId) -> Option<Value>;

    /// Returns the value of an expression that the interpreter evaluates.
    fn interpreted(generator: &mut Generator<'_, Self>, expression: &Number) -> Value;

    /// Returns the result of an operation that has no finite result by the machine, by its number in the order of
    /// [`Arithmetic`](feedrate_program::Arithmetic).
    fn arithmetic(generator: &mut Generator<'_, Self>, operation: i64, operands: [Value; 2], site: SiteId) -> Value;

    /// Returns the result of an operation with a missing operand, which is counted.
    fn on_missing(generator: &mut Generator<'_, Self>, site: SiteId) -> Value;

    /// Returns the result of a function of one number.
    fn unary(generator: &mut Generator<'_, Self>, function: &'static Function, argument: Value, site: SiteId) -> Value;

    /// Returns the result of a function of numbers.
    fn numbers(
        generator: &mut Generator<'_, Self>,
        function: &'static Function,
        arguments: &[Value],
        site: SiteId,
    ) -> Value;

    /// Inserts a number into a queue and returns the one of some calls ago.
    fn lag(generator: &mut Generator<'_, Self>, queue: u32, number: Value) -> Value;
}

/// Flags of the step's own memory: always accessible and aligned.
pub const OWN: MemFlags = MemFlags::trusted();

/// Flags of rows: always accessible, at any address.
pub const ROW: MemFlags = MemFlags::new().with_notrap();

/// Reinterprets the bits as another type.
const BITS: MemFlags = MemFlags::new();

/// Converts an offset for an instruction.
pub fn at(offset: usize) -> Offset32 {
    Offset32::new(offset as i32)
}

impl<S> Generator<'_, S> {
    /// Continues in a block, all jumps to which were generated.
    pub fn begin(&mut self, block: Block) {
        self.builder.switch_to_block(block);
        self.builder.seal_block(block);
    }

    /// Continues in a block that is seldom reached, all jumps to which were generated.
    pub fn begin_cold(&mut self, block: Block) {
        self.begin(block);
        self.builder.set_cold_block(block);
    }

    /// Returns a new block.
    pub fn block(&mut self) -> Block {
        self.builder.create_block()
    }

    /// Returns new blocks.
    pub fn blocks<const N: usize>(&mut self) -> [Block; N] {
        std::array::from_fn(|_| self.block())
    }

    /// Jumps to a block.
    pub fn jump(&mut self, to: Block) {
        self.builder.ins().jump(to, &[]);
    }

    /// Jumps to one block if a condition is true, and else to another one.
    pub fn branch(&mut self, condition: Value, then: Block, otherwise: Block) {
        self.builder.ins().brif(condition, then, &[], otherwise, &[]);
    }

    /// Loads a value from the step's own memory.
    pub fn load(&mut self, kind: Type, address: Value, offset: impl Into<Offset32>) -> Value {
        self.builder.ins().load(kind, OWN, address, offset)
    }

    /// Stores a value in the step's own memory.
    pub fn store(&mut self, value: Value, address: Value, offset: impl Into<Offset32>) {
        self.builder.ins().store(OWN, value, address, offset);
    }

    /// Returns the sum of an integer or an address and a constant.
    pub fn add(&mut self, value: Value, constant: i64) -> Value {
        self.builder.ins().iadd_imm(value, constant)
    }

    /// Calls a function of the runtime. Returns its result, if it has one.
    pub fn call(&mut self, to: Call, arguments: &[Value]) -> Option<Value> {
        let call = self.builder.ins().call(self.calls.get(to), arguments);
        self.builder.inst_results(call).first().copied()
    }

    /// Calls a function of the runtime that has a result.
    pub fn call_for(&mut self, to: Call, arguments: &[Value]) -> Value {
        self.call(to, arguments)
            .expect("each call that is used so has a result in its signature")
    }

    /// Returns `plain` if `is_plain` is true, otherwise the result of `slow`, which is rare.
    pub fn unless(&mut self, is_plain: Value, plain: Value, slow: impl FnOnce(&mut Self) -> Value) -> Value {
        let kind = self.builder.func.dfg.value_type(plain);
        let [slow_block, next] = self.blocks();
        let result = self.builder.append_block_param(next, kind);
        self.builder
            .ins()
            .brif(is_plain, next, &[BlockArg::Value(plain)], slow_block, &[]);
        self.begin_cold(slow_block);
        let other = slow(self);
        self.builder.ins().jump(next, &[BlockArg::Value(other)]);
        self.begin(next);
        result
    }

    /// Returns the missing value.
    pub fn missing(&mut self) -> Value {
        self.float(MISSING)
    }

    /// Returns a constant number.
    pub fn float(&mut self, number: f64) -> Value {
        self.builder.ins().f64const(number)
    }

    /// Returns a constant integer.
    pub fn constant(&mut self, kind: Type, value: i64) -> Value {
        self.builder.ins().iconst(kind, value)
    }

    /// Loads a number of fewer bytes from a row: the upper ones of the eight.
    pub fn short_number(&mut self, row: Value, from: usize, length: usize) -> Value {
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

    /// Returns the address of a part of the step's program, as an argument for functions of the runtime.
    pub fn part<T>(&mut self, part: &T) -> Value {
        self.constant(types::I64, (part as *const T).expose_provenance() as i64)
    }

    /// Returns a site, as an argument for functions of the runtime.
    pub fn site(&mut self, site: SiteId) -> Value {
        self.constant(types::I32, i64::from(site.0))
    }

    /// Returns whether two integers are equal.
    pub fn is(&mut self, value: Value, other: i64) -> Value {
        self.builder.ins().icmp_imm(IntCC::Equal, value, other)
    }
}
