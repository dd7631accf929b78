//! PROC LOGISTIC: its grammar, and what it asks for.
//!
//! | room | what is in it |
//! |---|---|
//! | [`said`] | the PROC statement and the statements below it |
//! | [`model`] | MODEL and the options of it and of CLASS |
//! | [`build`] | what is asked for, of the variables that are there |
//! | [`output`](mod@output) | the data sets of OUTPUT and OUTEST= |

mod build;
mod model;
mod output;
mod said;

use feedrate_language::parse::cursor::Result;

use crate::grammar::words::Words;
use crate::grammar::{Request, step};

pub(super) fn lower(words: &mut Words<'_>) -> Result<Request> {
    let options = said::options(words)?;
    let said = said::said(words)?;
    let build = build::Build {
        words,
        options,
        said,
    };
    step(build.logistic()?)
}
