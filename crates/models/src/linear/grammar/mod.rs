//! Grammar shared by REG and GLM: OUTPUT.

mod output;

pub(crate) use output::{OutputStatement, add_output, output};

/// The default of ALPHA=.
pub(crate) const ALPHA: f64 = 0.05;
