//! PROC GLM: parses the step into a request of models.
//!
//! | module | contents |
//! |---|---|
//! | [`statements`] | the PROC statement and the other statements |
//! | [`model`] | CLASS and MODEL |
//! | [`mod@terms`] | parses effects: crossed, nested, with bars |
//! | [`effects`] | resolves effects to variables |
//! | [`functions`] | ESTIMATE and CONTRAST |
//! | [`means`] | LSMEANS and MEANS |
//! | [`build`], [`output`](mod@output) | the request, and its data sets |

mod build;
mod effects;
mod functions;
mod means;
mod model;
mod output;
mod statements;
mod terms;

use feedrate_language::parse::cursor::Result;
use feedrate_procedure::grammar::lowering::ProcedureLowering;
use feedrate_procedure::grammar::table::description::Syntax;
use feedrate_procedure::{Request, step};
use statements::{OPTIONS, STATEMENTS, Statements};

pub(crate) use effects::Factors;
pub(crate) use terms::{ModelPart, terms};

pub(super) fn syntax() -> Syntax {
    Syntax::of(OPTIONS, STATEMENTS)
}

pub(super) fn lower(lowering: &mut ProcedureLowering<'_>) -> Result<Request> {
    let options = lowering.read_options(OPTIONS)?;
    let mut statements = Statements::default();
    statements.body = lowering.read_statements(STATEMENTS, &mut statements)?;
    let glm = build::Build {
        lowering,
        options,
        statements,
    };
    step(glm.glm()?)
}
