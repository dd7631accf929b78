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

use crate::grammar::words::Words;
use crate::grammar::{Request, step};

pub(super) fn lower(words: &mut Words<'_>) -> Result<Request> {
    let options = statements::options(words)?;
    let statements = statements::statements(words)?;
    let reg = build::build(words, options, statements)?;
    step(reg)
}
