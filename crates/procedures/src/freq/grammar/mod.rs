//! PROC FREQ: parses the step into a request of frequency tables.
//!
//! | module | contents |
//! |---|---|
//! | [`statements`] | the PROC statement and the other statements |
//! | [`requests`] | the table requests of a TABLES statement |
//! | [`table_options`] | the options of a TABLES statement |
//! | [`output`] | the data sets of OUT= |
//! | [`roles`] | the roles of variables |
//! | [`build`] | builds the request from the statements and the variables |

mod build;
mod output;
mod requests;
mod roles;
mod statements;
mod table_options;

use feedrate_language::parse::cursor::Result;
use statements::{OPTIONS, STATEMENTS, Statements};

use crate::freq::Freq;
use crate::grammar::lowering::Lowering;
use crate::grammar::table::description::Syntax;
use crate::request::{Request, step};

pub(super) fn lower(lowering: &mut Lowering<'_>) -> Result<Request> {
    step(freq(lowering)?)
}

pub(super) fn syntax() -> Syntax {
    Syntax::of(OPTIONS, STATEMENTS)
}
/// Parses the procedure.
pub(crate) fn freq(lowering: &mut Lowering<'_>) -> Result<Freq> {
    let options = lowering.read_options(OPTIONS)?;
    let mut statements = Statements::default();
    statements.body = lowering.read_statements(STATEMENTS, &mut statements)?;
    build::Build {
        lowering,
        options,
        statements,
    }
    .freq()
}
