//! PROC TABULATE: tables of statistics, whose pages, rows and columns are crossings of class variables,
//! analysis variables and statistics.
//!
//! | room | what is in it |
//! |---|---|
//! | [`request`](Tabulate) | what is asked for |
//! | [`nesting`] | which cells a table has, and what stands in them |
//! | [`combinations`] | the statistics of the combinations of levels |
//! | [`branches`] | dimensions with the levels of their class variables |
//! | [`draw`] | tables, panel by panel |
//! | [`column_headings`], [`row_titles`] | the boxes above the columns and beside the rows |
//! | [`grid`], [`wrap`] | boxes as lines of text |
//! | [`told`] | the same for whom wants tables |
//! | [`output`](mod@output) | the data set of OUT= |

mod branches;
mod column_headings;
mod combinations;
mod draw;
mod grid;
mod nesting;
mod output;
mod request;
mod row_titles;
mod told;
mod wrap;

use super::aggregate::Computed;
use crate::data::{Faulted, Outcome, Runtime};
use crate::environment::Environment;
use crate::ir::Site;
use combinations::Combinations;
use draw::Drawing;

pub use grid::Outline;
pub use nesting::{MOST_KINDS, NestingFault, TableNeeds};
pub use request::{
    Corner, Crossing, PercentBase, TableElement, TableFigure, TableNode, TableStatistic, Tabulate,
    TabulateOutput, TabulateTable,
};

impl Tabulate {
    pub(super) fn run(&self, site: Site, environment: &mut Environment<'_>) -> Outcome {
        let line_size = environment.options.line_size as usize;
        let memory = usize::try_from(environment.options.memory_bytes / 2).unwrap_or(usize::MAX);
        let mut is_format_narrow = false;
        let mut outcome = self.aggregation.run(
            &self.statistics,
            site,
            environment,
            &mut |computed, runtime| {
                is_format_narrow |= self.take(computed, line_size, memory, runtime)?;
                Ok(())
            },
        );
        outcome.is_format_narrow |= is_format_narrow;
        outcome
    }

    /// Draws the tables of a BY group, whose values lie in the vector, and writes its observations. Says whether a
    /// number did not fit in its format.
    fn take(
        &self,
        computed: &mut Computed<'_, '_, '_>,
        line_size: usize,
        memory: usize,
        runtime: &mut Runtime<'_, '_>,
    ) -> Faulted<bool> {
        let groups = self.aggregation.group_values(&runtime.core.values);
        let combinations = Combinations::new(self, memory, computed, runtime)?;
        if combinations.count() == 0 {
            return Ok(false);
        }
        if !groups.is_empty() {
            runtime.listing().grouped(&groups);
        }
        let mut drawing = Drawing {
            tabulate: self,
            combinations: &combinations,
            line_size,
            memory,
            is_format_narrow: false,
        };
        for table in &self.tables {
            drawing.table(table, runtime.listing())?;
        }
        let is_format_narrow = drawing.is_format_narrow;
        told::data_sets(self, &combinations, runtime)?;
        if let Some(output) = &self.output {
            output::output(self, output, &combinations, runtime)?;
        }
        Ok(is_format_narrow)
    }
}
