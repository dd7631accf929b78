//! PROC TABULATE: parses the step into a request of tables.
//!
//! | module | contents |
//! |---|---|
//! | [`options`] | the PROC statement |
//! | [`statements`] | the other statements |
//! | [`expression`] | the dimensions of a TABLE statement |
//! | [`table_options`] | the options of a TABLE statement |
//! | [`resolve`], [`nodes`] | resolves names to variables and statistics |
//! | [`defaults`] | the default statistics of columns |
//! | [`keywords`] | the keywords of statistics |
//! | [`roles`] | the roles of variables |
//! | [`output`] | the data set of OUT= |
//! | [`build`] | builds the request from the statements and the variables |

mod build;
mod defaults;
mod expression;
mod keywords;
mod nodes;
mod options;
mod output;
mod resolve;
mod roles;
mod statements;
mod table_options;

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
    statements.take_weights()?;
    let tabulate = build::Build {
        lowering,
        options,
        statements,
    }
    .tabulate()?;
    step(tabulate)
}
