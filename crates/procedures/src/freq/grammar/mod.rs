//! PROC FREQ: how often combinations of values are met.
//!
//! | room | what is in it |
//! |---|---|
//! | [`statements`] | the PROC statement and the statements below it |
//! | [`requests`] | which tables a TABLES statement asks for |
//! | [`table_options`] | what stands behind them |
//! | [`output`] | the data sets of OUT= |
//! | [`parts`] | the variables by the parts that they play |
//! | [`build`] | what is asked for, of the variables that are there |

mod build;
mod output;
mod parts;
mod requests;
mod statements;
mod table_options;

use feedrate_language::parse::cursor::Result;

use crate::freq::Freq;
use crate::grammar::words::Words;
use crate::grammar::{Request, step};

pub(super) fn lower(words: &mut Words<'_>) -> Result<Request> {
    step(freq(words)?)
}

/// Returns what the procedure is to count.
pub(crate) fn freq(words: &mut Words<'_>) -> Result<Freq> {
    let options = statements::options(words)?;
    let statements = statements::statements(words)?;
    let notes = statements
        .tables
        .iter()
        .filter_map(|tables| tables.options.note.clone());
    words.diagnostics.extend(notes);
    build::Build {
        words,
        options,
        statements,
    }
    .freq()
}
