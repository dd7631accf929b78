//! PROC TRANSPOSE: turns observations into variables, and variables into observations.
//!
//! The new variables depend on the observations, which are therefore read once to find the variables ([`columns`]),
//! and again to be transposed, one BY group at a time ([`group`]).

mod chosen;
mod columns;
mod fault;
mod grammar;
mod group;
mod out_options;
mod request;

use columns::Columns;
use feedrate_dataset::DataSetName;
use feedrate_language::tree::Extent;
use feedrate_procedure::passes::Passes;
use feedrate_procedure::{Action, Definition, Grammar, Intent, OutputSize, Procedure, Reads, StepIntent, names};
use feedrate_program::{Site, Write};
use feedrate_rows::environment::{Environment, Severity};
use feedrate_rows::{Outcome, Runtime, StepResult};
use group::Group;
use request::{ReadEvent, Transpose};

pub(crate) const DEFINITION: Definition = Definition {
    name: "TRANSPOSE",
    extent: Extent::Run,
    reads: Reads::Passes("PROC TRANSPOSE goes through its data twice"),
    grammar: Grammar::Here(grammar::lower),
    syntax: grammar::syntax,
};

impl Procedure for Transpose {
    /// The columns are known only when the step runs.
    fn makes(&self) -> &[Write] {
        &[]
    }

    fn changes(&self) -> Vec<&DataSetName> {
        names(&self.step.writes)
    }

    fn intent(&self) -> Intent<'_> {
        Intent::of(Action::Step(StepIntent {
            passes: 2,
            ..StepIntent::reading(&self.step, OutputSize::Unknown)
        }))
    }

    fn run_claimed(&self, site: Site, environment: &mut Environment<'_>) -> Outcome {
        let memory = usize::try_from(environment.options.memory_bytes / 2).unwrap_or(usize::MAX);
        let mut passes = Passes::new(&self.step, Vec::new(), 1, site);
        let mut columns = Columns::new(self);
        let first = passes.in_order(environment, &mut |runtime| {
            self.each(runtime, |runtime, event| columns.take(runtime, event))
        });
        if let Err(failed) = first {
            return *failed;
        }
        let log = &mut *environment.log;
        if columns.without_id > 0 {
            let text = format!("{} observations omitted due to missing ID values.", columns.without_id);
            log.message(Severity::Warning, &text);
        }
        if columns.repeated > 0 {
            let text = format!(
                "{} observations take the place of earlier ones with the same ID value, as LET says.",
                columns.repeated
            );
            log.message(Severity::Warning, &text);
        }
        for name in self.chosen.unknown_names(&|name| columns.has(name)) {
            let text = format!("The variable {name} in the DROP, KEEP, or RENAME list has never been referenced.");
            log.message(Severity::Warning, &text);
        }
        let (step, place) = match columns.step() {
            Ok(made) => made,
            Err(fault) => return passes.failed(fault, environment),
        };
        let made = passes.making(&step, environment, &mut |runtime| {
            let mut group = Group::new(self, &columns, place, memory)?;
            self.each(runtime, |runtime, ends| group.take(runtime, ends))
        });
        match made {
            Ok(outcome) => passes.log_passes(*outcome, environment.log),
            Err(failed) => *failed,
        }
    }
}

impl Transpose {
    /// Calls `each` with every observation and the end of every BY group. Without BY there is one group even without
    /// observations, since its variables become observations all the same.
    fn each(
        &self,
        runtime: &mut Runtime<'_, '_>,
        mut each: impl FnMut(&mut Runtime<'_, '_>, ReadEvent) -> StepResult<()>,
    ) -> StepResult<()> {
        while runtime.read(0)? {
            runtime.core.check_stop()?;
            each(runtime, ReadEvent::Observation)?;
            if let Some(last) = self.last
                && runtime.core.values.number(last) == 1.0
            {
                each(runtime, ReadEvent::EndOfGroup)?;
            }
        }
        match self.last {
            None => each(runtime, ReadEvent::EndOfGroup),
            Some(_) => Ok(()),
        }
    }
}
