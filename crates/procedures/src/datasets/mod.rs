//! PROC DATASETS.

mod grammar;
mod index_grammar;
mod indexes;
mod run;

use feedrate_dataset::DataSetName;
use feedrate_language::tree::Extent;
use feedrate_procedure::{Action, Definition, Grammar, Intent, Procedure, Reads, run_alone};
use feedrate_program::Site;
use feedrate_rows::Outcome;
use feedrate_rows::environment::Environment;

pub use run::{Change, DataSets};

pub(crate) const DEFINITION: Definition = Definition {
    name: "DATASETS",
    extent: Extent::RunGroups { in_force: &[] },
    reads: Reads::Libraries,
    grammar: Grammar::Here(grammar::lower),
    syntax: grammar::syntax,
};

impl Procedure for DataSets {
    fn changes(&self) -> Vec<&DataSetName> {
        // Data sets are claimed one by one during the run.
        Vec::new()
    }

    fn intent(&self) -> Intent<'_> {
        let mut intent = Intent::default();
        if self.kill {
            intent.actions.push(Action::DeleteAll(&self.library));
        }
        for (_, change) in &self.changes {
            match change {
                Change::Contents(contents) => intent.actions.extend(contents.intent().actions),
                change => intent.actions.push(change.action()),
            }
        }
        intent
    }

    fn run_claimed(&self, site: Site, environment: &mut Environment<'_>) -> Outcome {
        run_alone(site, environment, |environment, outcome| self.run(environment, outcome))
    }
}
