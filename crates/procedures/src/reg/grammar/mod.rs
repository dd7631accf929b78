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

use feedrate_language::parse::cursor::Result;

use crate::grammar::lowering::Lowering;
use crate::grammar::{Request, step};

pub(super) fn lower(lowering: &mut Lowering<'_>) -> Result<Request> {
    let options = statements::options(lowering)?;
    let statements = statements::statements(lowering)?;
    let reg = build::build(lowering, options, statements)?;
    step(reg)
}
