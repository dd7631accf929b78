//! PROC UNIVARIATE: variables one by one.
//!
//! | room | what is in it |
//! |---|---|
//! | [`options`] | the PROC statement |
//! | [`statements`] | the statements below it |
//! | [`output`] | the OUTPUT statement, and the names of what it makes |
//! | [`roles`] | which variables have which role |
//! | [`build`] | what is asked for, of the variables that are there |

mod build;
mod options;
mod output;
mod roles;
mod statements;

use feedrate_language::parse::cursor::Result;

use crate::grammar::lowering::Lowering;
use crate::grammar::{Request, step};

pub(super) fn lower(lowering: &mut Lowering<'_>) -> Result<Request> {
    let options = options::options(lowering)?;
    let statements = statements::statements(lowering)?;
    lowering
        .diagnostics
        .extend(statements.warnings.iter().cloned());
    let univariate = build::Build {
        lowering,
        options,
        statements,
    }
    .univariate()?;
    step(univariate)
}
