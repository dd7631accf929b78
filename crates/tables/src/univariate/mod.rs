//! PROC UNIVARIATE: moments, percentiles, extreme observations and tests of single variables.
//!
//! | module | contents |
//! |---|---|
//! | [`request`](Univariate) | the request |
//! | [`order_statistics`] | statistics from values in order |
//! | [`location`], [`normality`] | tests from values in order |
//! | [`listing`], [`tables`], [`shown`], [`number`] | the listing |
//! | [`output`](mod@output) | the data sets of OUTPUT statements |

mod grammar;
mod listing;
mod location;
mod normality;
mod number;
mod order_statistics;
mod output;
mod request;
mod shown;
mod tables;

use feedrate_dataset::DataSetName;
use feedrate_language::tree::Extent;
use feedrate_procedure::variables::group_values;
use feedrate_procedure::{Definition, Grammar, Intent, OutputSize, Procedure, Reads, names};
use feedrate_program::{Site, Slot, Write};
use feedrate_rows::environment::{Environment, Severity};
use feedrate_rows::{Outcome, Runtime, StepResult};
use listing::VariableListing;
use order_statistics::OrderObserver;

use super::aggregate::{Computation, GroupResults};

pub use request::{Univariate, UnivariateFigure, UnivariateId, UnivariateOutput};

pub(crate) const DEFINITION: Definition = Definition {
    name: "UNIVARIATE",
    extent: Extent::Run,
    reads: Reads::Once,
    grammar: Grammar::Here(grammar::lower),
    syntax: grammar::syntax,
};

impl Procedure for Univariate {
    fn makes(&self) -> &[Write] {
        &self.aggregation.step.writes
    }

    fn changes(&self) -> Vec<&DataSetName> {
        names(self.makes())
    }

    fn intent(&self) -> Intent<'_> {
        self.aggregation.intent(OutputSize::Few)
    }

    fn run_claimed(&self, site: Site, environment: &mut Environment<'_>) -> Outcome {
        let statistics = self.statistics();
        let percents = self.percents();
        let ids: Vec<Slot> = self.ids.iter().map(|id| id.slot).collect();
        let wanted = Computation {
            statistics: &statistics,
            values: self.needs_values(),
            extremes: self.listing.then_some(self.extremes),
            ids: &ids,
            selections: &[],
        };
        let line_size = environment.options.line_size as usize;
        let memory = usize::try_from(environment.options.memory_bytes / 4).unwrap_or(usize::MAX);
        let mut is_begun = false;
        self.aggregation
            .run_for(wanted, site, environment, &mut |computed, runtime| {
                let mut report = Report {
                    univariate: self,
                    percents: &percents,
                    line_size,
                    memory,
                    is_begun: &mut is_begun,
                };
                report.take(computed, runtime)
            })
    }
}

/// Writes the results of a BY group.
struct Report<'r, 'm> {
    univariate: &'m Univariate,
    percents: &'m [f64],
    line_size: usize,
    memory: usize,
    is_begun: &'r mut bool,
}

impl Report<'_, '_> {
    fn take(&mut self, computed: &mut GroupResults<'_, '_, '_>, runtime: &mut Runtime<'_, '_>) -> StepResult<()> {
        let aggregation = &self.univariate.aggregation;
        let groups = group_values(&aggregation.groups, runtime);
        let mut is_reported = false;
        loop {
            let mut seeing = OrderObserver::new(self.univariate, self.percents, self.memory);
            if !computed.advance_seeing(&mut seeing)? {
                return Ok(());
            }
            runtime.core.check_stop()?;
            let found = seeing.finish();
            computed.load(&mut runtime.core.values);
            for (variable, found) in aggregation.variables.iter().zip(&found) {
                if found.lacks_memory {
                    let text = format!(
                        "The signed rank test of {} needs more than the {}K that MEMSIZE= leaves for it, and is left \
                         out.",
                        variable.name,
                        self.memory.div_ceil(1024)
                    );
                    runtime.core.log.message(Severity::Warning, &text);
                }
            }
            if self.univariate.listing && computed.current().observations > 0.0 {
                if !std::mem::replace(self.is_begun, true) {
                    runtime.listing().heading("The UNIVARIATE Procedure");
                }
                if !std::mem::replace(&mut is_reported, true) {
                    runtime.listing().by_group(&groups);
                }
                for (variable, found) in found.iter().enumerate() {
                    let values = &runtime.core.values;
                    let listing = VariableListing::new(self.univariate, computed, found, variable, values);
                    listing.list(self.line_size, runtime);
                }
            }
            output::output(self.univariate, computed.current(), &found, runtime)?;
        }
    }
}
