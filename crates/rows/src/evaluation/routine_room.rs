//! The buffers of call routines.

use feedrate_program::Slot;
use feedrate_values::function::RoutineArgument;

/// The reused buffers of calls of routines.
#[derive(Debug, Default)]
pub struct RoutineRoom {
    pub(super) arguments: Vec<CopiedArgument>,
    pub(super) numbers: Vec<f64>,
    pub(super) text: Vec<u8>,
    pub(super) arguments_by_reference: Vec<RoutineArgument<'static>>,
}

/// A copied argument and its variable.
#[derive(Clone, Copy, Debug)]
pub(super) enum CopiedArgument {
    Number(Option<Slot>),
    Text { length: usize, of: Option<Slot> },
}
