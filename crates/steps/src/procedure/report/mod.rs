//! PROC REPORT: observations, or groups of them, as rows of a report.
//!
//! | room | what is in it |
//! |---|---|
//! | [`request`](Report) | what is asked for |
//! | [`store`] | what was counted: levels in their order, statistics of their combinations |
//! | [`laid`] | the same of more combinations than memory holds |
//! | [`groups`] | reports of groups, whose rows are combinations of levels |
//! | [`detail`] | reports of observations, as they come or in the order of ORDER variables |
//! | [`flow`] | where groups begin and end as rows come |
//! | [`writer`] | COMPUTE blocks, and rows on their way into the listing, tables and OUT= |
//! | [`expand`], [`headings`], [`sheet`] | the columns, what stands above them, and the lines |
//! | [`tables`] | the report as a table of results |

mod detail;
mod expand;
mod flow;
mod groups;
mod headings;
mod laid;
mod request;
mod sheet;
mod store;
mod tables;
mod writer;

use crate::data::Outcome;
use crate::environment::Environment;
use crate::ir::Site;

pub use request::{
    Report, ReportBreak, ReportColumn, ReportContent, ReportLayout, ReportPart, ReportSide,
};

impl Report {
    pub(super) fn run(&self, site: Site, environment: &mut Environment<'_>) -> Outcome {
        match self.detail {
            true => self.run_detail(site, environment),
            false => self.run_groups(site, environment),
        }
    }
}
