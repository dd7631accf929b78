//! PROC MEANS and PROC SUMMARY: statistics of variables for groups of observations.
//!
//! | room | what is in it |
//! |---|---|
//! | [`options`] | the PROC statement |
//! | [`said`] | the statements below it |
//! | [`types`] | TYPES and WAYS, and which types come of them |
//! | [`output`] | the OUTPUT statement, and the names of what it makes |
//! | [`parts`] | which variables play which part |
//! | [`data_sets`] | the output data sets |
//! | [`build`] | what is asked for, of the variables that are there |

mod build;
mod data_sets;
mod options;
mod output;
mod parts;
mod said;
mod types;

use super::words::Words;
use super::{Request, step};
use crate::parse::cursor::Result;

pub(super) use options::{divisor, order};

/// Which of the two procedures it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Which {
    /// MEANS, which prints, and analyses all numbers when no VAR statement says otherwise.
    Means,
    /// SUMMARY, which does not print unless PRINT says so, and then only counts.
    Summary,
}

pub(super) fn lower(words: &mut Words<'_>, which: Which) -> Result<Request> {
    let options = options::options(words)?;
    let said = said::said(words)?;
    let means = build::Build {
        words,
        which,
        options,
        said,
    }
    .means()?;
    step(feedrate_steps::procedure::Procedure::Means(Box::new(means)))
}
