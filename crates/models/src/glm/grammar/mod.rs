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
use feedrate_procedure::grammar::table::StatementTable;
use feedrate_procedure::grammar::table::description::Syntax;
use feedrate_procedure::{Request, step};
use statements::{ANOVA_STATEMENTS, OPTIONS, STATEMENTS, Statements};

pub(crate) use effects::Factors;
pub(crate) use terms::{ModelPart, terms};

pub(super) fn syntax() -> Syntax {
    Syntax::of(OPTIONS, STATEMENTS)
}

pub(super) fn syntax_of_anova() -> Syntax {
    Syntax::of(OPTIONS, ANOVA_STATEMENTS)
}

pub(super) fn lower(lowering: &mut ProcedureLowering<'_>) -> Result<Request> {
    lower_with(STATEMENTS, lowering)
}

pub(super) fn lower_anova(lowering: &mut ProcedureLowering<'_>) -> Result<Request> {
    lower_with(ANOVA_STATEMENTS, lowering)
}

fn lower_with(table: StatementTable<Statements>, lowering: &mut ProcedureLowering<'_>) -> Result<Request> {
    let options = lowering.read_options(OPTIONS)?;
    let mut statements = Statements::default();
    statements.body = lowering.read_statements(table, &mut statements)?;
    let glm = build::Build {
        lowering,
        options,
        statements,
    };
    step(glm.glm()?)
}
