//! The Rust functions that machine code calls.
//!
//! They receive pointers into the step's program, which outlives the code. None may unwind: a panic in one of them
//! aborts the process.

use cranelift_codegen::ir::{AbiParam, Signature, Type, types};

/// A function that machine code calls, as [`calls!`] declares it.
#[derive(Clone, Copy)]
pub(in crate::data) struct Call {
    pub(in crate::data) name: &'static str,
    pub(in crate::data) address: *const u8,
    /// The types of its arguments.
    pub(in crate::data) takes: &'static [Type],
    /// The type of its result, if it has one.
    pub(in crate::data) gives: &'static [Type],
}

impl Call {
    pub(in crate::data) fn signature(&self, mut signature: Signature) -> Signature {
        let of = |types: &'static [Type]| types.iter().copied().map(AbiParam::new);
        signature.params.extend(of(self.takes));
        signature.returns.extend(of(self.gives));
        signature
    }
}

/// A Rust type of arguments and results, and its type in machine code.
pub(in crate::data) trait Operand {
    const TYPE: Type;
}

impl Operand for f64 {
    const TYPE: Type = types::F64;
}

impl Operand for i32 {
    const TYPE: Type = types::I32;
}

impl Operand for u32 {
    const TYPE: Type = types::I32;
}

// The compiler only supports 64-bit processors.
impl Operand for usize {
    const TYPE: Type = types::I64;
}

impl<T> Operand for *const T {
    const TYPE: Type = usize::TYPE;
}

impl<T> Operand for *mut T {
    const TYPE: Type = usize::TYPE;
}

/// Declares a [`Call`] for each function, which must have the given signature, and the list `ALL`. Requires `Call` and
/// `Operand` in scope.
macro_rules! calls {
    ($($call:ident = $function:ident($($takes:ty),*) $(-> $gives:ty)?;)*) => {
        $(
            pub(in crate::data) const $call: Call = {
                let function: extern "C" fn($($takes),*) $(-> $gives)? = $function;
                Call {
                    name: stringify!($function),
                    address: function as *const u8,
                    takes: &[$(<$takes as Operand>::TYPE),*],
                    gives: &[$(<$gives as Operand>::TYPE)?],
                }
            };
        )*

        /// All of them.
        pub(in crate::data) const ALL: &[Call] = &[$($call),*];
    };
}
pub(in crate::data) use calls;

/// Dereferences a pointer to a part of the step's program.
macro_rules! part {
    ($part:ident) => {
        // SAFETY: the code has the pointer from the program of its step or from its condition, which outlive the code's
        // run (`Compiled::iterate` borrows the former, `RowTest` the latter) and do not change.
        unsafe { &*$part }
    };
}
pub(in crate::data) use part;
