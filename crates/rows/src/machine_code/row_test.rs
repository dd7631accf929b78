//! A condition on the rows of a data set as machine code, which reads the rows in their pages.
//!
//! The code has no effects: if the interpreter would count or log something, or if only the interpreter can do
//! something, the row is left undecided, and the interpreter evaluates its whole condition.

use std::marker::PhantomData;

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{Block, BlockArg, Function, InstBuilder, Type, Value, types};
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext};
use feedrate_dataset::Schema;
use feedrate_program::{ArrayId, Filter, Load, Number, NumberSlot, SiteId, Slot, TextSlot, size_of_number};
use feedrate_values::Kind;
use feedrate_values::function::Function as ValueFunction;

use super::call::Call;
use super::generator::{Generator, ROW, Subject, at};
use super::machine::{Calls, Entry, MOST_NODES, Machine, NotCompiled};
use super::plain;

/// A condition on rows as machine code.
pub(crate) struct RowTest<'s> {
    machine: Machine<RowEntry>,
    row_bytes: usize,
    /// The code contains addresses of constants of the condition.
    _condition: PhantomData<&'s Number>,
}

/// The result of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SearchResult {
    /// The row of this index satisfies the condition, and none before it does.
    Row(usize),
    /// The row of this index must be evaluated by the interpreter. None before it satisfies the condition.
    Undecided(usize),
    /// No row satisfies the condition.
    NoMatch,
}

impl<'s> RowTest<'s> {
    /// Compiles a condition on the rows of a data set with this schema.
    pub(crate) fn new(filter: &'s Filter, schema: &Schema) -> Result<Self, NotCompiled> {
        let row_bytes = schema.row_length() as usize;
        let is_within_reach = (1..=i32::MAX as usize).contains(&row_bytes);
        if size_of_number(&filter.condition) > MOST_NODES || !is_within_reach {
            return Err(NotCompiled::TooLong);
        }
        let machine = Machine::new(|function, calls| generate(function, calls, filter, schema))?;
        Ok(Self {
            machine,
            row_bytes,
            _condition: PhantomData,
        })
    }

    /// Searches consecutive rows for one that satisfies the condition.
    #[inline]
    pub(crate) fn search(&self, rows: &[u8]) -> SearchResult {
        let given = self.machine.entry().run(rows, self.row_bytes);
        let Some(given) = given.filter(|&given| given != NOTHING) else {
            return SearchResult::NoMatch;
        };
        // Where most rows satisfy the condition, it is the first one, and a division would take longest.
        let index = match (given >> 1) as usize {
            0 => 0,
            offset => offset / self.row_bytes,
        };
        match given & 1 {
            0 => SearchResult::Row(index),
            _ => SearchResult::Undecided(index),
        }
    }
}

/// The entry into the code of a condition: it takes the addresses of the first and the last row. [`generate`] describes
/// its result.
struct RowEntry(extern "C" fn(*const u8, *const u8) -> u64);

impl Entry for RowEntry {
    const TAKES: &'static [Type] = &[types::I64, types::I64];
    const GIVES: Type = types::I64;
    const CALLS: &'static [&'static [Call]] = &[plain::ALL];

    unsafe fn of_code(address: *const u8) -> Self {
        // SAFETY: the caller guarantees that it is the address of such a function.
        Self(unsafe { std::mem::transmute::<*const u8, extern "C" fn(*const u8, *const u8) -> u64>(address) })
    }
}

impl RowEntry {
    /// Runs the code on consecutive rows. Returns `None` if there is no match.
    #[inline]
    fn run(&self, rows: &[u8], row_bytes: usize) -> Option<u64> {
        let last = rows.len().checked_sub(row_bytes)?;
        Some((self.0)(rows.as_ptr(), rows[last..].as_ptr()))
    }
}

/// The result of the code when it passed the last row.
const NOTHING: u64 = u64::MAX;

