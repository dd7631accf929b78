//! Memory that machine code may run in, and the way into it.

use std::collections::HashMap;
use std::mem::ManuallyDrop;

use cranelift_codegen::CodegenError;
use cranelift_codegen::ir::{AbiParam, FuncRef, Function, Type, types};
use cranelift_codegen::settings::{self, Configurable};
use cranelift_jit::{JITBuilder, JITModule};
use cranelift_module::{FuncId, Linkage, Module, ModuleError};

use super::calls::{self, Call};
use super::frame::Frame;

/// Why a step is not compiled; it is interpreted then.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotCompiled {
    /// The system allows no new machine code.
    #[error("the system allows no new machine code ({0})")]
    Forbidden(String),
    /// There is no compiler for this processor.
    #[error("there is no compiler for this processor ({0})")]
    Processor(String),
    /// Compiling would take longer than it is worth.
    #[error("it is too long")]
    TooLong,
    /// The compiler refused the program: a fault in this tool, which the interpreter makes good.
    #[error("the compiler refused it ({0})")]
    Refused(String),
    /// The user wants the interpreter.
    #[error("NOMACHINECODE is in effect")]
    NotWanted,
}

/// How the code ended.
pub(super) enum End {
    Complete,
    Looping,
    Fault,
}

/// What the code gives for each [`End`].
pub(super) mod end {
    pub(in super::super) const COMPLETE: i64 = 0;
    pub(in super::super) const LOOPING: i64 = 1;
    pub(in super::super) const FAULT: i64 = 2;
}

/// The functions of the runtime as the code being made knows them.
pub(super) struct Calls {
    references: HashMap<&'static str, FuncRef>,
}

impl Calls {
    pub(super) fn get(&self, to: Call) -> FuncRef {
        self.references[to.name]
    }
}

/// The way into machine code: what it takes and gives.
pub(super) trait Entry: Copy {
    const TAKES: &'static [Type];
    const GIVES: Type;

    /// The way into the code at an address.
    ///
    /// # Safety
    /// There is the code of a function of this signature, and it stays for as long as this is used.
    unsafe fn of_code(address: *const u8) -> Self;
}

