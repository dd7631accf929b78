//! Executable memory for machine code, and the entry into it.

use std::collections::HashMap;
use std::mem::ManuallyDrop;

use cranelift_codegen::CodegenError;
use cranelift_codegen::ir::{AbiParam, FuncRef, Function, Type};
use cranelift_codegen::settings::{self, Configurable};
use cranelift_jit::{JITBuilder, JITModule};
use cranelift_module::{FuncId, Linkage, Module, ModuleError};

use super::call::Call;

/// The maximum number of statements and expression nodes of a program. The compiler's time grows faster than the
/// program: 20,000 nodes took it up to 0.8 s of a core and 170 MB, 40,000 up to 2.2 s and 340 MB.
pub const MOST_NODES: usize = 30_000;

/// Why a step was not compiled and is interpreted instead.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotCompiled {
    /// The system forbids executable memory.
    #[error("the system allows no new machine code ({0})")]
    Forbidden(String),
    /// There is no compiler for this processor.
    #[error("there is no compiler for this processor ({0})")]
    Processor(String),
    /// Compiling would take longer than it saves.
    #[error("it is too long")]
    TooLong,
    /// The compiler refused the program: a bug, which the interpreter makes up for.
    #[error("the compiler refused it ({0})")]
    Refused(String),
    /// It has GOTO, LINK or EOF=.
    #[error("it jumps to labels")]
    Jumps,
    /// It has LOSTCARD.
    #[error("LOSTCARD reads lines again")]
    LosesLines,
    /// The user requested the interpreter.
    #[error("NOMACHINECODE is in effect")]
    NotWanted,
}

/// The functions that the generated code can call.
pub struct Calls {
    references: HashMap<&'static str, FuncRef>,
}

impl Calls {
    /// Returns the reference to a function, which must be one of those that the entry declares.
    pub fn get(&self, to: Call) -> FuncRef {
        self.references[to.name]
    }
}

/// The entry into machine code: its signature and the functions that it calls.
pub trait Entry {
    /// The types of its arguments.
    const TAKES: &'static [Type];
    /// The type of its result.
    const GIVES: Type;
    /// The functions that the code can call, by their modules.
    const CALLS: &'static [&'static [Call]];

    /// Returns the entry at an address.
    ///
    /// # Safety
    ///
    /// The address must be that of a function of this signature, which must stay for as long as the entry is used.
    unsafe fn of_code(address: *const u8) -> Self;
}

/// Machine code in its own memory.
pub struct Machine<E> {
    entry: E,
    _memory: Memory,
}

impl<E: Entry> Machine<E> {
    /// Compiles the function that `generate` generates.
    pub fn new(generate: impl FnOnce(&mut Function, Calls)) -> Result<Self, NotCompiled> {
        let mut memory = Memory(ManuallyDrop::new(Box::new(module::<E>()?)));
        let module = &mut **memory.0;
        let function = define::<E>(module, generate)?;
        module.finalize_definitions().map_err(not_compiled)?;
        let address = module.get_finalized_function(function);
        // SAFETY: the address is that of a function which was compiled with the signature of `E`, in executable memory
        // that stays until `memory` is dropped, with `entry`.
        let entry = unsafe { E::of_code(address) };
        Ok(Self { entry, _memory: memory })
    }

    /// Returns the entry into the code.
    #[inline]
    pub fn entry(&self) -> &E {
        &self.entry
    }
}

/// Memory with machine code. Dropping it frees the memory.
struct Memory(ManuallyDrop<Box<JITModule>>);

impl Drop for Memory {
    fn drop(&mut self) {
        // SAFETY: the module is not used after this. Running borrows the `Machine`, so no code runs in the memory any
        // more, and no pointer into it is kept elsewhere.
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
        // Argument lists are on the stack and may be longer than its guard page.
        ("enable_probestack", "true"),
        ("probestack_strategy", "inline"),
        ("enable_verifier", if cfg!(debug_assertions) { "true" } else { "false" }),
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
    // Processors without such an instruction need this function; a static program has no other way to find it.
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
    module.define_function(function, &mut context).map_err(not_compiled)?;
    Ok(function)
}

fn not_compiled(error: ModuleError) -> NotCompiled {
    match error {
        ModuleError::Backend(error) => NotCompiled::Forbidden(reason(&error.root_cause().to_string())),
        ModuleError::Allocation { err, .. } => NotCompiled::Forbidden(reason(&err.to_string())),
        ModuleError::Compilation(CodegenError::CodeTooLarge | CodegenError::ImplLimitExceeded) => NotCompiled::TooLong,
        error => NotCompiled::Refused(error.to_string()),
    }
}

/// Returns the system's message without what libraries added.
fn reason(text: &str) -> String {
    let words = text.split(" (os error").next().unwrap_or_default();
    let words = words.rsplit(": ").next().unwrap_or_default();
    words.to_lowercase()
}
