//! Faults of the procedures of models.

use feedrate_rows::Fault;
use feedrate_stats::glm::GlmError;

/// Why a procedure of models ended early.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ModelFault {
    /// A linear model could not be fitted.
    #[error("The model cannot be fitted: {0}.")]
    Unfitted(#[source] GlmError),
    /// The levels and parameters that a procedure keeps do not fit into memory.
    #[error(
        "The levels and the parameters of the model take more than the {}K that MEMSIZE= leaves for them; raise \
         MEMSIZE=, or use fewer levels or effects.",
        .0.div_ceil(1024)
    )]
    Memory(usize),
    /// No model can be made of these observations.
    #[error("No model can be fitted: {0}.")]
    NoModel(String),
}

impl From<ModelFault> for Box<Fault> {
    fn from(fault: ModelFault) -> Self {
        Fault::of_procedure(fault)
    }
}
