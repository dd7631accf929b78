//! PROC MEANS and PROC SUMMARY: statistics of variables for groups of observations.
//!
//! | room | what is in it |
//! |---|---|
//! | [`options`] | the PROC statement |
//! | [`statements`] | the statements below it |
//! | [`types`] | TYPES and WAYS, and which types come of them |
//! | [`output`] | the OUTPUT statement, and the names of what it makes |
//! | [`roles`] | which variables have which role |
//! | [`data_sets`] | the output data sets |
//! | [`build`] | what is asked for, of the variables that are there |

mod build;
mod data_sets;
mod options;
mod output;
mod roles;
mod statements;
mod types;

use feedrate_language::parse::cursor::Result;

use crate::grammar::lowering::Lowering;
use crate::grammar::{Request, step};
use crate::means::Means;

pub(crate) use options::{class_order, divisor};

/// Which of the two procedures it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Which {
    /// MEANS, which prints, and analyses all numbers when no VAR statement says otherwise.
    Means,
    /// SUMMARY, which does not print unless PRINT says so, and then only counts.
    Summary,
}

pub(super) fn means(lowering: &mut Lowering<'_>) -> Result<Request> {
    step(request(lowering, Which::Means)?)
}

pub(super) fn summary(lowering: &mut Lowering<'_>) -> Result<Request> {
    step(request(lowering, Which::Summary)?)
}

/// Returns what one of the two procedures is to compute.
pub(crate) fn request(lowering: &mut Lowering<'_>, which: Which) -> Result<Means> {
    let options = options::options(lowering)?;
    let statements = statements::statements(lowering)?;
    build::Build {
        lowering,
        which,
        options,
        statements,
    }
    .means()
}