/// The way into the code of a step.
#[derive(Clone, Copy)]
pub(super) struct StepEntry(extern "C" fn(*mut Frame<'_, '_, '_>) -> u32);

impl Entry for StepEntry {
    const TAKES: &'static [Type] = &[types::I64];
    const GIVES: Type = types::I32;

    unsafe fn of_code(address: *const u8) -> Self {
        // SAFETY: by the promise of the caller, it is the address of such a function.
        Self(unsafe {
            std::mem::transmute::<*const u8, extern "C" fn(*mut Frame<'_, '_, '_>) -> u32>(address)
        })
    }
}

/// The way into the code of a condition on rows: it takes the addresses of the first row and of the last
/// one. What it gives, [`RowTest`](super::RowTest) tells.
#[derive(Clone, Copy)]
pub(super) struct RowEntry(extern "C" fn(*const u8, *const u8) -> u64);

impl Entry for RowEntry {
    const TAKES: &'static [Type] = &[types::I64, types::I64];
    const GIVES: Type = types::I64;

    unsafe fn of_code(address: *const u8) -> Self {
        // SAFETY: by the promise of the caller, it is the address of such a function.
        Self(unsafe {
            std::mem::transmute::<*const u8, extern "C" fn(*const u8, *const u8) -> u64>(address)
        })
    }
}

/// Machine code, in memory of its own.
pub(super) struct Machine<E> {
    entry: E,
    _memory: Memory,
}

impl<E: Entry> Machine<E> {
    /// Compiles what `generate` puts into a function.
    pub(super) fn new(generate: impl FnOnce(&mut Function, Calls)) -> Result<Self, NotCompiled> {
        let mut memory = Memory(ManuallyDrop::new(Box::new(module()?)));
        let module = &mut **memory.0;
        let function = define::<E>(module, generate)?;
        module.finalize_definitions().map_err(not_compiled)?;
        let address = module.get_finalized_function(function);
        // SAFETY: the address is that of a function which was compiled with the signature of `E`, in
        // memory that can be executed, and which stays until `memory` is dropped, with `entry`.
        let entry = unsafe { E::of_code(address) };
        Ok(Self {
            entry,
            _memory: memory,
        })
    }
}

impl Machine<StepEntry> {
    /// Runs the code.
    pub(super) fn run(&self, frame: &mut Frame<'_, '_, '_>) -> End {
        match i64::from((self.entry.0)(&raw mut *frame)) {
            end::COMPLETE => End::Complete,
            end::LOOPING => End::Looping,
            _ => End::Fault,
        }
    }
}

impl Machine<RowEntry> {
    /// Runs the code on rows of so many bytes, which lie one behind the other; `None` where there is none.
    #[inline]
    pub(super) fn run(&self, rows: &[u8], row_bytes: usize) -> Option<u64> {
        let last = rows.len().checked_sub(row_bytes)?;
        Some((self.entry.0)(rows.as_ptr(), rows[last..].as_ptr()))
    }
}

/// Memory with machine code. It is given back when dropped.
struct Memory(ManuallyDrop<Box<JITModule>>);

impl Drop for Memory {
    fn drop(&mut self) {
        // SAFETY: the module is not used after this. Running borrows the `Machine`, so nothing runs in the
        // memory any more, and no pointer into it is kept anywhere else.
        unsafe { ManuallyDrop::take(&mut self.0).free_memory() }
    }
}

fn module() -> Result<JITModule, NotCompiled> {
    let processor = |error: &dyn std::fmt::Display| NotCompiled::Processor(error.to_string());
    let mut flags = settings::builder();
    for (name, value) in [
        ("opt_level", "speed"),
        ("is_pic", "false"),
        ("use_colocated_libcalls", "false"),
        // Lists of arguments lie on the stack, and may be longer than the page that guards its end.
        ("enable_probestack", "true"),
        ("probestack_strategy", "inline"),
        (
            "enable_verifier",
            if cfg!(debug_assertions) {
                "true"
            } else {
                "false"
            },
        ),
    ] {
        flags.set(name, value).map_err(|error| processor(&error))?;
    }
    let target = cranelift_native::builder().map_err(|error| processor(&error))?;
    let target = target
        .finish(settings::Flags::new(flags))
        .map_err(|error| processor(&error))?;
    let mut builder = JITBuilder::with_isa(target, cranelift_module::default_libcall_names());
    for call in [calls::plain::ALL, calls::step::ALL].concat() {
        builder.symbol(call.name, call.address);
    }
    // Processors without an instruction for it need this one; a static program finds it nowhere else.
    extern "C" fn floor(number: f64) -> f64 {
        number.floor()
    }
    builder.symbol("floor", floor as *const u8);
    Ok(JITModule::new(builder))
}

fn define<E: Entry>(
    module: &mut JITModule,
    generate: impl FnOnce(&mut Function, Calls),
) -> Result<FuncId, NotCompiled> {
    let mut context = module.make_context();
    let signature = &mut context.func.signature;
    let takes = E::TAKES.iter().copied().map(AbiParam::new);
    signature.params.extend(takes);
    signature.returns.push(AbiParam::new(E::GIVES));
    let function = module
        .declare_function("entry", Linkage::Local, &context.func.signature)
        .map_err(not_compiled)?;
    let mut references = HashMap::new();
    for call in [calls::plain::ALL, calls::step::ALL].concat() {
        let signature = call.signature(module.make_signature());
        let id = module
            .declare_function(call.name, Linkage::Import, &signature)
            .map_err(not_compiled)?;
        let reference = module.declare_func_in_func(id, &mut context.func);
        references.insert(call.name, reference);
    }
    generate(&mut context.func, Calls { references });
    module
        .define_function(function, &mut context)
        .map_err(not_compiled)?;
    Ok(function)
}

fn not_compiled(error: ModuleError) -> NotCompiled {
    match error {
        ModuleError::Backend(error) => {
            NotCompiled::Forbidden(reason(&error.root_cause().to_string()))
        }
        ModuleError::Allocation { err, .. } => NotCompiled::Forbidden(reason(&err.to_string())),
        ModuleError::Compilation(CodegenError::CodeTooLarge | CodegenError::ImplLimitExceeded) => {
            NotCompiled::TooLong
        }
        error => NotCompiled::Refused(error.to_string()),
    }
}

/// The system's words alone: without what libraries put before and behind them.
fn reason(text: &str) -> String {
    let words = text.split(" (os error").next().unwrap_or_default();
    let words = words.rsplit(": ").next().unwrap_or_default();
    words.to_lowercase()
}
