//! PROC APPEND.

pub(crate) mod grammar;
mod rows;
mod run;
mod unique;

use feedrate_dataset::DataSetName;
use feedrate_language::tree::Extent;
use feedrate_procedure::{Definition, Grammar, Intent, Procedure, Reads, run_alone};
use feedrate_program::{Site, Write};
use feedrate_rows::Outcome;
use feedrate_rows::environment::Environment;

pub use run::Append;

pub(crate) const DEFINITION: Definition = Definition {
    name: "APPEND",
    extent: Extent::Run,
    reads: Reads::Once,
    grammar: Grammar::Here(grammar::lower),
    syntax: grammar::syntax,
};

impl Procedure for Append {
    /// Returns none: only when the step runs is it known if the base is created.
    fn makes(&self) -> &[Write] {
        &[]
    }

    fn changes(&self) -> Vec<&DataSetName> {
        vec![&self.base]
    }

    fn intent(&self) -> Intent<'_> {
        Intent::of(self.action())
    }

    fn run_claimed(&self, site: Site, environment: &mut Environment<'_>) -> Outcome {
        run_alone(site, environment, |environment, outcome| self.run(environment, outcome))
    }
}
