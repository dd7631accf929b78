//! PROC REG: its grammar, and what it asks for.
//!
//! | room | what is in it |
//! |---|---|
//! | [`statements`] | the PROC statement and the statements below it |
//! | [`model`] | the MODEL statement |
//! | [`build`] | the request, of the variables that are there |

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
