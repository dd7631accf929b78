//! PROC LOGISTIC: its grammar, and what it asks for.
//!
//! | room | what is in it |
//! |---|---|
//! | [`statements`] | the PROC statement and the statements below it |
//! | [`model`] | MODEL and the options of it and of CLASS |
//! | [`build`] | what is asked for, of the variables that are there |
//! | [`output`](mod@output) | the data sets of OUTPUT and OUTEST= |

mod build;
mod model;
mod output;
mod statements;

use feedrate_language::parse::cursor::Result;

use crate::grammar::lowering::Lowering;
use crate::grammar::{Request, step};

pub(super) fn lower(lowering: &mut Lowering<'_>) -> Result<Request> {
    let options = statements::options(lowering)?;
    let statements = statements::statements(lowering)?;
    let build = build::Build {
        lowering,
        options,
        statements,
    };
    step(build.logistic()?)
}
