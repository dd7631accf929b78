//! The request of PROC RANK.

use feedrate_program::{DataStep, NumberSlot};

use super::scores::{RankScores, Ties};

/// A PROC RANK step.
#[derive(Clone, Debug)]
pub struct Rank {
    /// The input, and the output data set with all variables and those of ranks.
    pub step: DataStep,
    /// The ranked variables, and the slots of their ranks.
    pub variables: Vec<(NumberSlot, NumberSlot)>,
    /// The `last.x` of the innermost BY variable.
    pub last: Option<NumberSlot>,
    /// DESCENDING: true if the greatest value has rank 1.
    pub descending: bool,
    /// TIES=.
    pub ties: Ties,
    /// The scores that are computed from ranks.
    pub scores: RankScores,
}

/// The memory of a value while it is ranked in bytes: the value, and it and its place in the order.
pub(super) const VALUE_BYTES: usize = 3 * size_of::<f64>();
