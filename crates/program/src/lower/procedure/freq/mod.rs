//! PROC FREQ: how often combinations of values are met.
//!
//! | room | what is in it |
//! |---|---|
//! | [`said`] | the PROC statement and the statements below it |
//! | [`requests`] | which tables a TABLES statement asks for |
//! | [`table_options`] | what stands behind them |
//! | [`output`] | the data sets of OUT= |
//! | [`parts`] | the variables by the parts that they play |
//! | [`build`] | what is asked for, of the variables that are there |

mod build;
mod output;
mod parts;
mod requests;
mod said;
mod table_options;

use feedrate_steps::procedure::Procedure;

use super::words::Words;
use super::{Request, step};
use crate::parse::cursor::Result;

pub(super) fn lower(words: &mut Words<'_>) -> Result<Request> {
    let options = said::options(words)?;
    let said = said::said(words)?;
    let notes = said
        .tables
        .iter()
        .filter_map(|tables| tables.options.note.clone());
    words.diagnostics.extend(notes);
    let freq = build::Build {
        words,
        options,
        said,
    }
    .freq()?;
    step(Procedure::Freq(Box::new(freq)))
}
