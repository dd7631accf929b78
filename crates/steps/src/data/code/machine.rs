//! Memory that machine code may run in, and the way into it.

use std::collections::HashMap;
use std::mem::ManuallyDrop;

use cranelift_codegen::CodegenError;
use cranelift_codegen::ir::{AbiParam, FuncRef, Function, Type};
use cranelift_codegen::settings::{self, Configurable};
use cranelift_jit::{JITBuilder, JITModule};
use cranelift_module::{FuncId, Linkage, Module, ModuleError};

use super::call::Call;

/// How many statements and parts of expressions a program may have. The compiler's time grows faster than the
/// program: 20,000 nodes took it up to 0.8 s of a core and 170 MB, 40,000 up to 2.2 s and 340 MB.
pub(in crate::data) const MOST_NODES: usize = 30_000;

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

/// The functions that the code being made can call, as it knows them.
pub(in crate::data) struct Calls {
    references: HashMap<&'static str, FuncRef>,
}

impl Calls {
    pub(in crate::data) fn get(&self, to: Call) -> FuncRef {
        self.references[to.name]
    }
}

/// The way into machine code: what it takes and gives, and what it calls.
pub(in crate::data) trait Entry {
    const TAKES: &'static [Type];
    const GIVES: Type;
    const CALLS: &'static [&'static [Call]];

    /// The way into the code at an address.
    ///
    /// # Safety
    /// There is the code of a function of this signature, and it stays for as long as this is used.
    unsafe fn of_code(address: *const u8) -> Self;
}

/// Machine code, in memory of its own.
pub(in crate::data) struct Machine<E> {
    entry: E,
    _memory: Memory,
}

impl<E: Entry> Machine<E> {
    /// Compiles what `generate` puts into a function.
    pub(in crate::data) fn new(
        generate: impl FnOnce(&mut Function, Calls),
    ) -> Result<Self, NotCompiled> {
        let mut memory = Memory(ManuallyDrop::new(Box::new(module::<E>()?)));
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

    /// The way into the code.
    #[inline]
    pub(in crate::data) fn entry(&self) -> &E {
        &self.entry
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

fn module<E: Entry>() -> Result<JITModule, NotCompiled> {
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
    for call in E::CALLS.concat() {
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
    for call in E::CALLS.concat() {
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
