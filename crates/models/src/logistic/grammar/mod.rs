//! PROC LOGISTIC: parses the step into a request of models.
//!
//! | module | contents |
//! |---|---|
//! | [`statements`] | the PROC statement and the other statements |
//! | [`model`] | CLASS and MODEL, and their options |
//! | [`build`] | builds the request from the statements and the variables |
//! | [`output`](mod@output) | the data sets of OUTPUT and OUTEST= |

mod build;
mod model;
mod output;
mod statements;

use feedrate_language::parse::cursor::Result;
use feedrate_procedure::grammar::lowering::ProcedureLowering;
use feedrate_procedure::grammar::table::description::Syntax;
use feedrate_procedure::{Request, step};
use statements::{OPTIONS, STATEMENTS, Statements};

pub(super) fn syntax() -> Syntax {
    Syntax::of(OPTIONS, STATEMENTS)
}

pub(super) fn lower(lowering: &mut ProcedureLowering<'_>) -> Result<Request> {
    let options = lowering.read_options(OPTIONS)?;
    let mut statements = Statements::default();
    statements.body = lowering.read_statements(STATEMENTS, &mut statements)?;
    let build = build::Build {
        lowering,
        options,
        statements,
    };
    step(build.logistic()?)
}
