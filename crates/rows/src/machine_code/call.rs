//! The Rust functions that machine code calls.
//!
//! They receive pointers into the step's program, which outlives the code. None may unwind: a panic in one of them
//! aborts the process.

use cranelift_codegen::ir::{AbiParam, Signature, Type, types};

/// A function that machine code calls, as [`calls!`] declares it.
#[derive(Clone, Copy)]
pub struct Call {
    /// Its name in the code.
    pub name: &'static str,
    /// Its address.
    pub address: *const u8,
    /// The types of its arguments.
    pub takes: &'static [Type],
    /// The type of its result, if it has one.
    pub gives: &'static [Type],
}

impl Call {
    /// Returns its signature, made from an empty one.
    pub fn signature(&self, mut signature: Signature) -> Signature {
        let of = |types: &'static [Type]| types.iter().copied().map(AbiParam::new);
        signature.params.extend(of(self.takes));
        signature.returns.extend(of(self.gives));
        signature
    }
}

/// A Rust type of arguments and results, and its type in machine code.
pub trait Operand {
    /// The type in machine code.
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
#[macro_export]
macro_rules! calls {
    ($($call:ident = $function:ident($($takes:ty),*) $(-> $gives:ty)?;)*) => {
        $(
            #[doc = concat!("The function `", stringify!($function), "`.")]
            pub const $call: Call = {
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
        pub const ALL: &[Call] = &[$($call),*];
    };
}
#[doc(inline)]
pub use calls;

/// Dereferences a pointer to a part of the step's program.
#[macro_export]
macro_rules! part {
    ($part:ident) => {
        // SAFETY: the code has the pointer from the program of its step or from its condition, which outlive the code's
        // run (`Compiled::iterate` borrows the former, `RowTest` the latter) and do not change.
        unsafe { &*$part }
    };
}
#[doc(inline)]
pub use part;
