//! PROC TABULATE: tables of statistics.
//!
//! | room | what is in it |
//! |---|---|
//! | [`options`] | the PROC statement |
//! | [`statements`] | the statements below it |
//! | [`expression`] | the dimensions of a TABLE statement as written |
//! | [`table_options`] | what stands behind them |
//! | [`resolve`] | their names as variables and statistics |
//! | [`defaults`] | the statistic of columns that name none |
//! | [`keywords`] | what statistics are called |
//! | [`roles`] | which variables have which role |
//! | [`output`] | the data set of OUT= |
//! | [`build`] | what is asked for, of the variables that are there |

mod build;
mod defaults;
mod expression;
mod keywords;
mod options;
mod output;
mod resolve;
mod roles;
mod statements;
mod table_options;

use feedrate_language::parse::cursor::Result;

use crate::grammar::lowering::Lowering;
use crate::grammar::{Request, step};

pub(crate) use options::skip_style;

pub(super) fn lower(lowering: &mut Lowering<'_>) -> Result<Request> {
    let options = options::options(lowering)?;
    let statements = statements::statements(lowering)?;
    let tabulate = build::Build {
        lowering,
        options,
        statements,
    }
    .tabulate()?;
    step(tabulate)
}
