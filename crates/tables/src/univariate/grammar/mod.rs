//! PROC UNIVARIATE: parses the step into a request of the statistics of single variables.
//!
//! | module | contents |
//! |---|---|
//! | [`options`] | the PROC statement |
//! | [`statements`] | the other statements |
//! | [`output`] | the OUTPUT statement, and the names of its variables |
//! | [`roles`] | the roles of variables |
//! | [`build`] | builds the request from the statements and the variables |

mod build;
mod options;
mod output;
mod roles;
mod statements;

use feedrate_language::parse::cursor::Result;
use feedrate_procedure::grammar::lowering::ProcedureLowering;
use feedrate_procedure::grammar::table::description::Syntax;
use feedrate_procedure::{Request, step};
use options::OPTIONS;
use statements::{STATEMENTS, Statements};

pub(super) fn syntax() -> Syntax {
    Syntax::of(OPTIONS, STATEMENTS)
}

pub(super) fn lower(lowering: &mut ProcedureLowering<'_>) -> Result<Request> {
    let options = lowering.read_options(OPTIONS)?;
    let mut statements = Statements::default();
    statements.body = lowering.read_statements(STATEMENTS, &mut statements)?;
    let univariate = build::Build {
        lowering,
        options,
        statements,
    }
    .univariate()?;
    step(univariate)
}
