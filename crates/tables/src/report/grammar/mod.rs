//! PROC REPORT: parses the step into the request of a report.
//!
//! | module | contents |
//! |---|---|
//! | [`options`] | the PROC statement |
//! | [`statements`] | the other statements |
//! | [`mod@column`], [`define`], [`breaks`] | COLUMN, DEFINE, BREAK and RBREAK |
//! | [`compute`], [`block_rules`] | COMPUTE blocks as statements of the DATA step |
//! | [`usage`] | resolves the names of COLUMN, and the usage of each |
//! | [`parts`] | the columns and their headings |
//! | [`maker`], [`leaves`], [`looks`] | make these from COLUMN and DEFINE |
//! | [`build`], [`blocks`], [`output`] | the step of the input, with COMPUTE blocks and OUT= |
//! | [`request`], [`summaries`] | the request, with slots in that step |

mod block_rules;
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
use feedrate_procedure::grammar::lowering::ProcedureLowering;
use feedrate_procedure::grammar::table::description::Syntax;
use feedrate_procedure::{Request, step};
use options::OPTIONS;
use statements::STATEMENTS;

pub(super) fn syntax() -> Syntax {
    Syntax::of(OPTIONS, STATEMENTS)
}

pub(super) fn lower(lowering: &mut ProcedureLowering<'_>) -> Result<Request> {
    let options = lowering.read_options(OPTIONS)?;
    let statements = statements::statements(lowering)?;
    let report = build::Build {
        lowering,
        options,
        statements,
    }
    .report()?;
    step(report)
}
