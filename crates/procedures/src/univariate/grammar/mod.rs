//! PROC UNIVARIATE: variables one by one.
//!
//! | room | what is in it |
//! |---|---|
//! | [`options`] | the PROC statement |
//! | [`said`] | the statements below it |
//! | [`output`] | the OUTPUT statement, and the names of what it makes |
//! | [`parts`] | which variables play which part |
//! | [`build`] | what is asked for, of the variables that are there |

mod build;
mod options;
mod output;
mod parts;
mod said;

use feedrate_language::parse::cursor::Result;

use crate::grammar::words::Words;
use crate::grammar::{Request, step};

pub(super) fn lower(words: &mut Words<'_>) -> Result<Request> {
    let options = options::options(words)?;
    let said = said::said(words)?;
    words.diagnostics.extend(said.warnings.iter().cloned());
    let univariate = build::Build {
        words,
        options,
        said,
    }
    .univariate()?;
    step(univariate)
}
