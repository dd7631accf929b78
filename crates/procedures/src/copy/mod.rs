//! PROC COPY.

pub(crate) mod grammar;
mod run;

use feedrate_dataset::DataSetName;
use feedrate_language::tree::Extent;
use feedrate_procedure::{Definition, Grammar, Intent, Procedure, Reads, run_alone};
use feedrate_program::Site;
use feedrate_rows::Outcome;
use feedrate_rows::environment::Environment;

pub use run::Copy;

pub(crate) const DEFINITION: Definition = Definition {
    name: "COPY",
    extent: Extent::Run,
    reads: Reads::Libraries,
    grammar: Grammar::Here(grammar::lower),
    syntax: grammar::syntax,
};

impl Procedure for Copy {
    fn changes(&self) -> Vec<&DataSetName> {
        // Data sets are claimed one by one during the run.
        Vec::new()
    }

    fn intent(&self) -> Intent<'_> {
        Intent::of(self.action())
    }

    fn run_claimed(&self, site: Site, environment: &mut Environment<'_>) -> Outcome {
        run_alone(site, environment, |environment, outcome| self.run(environment, outcome))
    }
}
