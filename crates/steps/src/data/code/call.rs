//! The functions of Rust that machine code calls.
//!
//! They are given pointers into the step's program, which outlives the code. None may unwind: a panic in one of them
//! ends the process.

use cranelift_codegen::ir::{AbiParam, Signature, Type, types};

/// A function that machine code calls, as [`calls!`] makes it known.
#[derive(Clone, Copy)]
pub(in crate::data) struct Call {
    pub(in crate::data) name: &'static str,
    pub(in crate::data) address: *const u8,
    /// What it takes.
    pub(in crate::data) takes: &'static [Type],
    /// What it gives, if anything.
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

/// A type of Rust that functions take and give as machine code has it.
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

// There is a compiler for processors of 64 bits only.
impl Operand for usize {
    const TYPE: Type = types::I64;
}

impl<T> Operand for *const T {
    const TYPE: Type = usize::TYPE;
}

impl<T> Operand for *mut T {
    const TYPE: Type = usize::TYPE;
}

/// Makes a [`Call`] of each function, which has to have the signature that stands here, and `ALL` of them. It wants
/// `Call` and `Operand` in scope.
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

/// A part of the step's program.
macro_rules! part {
    ($part:ident) => {
        // SAFETY: the code has the pointer from the program of its step or from its condition, which outlive
        // the code's run (`Compiled::iterate` borrows the one, `RowTest` the other) and do not change.
        unsafe { &*$part }
    };
}
pub(in crate::data) use part;
