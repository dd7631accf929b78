//! PROC REG: parses the step into a request of regressions.
//!
//! | module | contents |
//! |---|---|
//! | [`statements`] | the PROC statement and the other statements |
//! | [`model`] | the MODEL statement |
//! | [`build`] | builds the request from the statements and the variables |

mod build;
mod model;
mod statements;

use feedrate_language::Diagnostic;
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
    if statements.models.is_empty() {
        let message = "PROC REG has no MODEL statement";
        return Err(Diagnostic::error(lowering.procedure.at, message));
    }
    let reg = build::build(lowering, options, statements)?;
    step(reg)
}
