//! PROC REPORT: observations or groups of them as a report, with what COMPUTE blocks make of it.
//!
//! | room | what is in it |
//! |---|---|
//! | [`options`] | the PROC statement |
//! | [`statements`] | the statements below it |
//! | [`column`], [`define`], [`breaks`] | COLUMN, DEFINE, BREAK and RBREAK |
//! | [`compute`] | COMPUTE blocks as statements of the DATA step |
//! | [`usage`] | what each name of COLUMN is: which variable it means, and what the report does with it |
//! | [`parts`] | the columns and what stands above them |
//! | [`maker`], [`leaves`], [`looks`] | how they come from COLUMN and DEFINE |
//! | [`build`], [`blocks`], [`output`] | the step that reads, with COMPUTE blocks and OUT= |
//! | [`request`], [`summaries`] | what is asked for, where values lie in that step |

mod blocks;
mod breaks;
mod build;
mod column;
mod compute;
mod define;
mod leaves;
mod looks;
mod maker;
mod options;
mod output;
mod parts;
mod request;
mod statements;
mod summaries;
mod usage;

use feedrate_language::parse::cursor::Result;

use crate::grammar::lowering::Lowering;
use crate::grammar::{Request, step};

pub(super) fn lower(lowering: &mut Lowering<'_>) -> Result<Request> {
    let options = options::options(lowering)?;
    let statements = statements::statements(lowering)?;
    let report = build::Build {
        lowering,
        options,
        statements,
    }
    .report()?;
    step(report)
}