/// Generates the code, which takes the addresses of the first and the last row. Its result is twice the distance in
/// bytes of the row at which it ended from the first one, plus one if that row is undecided.
fn generate(function: &mut Function, calls: Calls, filter: &Filter, schema: &Schema) {
    let mut context = FunctionBuilderContext::new();
    let mut builder = FunctionBuilder::new(function, &mut context);
    let entry = builder.create_block();
    builder.append_block_params_for_function_params(entry);
    builder.switch_to_block(entry);
    builder.seal_block(entry);
    let (first, last) = (builder.block_params(entry)[0], builder.block_params(entry)[1]);
    let [head, again, found, doubt, nothing] = [(); 5].map(|()| builder.create_block());
    let row = builder.append_block_param(head, types::I64);
    builder.ins().jump(head, &[BlockArg::Value(first)]);
    builder.switch_to_block(head);
    let mut generator = Generator {
        builder,
        calls,
        subject: RowTestState {
            loads: &filter.loads,
            schema,
            row,
            doubt,
        },
    };
    let holds = generator.condition(&filter.condition);
    let Generator { mut builder, .. } = generator;
    builder.ins().brif(holds, found, &[], again, &[]);
    builder.switch_to_block(again);
    builder.seal_block(again);
    let next = builder.ins().iadd_imm(row, i64::from(schema.row_length()));
    let goes_on = builder.ins().icmp(IntCC::UnsignedLessThanOrEqual, next, last);
    let next = BlockArg::Value(next);
    builder.ins().brif(goes_on, head, &[next], nothing, &[]);
    builder.seal_block(head);
    for (block, in_doubt) in [(found, 0), (doubt, 1)] {
        builder.switch_to_block(block);
        builder.seal_block(block);
        let offset = builder.ins().isub(row, first);
        let twice = builder.ins().ishl_imm(offset, 1);
        let given = builder.ins().bor_imm(twice, in_doubt);
        builder.ins().return_(&[given]);
    }
    builder.switch_to_block(nothing);
    builder.seal_block(nothing);
    let given = builder.ins().iconst(types::I64, NOTHING as i64);
    builder.ins().return_(&[given]);
    builder.finalize();
}

/// The state of generating a condition on rows.
struct RowTestState<'r> {
    loads: &'r [Load],
    schema: &'r Schema,
    /// The address of the row.
    row: Value,
    /// The block that leaves the row to the interpreter.
    doubt: Block,
}

impl RowTestState<'_> {
    /// Returns the offset of a slot's column in the row and its length; `None` if it is not as the condition expects.
    fn column(&self, slot: Slot) -> Option<(usize, usize)> {
        let load = self.loads.iter().rfind(|load| load.slot == slot)?;
        let column = self.schema.variables().get(load.column as usize)?;
        let (offset, length) = (column.offset as usize, column.length as usize);
        let is_it = match slot {
            Slot::Number(_) => column.kind == Kind::Number && (1..=8).contains(&length),
            Slot::Text(slot) => column.kind == Kind::Text && length == slot.length as usize,
        };
        let is_inside = offset + length <= self.schema.row_length() as usize;
        (is_it && is_inside).then_some((offset, length))
    }
}

impl Generator<'_, RowTestState<'_>> {
    /// Leaves the row to the interpreter. Code generated after this is unreachable.
    fn doubt(&mut self) -> Value {
        let doubt = self.subject.doubt;
        self.jump(doubt);
        let never = self.block();
        self.begin(never);
        self.missing()
    }
}

impl Subject for RowTestState<'_> {
    fn number(generator: &mut Generator<'_, Self>, slot: NumberSlot) -> Value {
        let row = generator.subject.row;
        match generator.subject.column(Slot::Number(slot)) {
            Some((offset, 8)) => {
                let ins = generator.builder.ins();
                ins.load(types::F64, ROW, row, at(offset))
            }
            Some((offset, length)) => generator.short_number(row, offset, length),
            None => generator.doubt(),
        }
    }

    fn text(generator: &mut Generator<'_, Self>, slot: TextSlot) -> Option<Value> {
        let (offset, _) = generator.subject.column(Slot::Text(slot))?;
        let row = generator.subject.row;
        Some(generator.add(row, offset as i64))
    }

    fn element(_: &mut Generator<'_, Self>, _: ArrayId, _: &[Number], _: SiteId) -> Option<Value> {
        None
    }

    fn interpreted(generator: &mut Generator<'_, Self>, _: &Number) -> Value {
        generator.doubt()
    }

    fn arithmetic(generator: &mut Generator<'_, Self>, _: i64, _: [Value; 2], _: SiteId) -> Value {
        generator.doubt()
    }

    fn on_missing(generator: &mut Generator<'_, Self>, _: SiteId) -> Value {
        generator.doubt()
    }

    fn unary(
        generator: &mut Generator<'_, Self>,
        function: &'static ValueFunction,
        argument: Value,
        site: SiteId,
    ) -> Value {
        let argument = generator.unless_missing(argument, argument, site);
        let function = generator.part(function);
        let result = generator.call_for(plain::PURE_UNARY, &[function, argument]);
        let is_finite = generator.is_finite(result);
        generator.unless(is_finite, result, Generator::doubt)
    }

    fn numbers(generator: &mut Generator<'_, Self>, _: &'static ValueFunction, _: &[Value], _: SiteId) -> Value {
        generator.doubt()
    }

    fn lag(generator: &mut Generator<'_, Self>, _: u32, _: Value) -> Value {
        generator.doubt()
    }
}

#[cfg(test)]
mod tests;
