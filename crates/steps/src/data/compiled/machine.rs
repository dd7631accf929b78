//! Memory that machine code may run in, and the way into it.

use cranelift_codegen::CodegenError;
use cranelift_codegen::ir::{AbiParam, FuncRef, Function, types};
use cranelift_codegen::settings::{self, Configurable};
use cranelift_jit::{JITBuilder, JITModule};
use cranelift_module::{FuncId, Linkage, Module, ModuleError};

use super::calls::{To, calls};
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
    references: Vec<FuncRef>,
}

impl Calls {
    pub(super) fn get(&self, to: To) -> FuncRef {
        self.references[to as usize]
    }
}

type Entry = extern "C" fn(*mut Frame<'_, '_, '_>) -> u32;

/// Machine code, in memory of its own.
pub(super) struct Machine {
    /// Gives the memory back when dropped.
    module: Option<JITModule>,
    entry: Entry,
}

impl Machine {
    /// Compiles what `generate` puts into a function that takes the address of a [`Frame`].
    pub(super) fn new(generate: impl FnOnce(&mut Function, &Calls)) -> Result<Self, NotCompiled> {
        // It gives the memory back whatever happens from here on.
        let mut machine = Self {
            module: Some(module()?),
            entry: never,
        };
        if let Some(module) = &mut machine.module {
            let function = define(module, generate)?;
            module.finalize_definitions().map_err(not_compiled)?;
            let address = module.get_finalized_function(function);
            // SAFETY: the address is that of a function which was compiled with the signature of
            // `Entry`, in memory that can be executed, and which stays until `machine` is dropped.
            machine.entry = unsafe { std::mem::transmute::<*const u8, Entry>(address) };
        }
        Ok(machine)
    }

    /// Runs the code.
    pub(super) fn run(&self, frame: &mut Frame<'_, '_, '_>) -> End {
        match i64::from((self.entry)(&raw mut *frame)) {
            end::COMPLETE => End::Complete,
            end::LOOPING => End::Looping,
            _ => End::Fault,
        }
    }
}

impl Drop for Machine {
    fn drop(&mut self) {
        if let Some(module) = self.module.take() {
            // SAFETY: `run` borrows this, so nothing runs in the memory any more, and no pointer into it
            // is kept anywhere else.
            unsafe { module.free_memory() }
        }
    }
}

extern "C" fn never(_: *mut Frame<'_, '_, '_>) -> u32 {
    end::FAULT as u32
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
    for call in calls() {
        builder.symbol(call.name, call.address);
    }
    // Processors without an instruction for it need this one; a static program finds it nowhere else.
    extern "C" fn floor(number: f64) -> f64 {
        number.floor()
    }
    builder.symbol("floor", floor as *const u8);
    Ok(JITModule::new(builder))
}

fn define(
    module: &mut JITModule,
    generate: impl FnOnce(&mut Function, &Calls),
) -> Result<FuncId, NotCompiled> {
    let mut context = module.make_context();
    let signature = &mut context.func.signature;
    signature.params.push(AbiParam::new(types::I64));
    signature.returns.push(AbiParam::new(types::I32));
    let function = module
        .declare_function("step", Linkage::Local, &context.func.signature)
        .map_err(not_compiled)?;
    let mut references = Vec::new();
    for call in calls() {
        let signature = call.signature(module.make_signature());
        let id = module
            .declare_function(call.name, Linkage::Import, &signature)
            .map_err(not_compiled)?;
        references.push(module.declare_func_in_func(id, &mut context.func));
    }
    generate(&mut context.func, &Calls { references });
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
