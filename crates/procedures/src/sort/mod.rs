//! PROC SORT: sorts observations by BY variables.
//!
//! Rows are read block by block and ordered by keys: BY values as bytes that sort as the values do. If the rows fit
//! into SORTSIZE, they are sorted in memory and written to the pages of the new data set. Otherwise they are spilled
//! in runs, each of which is sorted and written while the next is read, and merged at the end; the last run stays in
//! memory. An input that is already in order is detected while it is read.
//!
//! | module | contents |
//! |---|---|
//! | [`request`] | the request |
//! | [`run`] | takes in the rows, and writes them in order |
//! | [`work`] | the layout of a row while it is sorted, and its conversion from the input and to the output |
//! | [`input`] | the rows of the input that satisfy WHERE |
//! | [`held`] | rows in memory, and their order |
//! | [`memory`] | the memory of these rows |
//! | [`order`] | sorting in memory, with several threads |
//! | [`limits`] | the memory and the threads of a sort |
//! | [`context`] | the parts of a sort that intake, layer and gather share |
//! | [`intake`] | takes in rows: holds them, spills them, or finds them in order |
//! | [`layer`] | the thread that spills runs |
//! | [`plan`] | the runs that a sort would spill |
//! | [`output`] | writes the rows in order, without duplicates |
//! | [`mod@gather`] | merges the input, runs and memory |

mod context;
mod gather;
mod grammar;
mod held;
mod input;
mod intake;
mod layer;
mod limits;
mod memory;
mod order;
mod output;
mod plan;
mod recorded;
mod request;
mod run;
mod work;

use feedrate_language::tree::Extent;
use feedrate_procedure::cluster::{ClusterRequest, ClusterWork, column};
use feedrate_procedure::{Action, Definition, Grammar, Intent, Procedure, Reads, run_alone};
use feedrate_program::{Site, Write};
use feedrate_rows::Outcome;
use feedrate_rows::environment::Environment;

pub use plan::plan_sort;
use request::Sort;

pub(crate) const DEFINITION: Definition = Definition {
    name: "SORT",
    extent: Extent::Run,
    reads: Reads::Once,
    grammar: Grammar::Here(grammar::lower),
    syntax: grammar::syntax,
};

impl Procedure for Sort {
    fn makes(&self) -> &[Write] {
        &self.step.writes
    }

    fn intent(&self) -> Intent<'_> {
        Intent::of(Action::Sort(self))
    }

    fn cluster_request(&self) -> Option<ClusterRequest> {
        if self.replaces {
            return None;
        }
        let keys = self.by.iter();
        let keys = keys.map(|key| Some((column(&self.step, key.slot)?, key.descending)));
        let keys = keys.collect::<Option<_>>()?;
        ClusterRequest::of(&self.step, ClusterWork::Order { keys })
    }

    fn run_claimed(&self, site: Site, environment: &mut Environment<'_>) -> Outcome {
        run_alone(site, environment, |environment, outcome| self.run(environment, outcome))
    }
}
