//! The statements of a step with its files of lines, which both executors use.

use feedrate_program::DataStep;

use crate::lines::input::InputState;
use crate::lines::put::PutState;

/// The statements of a step.
pub(crate) struct StepStatements<'s> {
    pub(crate) step: &'s DataStep,
    /// The files of the step; each is in one of the two lists, at its index.
    pub(crate) inputs: Vec<Option<InputState<'s>>>,
    pub(crate) puts: Vec<Option<PutState<'s>>>,
    /// The number of LINK statements whose RETURN has not been executed.
    pub(crate) links: usize,
    /// True once lines were logged, below their ruler.
    pub(crate) has_listed: bool,
}
