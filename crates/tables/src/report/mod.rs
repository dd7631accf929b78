//! PROC REPORT: observations, or groups of them, as rows of a report.
//!
//! | module | contents |
//! |---|---|
//! | [`request`](Report) | the request |
//! | [`store`], [`levels`], [`type_combinations`] | levels in their order, and the statistics of their combinations |
//! | [`spilling`], [`spilled`] | the same for more combinations than fit into memory |
//! | [`groups`] | reports of groups, whose rows are combinations of levels |
//! | [`detail`], [`detail_record`] | reports of observations, in input order or in the order of ORDER variables |
//! | [`flow`] | detects the beginning and end of groups |
//! | [`writer`], [`blocks`] | writes rows to the listing, tables and OUT=, and runs COMPUTE blocks |
//! | [`cell_value`] | the values of cells |
//! | [`expand`], [`headings`], [`position`], [`sheet`] | the columns, their headings, and the lines |
//! | [`tables`] | the report as a table of results |

mod blocks;
mod cell_value;
mod detail;
mod detail_record;
mod expand;
mod flow;
mod grammar;
mod groups;
mod headings;
mod levels;
mod position;
mod request;
mod sheet;
mod spilled;
mod spilling;
mod store;
mod tables;
mod type_combinations;
mod writer;

use feedrate_dataset::DataSetName;
use feedrate_language::tree::Extent;
use feedrate_procedure::{Action, Definition, Grammar, Intent, OutputSize, Procedure, Reads, StepIntent, names};
use feedrate_program::{Site, Write};
use feedrate_rows::Outcome;
use feedrate_rows::environment::Environment;

pub use request::{
    Report, ReportBreak, ReportColumn, ReportContent, ReportLayout, ReportOutput, ReportPart, ReportSide,
};

pub(crate) const DEFINITION: Definition = Definition {
    name: "REPORT",
    extent: Extent::Run,
    reads: Reads::Once,
    grammar: Grammar::Here(grammar::lower),
    syntax: grammar::syntax,
};

impl Procedure for Report {
    fn makes(&self) -> &[Write] {
        &self.aggregation.step.writes
    }

    fn changes(&self) -> Vec<&DataSetName> {
        names(self.makes())
    }

    fn intent(&self) -> Intent<'_> {
        if !self.detail {
            return self.aggregation.intent(OutputSize::Few);
        }
        let counts = u32::from(!self.aggregation.types().is_empty());
        let is_whole = self.aggregation.groups.is_empty();
        Intent::of(Action::Step(StepIntent {
            scans: counts * u32::from(is_whole),
            passes: 1 + counts * u32::from(!is_whole),
            threads: self.aggregation.threads,
            crossings: self.aggregation.crossings.len(),
            ..StepIntent::reading(&self.aggregation.step, OutputSize::AsInput)
        }))
    }

    fn run_claimed(&self, site: Site, environment: &mut Environment<'_>) -> Outcome {
        match self.detail {
            true => self.run_detail(site, environment),
            false => self.run_groups(site, environment),
        }
    }
}
