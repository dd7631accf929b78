//! PROC FREQ: frequency tables.
//!
//! | module | contents |
//! |---|---|
//! | [`request`](Freq) | the request |
//! | [`counts`] | the frequency of each combination of a table's variables |
//! | [`spilled_counts`] | the same for more combinations than fit into memory |
//! | [`counts_cache`] | the counts of crossings, either way |
//! | [`spilled`], [`margins`] | OUT= of spilled counts, and the sums that it needs |
//! | [`table`] | a table: its levels and its cells in order |
//! | [`crossing`] | two variables as rows and columns |
//! | [`level_counts`] | NLEVELS |
//! | [`list`], [`crosstab`], [`cell_line`], [`tests_of_table`] | the listing |
//! | [`result_tables`], [`crosstab_results`] | the tables of results |
//! | [`number`] | formats numbers in listings |
//! | [`output`](mod@output) | the data sets of OUT= |

mod cell_line;
mod counts;
mod counts_cache;
mod crossing;
mod crosstab;
mod crosstab_results;
pub(crate) mod grammar;
mod level_counts;
mod list;
mod margins;
mod number;
mod output;
mod request;
mod result_tables;
mod spilled;
mod spilled_counts;
mod table;
mod tests_of_table;

use counts_cache::{CountsCache, CrossingCounts};
use feedrate_dataset::DataSetName;
use feedrate_language::tree::Extent;
use feedrate_procedure::cluster::ClusterRequest;
use feedrate_procedure::variables::group_values;
use feedrate_procedure::{Definition, Grammar, Intent, OutputSize, Procedure, Reads, names};
use feedrate_program::{Site, Write};
use feedrate_rows::environment::{Environment, GroupValue, Listing};
use feedrate_rows::{Outcome, Runtime, StepResult};
use level_counts::LevelCounts;
use spilled::SpilledTable;
use table::Table;

use super::aggregate::{Computation, GroupResults, Statistic};
use crate::fault::TableFault;

pub use request::{Freq, FreqListing, FreqOutput, FreqTable, FreqVariable};

pub(crate) const DEFINITION: Definition = Definition {
    name: "FREQ",
    extent: Extent::Run,
    reads: Reads::Once,
    grammar: Grammar::Here(grammar::lower),
    syntax: grammar::syntax,
};

impl Procedure for Freq {
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
        self.aggregation.cluster_request(Computation::of(self.statistics()))
    }

    fn run_claimed(&self, site: Site, environment: &mut Environment<'_>) -> Outcome {
        let line_size = environment.options.line_size as usize;
        // Half of the memory is for counting, a quarter for the tables, and the last quarter for a table while it is
        // listed.
        let memory = usize::try_from(environment.options.memory_bytes / 4).unwrap_or(usize::MAX);
        let mut is_begun = false;
        let last_uses = self.last_uses();
        self.aggregation
            .run(self.statistics(), site, environment, &mut |computed, runtime| {
                let limits = (line_size, memory);
                self.take(computed, &last_uses, limits, &mut is_begun, runtime)
            })
    }
}

/// The statistics of the weights.
const STATISTICS: [Statistic; 3] = [Statistic::Sum, Statistic::N, Statistic::Minimum];

impl Freq {
    /// Returns the statistics that are computed.
    fn statistics(&self) -> &'static [Statistic] {
        match self.aggregation.variables.is_empty() {
            true => &[],
            false => &STATISTICS,
        }
    }

    /// Returns the last table that uses each crossing.
    fn last_uses(&self) -> Vec<usize> {
        let mut last = vec![0; self.aggregation.crossings.len()];
        for (number, request) in self.tables.iter().enumerate() {
            last[request.crossing] = number;
        }
        last
    }

    /// Lists the tables of a BY group, whose values are in the vector, and writes its observations.
    fn take(
        &self,
        computed: &mut GroupResults<'_, '_, '_>,
        last_uses: &[usize],
        (line_size, memory): (usize, usize),
        is_begun: &mut bool,
        runtime: &mut Runtime<'_, '_>,
    ) -> StepResult<()> {
        let mut groups = group_values(&self.aggregation.groups, runtime);
        let mut kept = CountsCache::new(memory);
        if self.lists_levels {
            let mut levels = LevelCounts::new(self);
            for request in &self.tables {
                match kept.of(self, request.crossing, computed, runtime)? {
                    Some(CrossingCounts::Held(counts)) => levels.add(counts),
                    Some(CrossingCounts::SpilledRecords(_)) => return Err(TableFault::ListedCells(memory).into()),
                    None => {}
                }
            }
            let out = begun(is_begun, &mut groups, runtime);
            levels.list(line_size, out);
        }
        for (number, request) in self.tables.iter().enumerate() {
            let crossing = request.crossing;
            let Some(taken) = kept.of(self, crossing, computed, runtime)? else {
                continue;
            };
            let counts = match taken {
                CrossingCounts::Held(counts) => counts,
                // A table can be listed only if its widths, rows and columns are in memory.
                CrossingCounts::SpilledRecords(_) if request.listing.is_some() => {
                    return Err(TableFault::ListedCells(memory).into());
                }
                CrossingCounts::SpilledRecords(counts) => {
                    if let Some(output) = &request.output {
                        let table = SpilledTable {
                            freq: self,
                            request,
                            counts,
                            spilling: computed.spilling().share(2),
                        };
                        table.output(output, runtime)?;
                    }
                    if last_uses[crossing] == number {
                        kept.forget(crossing);
                    }
                    continue;
                }
            };
            let table = Table::new(self, request, counts);
            if let Some(listing) = &request.listing {
                let out = begun(is_begun, &mut groups, runtime);
                table.list(listing, line_size, memory, out)?;
            }
            if let Some(output) = &request.output {
                output::output(&table, output, runtime)?;
            }
            if last_uses[crossing] == number {
                kept.forget(crossing);
            }
        }
        Ok(())
    }
}

/// Returns the listing below the title of the procedure and the line of the BY group.
fn begun<'l>(
    is_begun: &mut bool,
    groups: &mut Vec<GroupValue>,
    runtime: &'l mut Runtime<'_, '_>,
) -> &'l mut dyn Listing {
    let out = runtime.listing();
    if !std::mem::replace(is_begun, true) {
        out.heading("The FREQ Procedure");
    }
    if !groups.is_empty() {
        out.by_group(&std::mem::take(groups));
    }
    out
}

impl Table<'_> {
    fn list(&self, listing: &FreqListing, line_size: usize, memory: usize, out: &mut dyn Listing) -> StepResult<()> {
        match self.classes() {
            1 => {
                list::list(self, listing, out);
                if listing.chi_square {
                    tests_of_table::equal_proportions(self, out);
                }
                Ok(())
            }
            _ if listing.list => {
                list::list(self, listing, out);
                Ok(())
            }
            _ => crosstab::crosstabs(self, listing, line_size, memory, out),
        }
    }
}
