//! PROC FREQ: how often combinations of values are met.
//!
//! | room | what is in it |
//! |---|---|
//! | [`statements`] | the PROC statement and the statements below it |
//! | [`requests`] | which tables a TABLES statement asks for |
//! | [`table_options`] | what stands behind them |
//! | [`output`] | the data sets of OUT= |
//! | [`roles`] | the variables by their roles |
//! | [`build`] | what is asked for, of the variables that are there |

mod build;
mod output;
mod requests;
mod roles;
mod statements;
mod table_options;

use feedrate_language::parse::cursor::Result;

use crate::freq::Freq;
use crate::grammar::lowering::Lowering;
use crate::grammar::{Request, step};

pub(super) fn lower(lowering: &mut Lowering<'_>) -> Result<Request> {
    step(freq(lowering)?)
}

/// Returns what the procedure is to count.
pub(crate) fn freq(lowering: &mut Lowering<'_>) -> Result<Freq> {
    let options = statements::options(lowering)?;
    let statements = statements::statements(lowering)?;
    let notes = statements
        .tables
        .iter()
        .filter_map(|tables| tables.options.note.clone());
    lowering.diagnostics.extend(notes);
    build::Build {
        lowering,
        options,
        statements,
    }
    .freq()
}
