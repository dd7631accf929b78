//! PROC TABULATE: tables of statistics, whose pages, rows and columns are crossings of class variables,
//! analysis variables and statistics.
//!
//! | module | contents |
//! |---|---|
//! | [`request`](Tabulate) | the request |
//! | [`nesting`] | the cells of a table, and their contents |
//! | [`combinations`] | the statistics of the combinations of levels |
//! | [`levels`] | the levels of class variables |
//! | [`types`] | the combinations, numbered by type and levels |
//! | [`followers`] | finds levels that occur together with others |
//! | [`branches`] | dimensions with class variables expanded to levels |
//! | [`draw`], [`page`] | draws tables, panel by panel, and the values of a page |
//! | [`column_headings`], [`row_titles`] | the boxes above the columns and beside the rows |
//! | [`parts`] | writes tables in parts |
//! | [`grid`], [`grid_cell`], [`outline`], [`wrap`] | boxes as lines of text |
//! | [`pool`] | the memory of what is not spilled |
//! | [`result_tables`] | the tables as tables of results |
//! | [`output`](mod@output) | the data set of OUT= |

mod branches;
mod column_headings;
mod combinations;
mod draw;
mod followers;
pub(crate) mod grammar;
mod grid;
mod grid_cell;
mod levels;
mod nesting;
mod outline;
mod output;
mod page;
mod parts;
mod pool;
mod request;
mod result_tables;
mod row_titles;
mod types;
mod wrap;

use branches::Bounds;
use combinations::Combinations;
use draw::Drawing;
use feedrate_dataset::DataSetName;
use feedrate_language::tree::Extent;
use feedrate_procedure::cluster::ClusterRequest;
use feedrate_procedure::variables::group_values;
use feedrate_procedure::{Definition, Grammar, Intent, OutputSize, Procedure, Reads, names};
use feedrate_program::{Site, Write};
use feedrate_rows::environment::{Environment, Severity};
use feedrate_rows::{Outcome, Runtime, StepResult};
use pool::Pool;

use super::aggregate::{Computation, GroupResults};

pub use nesting::MOST_KINDS;
pub use outline::Outline;
pub use request::{
    Corner, Crossing, PercentBase, TableElement, TableFigure, TableNode, TableStatistic, Tabulate, TabulateOutput,
    TabulateTable,
};

pub(crate) const DEFINITION: Definition = Definition {
    name: "TABULATE",
    extent: Extent::Run,
    reads: Reads::Once,
    grammar: Grammar::Here(grammar::lower),
    syntax: grammar::syntax,
};

impl Procedure for Tabulate {
    fn makes(&self) -> &[Write] {
        &self.aggregation.step.writes
    }

    fn changes(&self) -> Vec<&DataSetName> {
        names(self.makes())
    }

    fn intent(&self) -> Intent<'_> {
        self.aggregation.intent(OutputSize::Few)
    }

    fn cluster_request(&self) -> Option<ClusterRequest> {
        self.aggregation.cluster_request(Computation::of(&self.statistics))
    }

    fn run_claimed(&self, site: Site, environment: &mut Environment<'_>) -> Outcome {
        let line_size = environment.options.line_size as usize;
        let mut is_format_narrow = false;
        let mut is_empty = true;
        let mut outcome = self
            .aggregation
            .run(&self.statistics, site, environment, &mut |computed, runtime| {
                if let Some(is_narrow) = self.take(computed, line_size, runtime)? {
                    is_format_narrow |= is_narrow;
                    is_empty = false;
                }
                Ok(())
            });
        outcome.is_format_narrow |= is_format_narrow;
        let has_read = outcome.read.iter().any(|read| read.observations > 0);
        if is_empty && has_read && !outcome.is_failed() {
            let text = "A CLASS or FREQ variable is missing on every observation, so there are no tables.";
            environment.log.message(Severity::Warning, text);
        }
        outcome
    }
}

impl Tabulate {
    /// Draws the tables of a BY group, whose values are in the vector, and writes its observations. Returns whether a
    /// number did not fit its format; `None` if no observation is included.
    fn take(
        &self,
        computed: &mut GroupResults<'_, '_, '_>,
        line_size: usize,
        runtime: &mut Runtime<'_, '_>,
    ) -> StepResult<Option<bool>> {
        let groups = group_values(&self.aggregation.groups, runtime);
        // The other half of MEMSIZE= is for titles and what is drawn.
        let spilling = computed.spilling();
        let pool = Pool::new(spilling.memory);
        let combinations = Combinations::new(self, &pool, spilling, computed, runtime)?;
        if combinations.count() == 0 {
            return Ok(None);
        }
        if !groups.is_empty() {
            runtime.listing().by_group(&groups);
        }
        let stop = runtime.core.stop_check();
        let bounds = Bounds {
            pool: &pool,
            stop: &stop,
        };
        let mut drawing = Drawing {
            tabulate: self,
            combinations: &combinations,
            line_size,
            bounds,
            is_format_narrow: false,
        };
        for table in &self.tables {
            drawing.table(table, runtime.listing())?;
        }
        let is_format_narrow = drawing.is_format_narrow;
        result_tables::data_sets(self, &combinations, bounds, runtime)?;
        if let Some(output) = &self.output {
            output::output(self, output, &combinations, bounds, runtime)?;
        }
        combinations.account();
        Ok(Some(is_format_narrow))
    }
}
