//! PROC REG: its grammar, and what it asks for.
//!
//! | room | what is in it |
//! |---|---|
//! | [`said`] | the PROC statement and the statements below it |
//! | [`model`] | the MODEL statement |
//! | [`build`] | the request, of the variables that are there |

mod build;
mod model;
mod said;

use feedrate_steps::procedure::Procedure;

use super::words::Words;
use super::{Request, step};
use crate::parse::cursor::Result;

pub(super) fn lower(words: &mut Words<'_>) -> Result<Request> {
    let options = said::options(words)?;
    let said = said::said(words)?;
    let reg = build::build(words, options, said)?;
    step(Procedure::Reg(Box::new(reg)))
}
