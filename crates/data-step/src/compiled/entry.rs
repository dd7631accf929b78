//! The entry into the code of a step, and its results.

use cranelift_codegen::ir::{Type, types};
use feedrate_rows::machine_code::{Call, Entry, plain};

use super::calls;
use super::frame::Frame;

/// The end of the code.
pub(super) enum End {
    Complete,
    Looping,
    Fault,
}

/// The results of the code for each [`End`].
pub(super) mod end {
    pub(in super::super) const COMPLETE: i64 = 0;
    pub(in super::super) const LOOPING: i64 = 1;
    pub(in super::super) const FAULT: i64 = 2;
}

/// The entry into the code of a step.
pub(super) struct StepEntry(extern "C" fn(*mut Frame<'_, '_, '_>) -> u32);

impl Entry for StepEntry {
    const TAKES: &'static [Type] = &[types::I64];
    const GIVES: Type = types::I32;
    const CALLS: &'static [&'static [Call]] = &[plain::ALL, calls::ALL];

    unsafe fn of_code(address: *const u8) -> Self {
        // SAFETY: the caller guarantees that it is the address of such a function.
        Self(unsafe { std::mem::transmute::<*const u8, extern "C" fn(*mut Frame<'_, '_, '_>) -> u32>(address) })
    }
}

impl StepEntry {
    /// Runs the code.
    pub(super) fn run(&self, frame: &mut Frame<'_, '_, '_>) -> End {
        match i64::from((self.0)(&raw mut *frame)) {
            end::COMPLETE => End::Complete,
            end::LOOPING => End::Looping,
            _ => End::Fault,
        }
    }
}
