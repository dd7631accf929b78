//! PROC RANK: computes ranks of values, which replace them or are added as variables.
//!
//! The ranks of a group depend on all of its values. Therefore the values are read first, and the observations are read
//! again and written with the ranks ([`scores`]); those that do not fit into memory are spilled ([`values`]). Where a
//! cluster has counted the values, they are not read first ([`counted`]).

mod counted;
mod grammar;
mod request;
mod scores;
mod values;

use feedrate_language::tree::Extent;
use feedrate_procedure::cluster::{ClusterRequest, ClusterWork, column};
use feedrate_procedure::passes::Passes;
use feedrate_procedure::records::ranked::room_for_ranks;
use feedrate_procedure::records::spilling::SpillSetting;
use feedrate_procedure::{Action, Definition, Grammar, Intent, OutputSize, Procedure, Reads, StepIntent};
use feedrate_program::{Site, Slot, Write};
use feedrate_rows::environment::Environment;
use feedrate_rows::{Outcome, Runtime, StepResult};
use request::Rank;
use values::RankValues;

pub(crate) const DEFINITION: Definition = Definition {
    name: "RANK",
    extent: Extent::Run,
    reads: Reads::Passes("PROC RANK goes through its data twice"),
    grammar: Grammar::Here(grammar::lower),
    syntax: grammar::syntax,
};

impl Procedure for Rank {
    fn makes(&self) -> &[Write] {
        &self.step.writes
    }

    fn intent(&self) -> Intent<'_> {
        Intent::of(Action::Step(StepIntent {
            passes: 2,
            ..StepIntent::reading(&self.step, OutputSize::AsInput)
        }))
    }

    fn cluster_request(&self) -> Option<ClusterRequest> {
        if self.last.is_some() || self.variables.len() > MOST_COUNTED {
            return None;
        }
        let variables = self.variables.iter();
        let variables = variables.map(|(slot, _)| column(&self.step, Slot::Number(*slot)));
        let variables = variables.collect::<Option<_>>()?;
        ClusterRequest::of(&self.step, ClusterWork::Values { variables })
    }

    fn run_claimed(&self, site: Site, environment: &mut Environment<'_>) -> Outcome {
        let memory = usize::try_from(environment.options.memory_bytes / 2).unwrap_or(usize::MAX);
        let threads = environment.options.workers() as usize;
        let mut passes = Passes::new(&self.step, Vec::new(), 1, site);
        match self.counted(environment.libraries, memory) {
            Ok(None) => {}
            Ok(Some(counted)) => return self.look_up(&counted, passes, environment),
            Err(fault) => return passes.failed(fault, environment),
        }
        let room = room_for_ranks(environment.utility_folder, memory);
        let spilling = SpillSetting {
            room: &room,
            memory,
            stop: environment.stop,
        };
        let mut values = RankValues::new(self, spilling);
        let first = passes.in_order(environment, &mut |runtime| self.take(runtime, &mut values));
        if let Err(failed) = first {
            return *failed;
        }
        let mut ranks = match values.ranked(threads) {
            Ok(ranks) => ranks,
            Err(fault) => return passes.failed(fault, environment),
        };
        let made = passes.making(&self.step, environment, &mut |runtime| {
            let mut place = 0;
            while runtime.read(0)? {
                runtime.core.check_stop()?;
                ranks.set(place, &mut runtime.core.values)?;
                place += 1;
                runtime.output(&[0])?;
            }
            Ok(())
        });
        match made {
            Ok(mut outcome) => {
                outcome.utility = room.accounts();
                passes.log_passes(*outcome, environment.log)
            }
            Err(failed) => *failed,
        }
    }
}

/// The most variables whose values a cluster counts. Each takes a pass over the data set.
const MOST_COUNTED: usize = 4;

impl Rank {
    /// Reads the values of all observations.
    fn take(&self, runtime: &mut Runtime<'_, '_>, values: &mut RankValues<'_, '_>) -> StepResult<()> {
        while runtime.read(0)? {
            runtime.core.check_stop()?;
            let row = &runtime.core.values;
            values.push(row)?;
            if self.last.is_some_and(|last| row.number(last) == 1.0) {
                values.end_group();
            }
        }
        if self.last.is_none() {
            values.end_group();
        }
        Ok(())
    }
}
