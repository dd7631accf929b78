//! PROC MEANS and PROC SUMMARY: statistics of variables for groups of observations.
//!
//! | module | contents |
//! |---|---|
//! | [`options`] | the PROC statement |
//! | [`statements`] | the other statements |
//! | [`types`] | TYPES and WAYS, and the types that they select |
//! | [`output`] | the OUTPUT statement, and the names of its variables |
//! | [`roles`] | the roles of variables |
//! | [`data_sets`] | the output data sets |
//! | [`build`] | builds the request from the statements and the variables |

mod build;
mod data_sets;
mod options;
mod output;
mod roles;
mod statements;
mod types;

use feedrate_language::parse::cursor::Result;
use options::OPTIONS;
use statements::{STATEMENTS, Statements};

use crate::grammar::lowering::Lowering;
use crate::grammar::table::description::Syntax;
use crate::means::Means;
use crate::request::{Request, step};

/// Which of the two procedures is parsed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Which {
    /// MEANS, which prints, and analyses all numeric variables by default.
    Means,
    /// SUMMARY, which prints only with PRINT, and by default only counts observations.
    Summary,
}

pub(super) fn syntax() -> Syntax {
    Syntax::of(OPTIONS, STATEMENTS)
}

pub(super) fn means(lowering: &mut Lowering<'_>) -> Result<Request> {
    step(request(lowering, Which::Means)?)
}

pub(super) fn summary(lowering: &mut Lowering<'_>) -> Result<Request> {
    step(request(lowering, Which::Summary)?)
}

/// Parses one of the two procedures.
pub(crate) fn request(lowering: &mut Lowering<'_>, which: Which) -> Result<Means> {
    let options = options::options(lowering)?;
    let mut statements = Statements::default();
    statements.body = lowering.read_statements(STATEMENTS, &mut statements)?;
    build::Build {
        lowering,
        which,
        options,
        statements,
    }
    .means()
}
