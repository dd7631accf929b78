//! PROC CONTENTS.

mod attributes;
pub(crate) mod grammar;
mod index_list;
mod order;
mod out;
mod result_tables;
mod run;

use feedrate_language::tree::Extent;
use feedrate_procedure::{Action, Definition, Grammar, Intent, Procedure, Reads, run_alone};
use feedrate_program::{Site, Write};
use feedrate_rows::Outcome;
use feedrate_rows::environment::Environment;

pub use out::{CONTENTS_COLUMNS, ContentsOut};
pub use run::{Contents, ContentsOf};

pub(crate) const DEFINITION: Definition = Definition {
    name: "CONTENTS",
    extent: Extent::Run,
    reads: Reads::Libraries,
    grammar: Grammar::Here(grammar::lower),
    syntax: grammar::syntax,
};

impl Procedure for Contents {
    fn makes(&self) -> &[Write] {
        self.out.as_ref().map_or(&[], |out| &out.step.writes)
    }

    fn intent(&self) -> Intent<'_> {
        let described = match &self.data {
            ContentsOf::One(name) => Action::Describe(name),
            ContentsOf::All(library) => Action::DescribeAll(library),
        };
        let mut intent = Intent::of(described);
        let made = self.out.as_ref().map(|out| Action::Make(&out.step));
        intent.actions.extend(made);
        intent
    }

    fn run_claimed(&self, site: Site, environment: &mut Environment<'_>) -> Outcome {
        run_alone(site, environment, |environment, outcome| self.run(environment, outcome))
    }
}
