//! PROC MEANS and PROC SUMMARY: statistics of variables, for all observations and for groups of them.
//!
//! | module | contents |
//! |---|---|
//! | [`request`](Means) | the request |
//! | [`report`], [`listing`], [`number`] | observations of output data sets, rows of tables, cells of tables |

pub(crate) mod grammar;
mod listing;
mod number;
mod report;
mod request;
mod result_tables;

use feedrate_dataset::DataSetName;
use feedrate_language::tree::Extent;
use feedrate_procedure::cluster::ClusterRequest;
use feedrate_procedure::{Action, Definition, Grammar, Intent, OutputSize, Procedure, Reads, names};
use feedrate_program::{Site, Write};
use feedrate_rows::Outcome;
use feedrate_rows::environment::Environment;
use report::Report;

use crate::aggregate::{Computation, Statistic};

pub use request::{Means, MeansContent, MeansListing, MeansOutput};

pub(crate) const MEANS: Definition = Definition {
    name: "MEANS",
    extent: Extent::Run,
    reads: Reads::Once,
    grammar: Grammar::Here(grammar::means),
    syntax: grammar::syntax,
};

pub(crate) const SUMMARY: Definition = Definition {
    name: "SUMMARY",
    extent: Extent::Run,
    reads: Reads::Once,
    grammar: Grammar::Here(grammar::summary),
    syntax: grammar::syntax,
};

impl Procedure for Means {
    fn makes(&self) -> &[Write] {
        &self.aggregation.step.writes
    }

    fn changes(&self) -> Vec<&DataSetName> {
        names(self.makes())
    }

    fn intent(&self) -> Intent<'_> {
        let mut intent = self.aggregation.intent(OutputSize::Few);
        let aggregation = &self.aggregation;
        if aggregation.classes.is_empty() && aggregation.groups.is_empty() {
            for action in &mut intent.actions {
                if let Action::Step(step) = action {
                    let of = |output: &MeansOutput| match output.content {
                        MeansContent::Chosen(_) => OutputSize::Exactly(1),
                        MeansContent::Default(_) => OutputSize::Exactly(self.defaults().len() as u64),
                    };
                    step.outputs = self.outputs.iter().map(of).collect();
                }
            }
        }
        intent
    }

    fn cluster_request(&self) -> Option<ClusterRequest> {
        let statistics = self.statistics();
        self.aggregation.cluster_request(self.computation(&statistics))
    }

    fn run_claimed(&self, site: Site, environment: &mut Environment<'_>) -> Outcome {
        let statistics = self.statistics();
        let mut report = Report::new(self, environment.options.line_size as usize);
        self.aggregation.run_for(
            self.computation(&statistics),
            site,
            environment,
            &mut |computed, runtime| report.take(computed, runtime),
        )
    }
}

impl Means {
    /// Returns what is computed.
    fn computation<'w>(&'w self, statistics: &'w [Statistic]) -> Computation<'w> {
        Computation {
            ids: &self.selections.ids,
            selections: &self.selections.selections,
            ..Computation::of(statistics)
        }
    }
}
