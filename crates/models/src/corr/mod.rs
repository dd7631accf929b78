//! PROC CORR: correlations of variables.
//!
//! | module | contents |
//! |---|---|
//! | [`request`](Corr) | the request |
//! | [`gather`] | gathers the observations of a BY group |
//! | [`correlations`] | the correlations of all pairs |
//! | [`ranks`], [`spilled`] | the ranks of observations in memory, and of those that do not fit into it |
//! | [`listing`], [`number`] | the listing |
//! | [`result_tables`] | the tables of results |
//! | [`output`] | the data sets of OUTP= and OUTS= |

mod correlations;
mod gather;
mod grammar;
mod listing;
mod number;
mod output;
mod ranks;
mod request;
mod result_tables;
mod spilled;

use correlations::Correlations;
use feedrate_dataset::DataSetName;
use feedrate_language::tree::Extent;
use feedrate_procedure::records::ranked::room_for_ranks;
use feedrate_procedure::records::spilling::SpillSetting;
use feedrate_procedure::variables::group_values;
use feedrate_procedure::{Definition, Grammar, Intent, OutputSize, Procedure, Reads, names};
use feedrate_program::{Site, Write};
use feedrate_rows::environment::{Environment, Severity};
use feedrate_rows::{Outcome, Runtime, StepResult, run_procedure};
use gather::GroupObservations;

pub use request::{Corr, CorrListing, CorrOutput};

pub(crate) const DEFINITION: Definition = Definition {
    name: "CORR",
    extent: Extent::Run,
    reads: Reads::Once,
    grammar: Grammar::Here(grammar::lower),
    syntax: grammar::syntax,
};

impl Procedure for Corr {
    fn makes(&self) -> &[Write] {
        &self.step.writes
    }

    fn changes(&self) -> Vec<&DataSetName> {
        names(self.makes())
    }

    fn intent(&self) -> Intent<'_> {
        Intent::reading(&self.step, OutputSize::Few)
    }

    fn run_claimed(&self, site: Site, environment: &mut Environment<'_>) -> Outcome {
        let memory = usize::try_from(environment.options.memory_bytes / 2).unwrap_or(usize::MAX);
        let room = room_for_ranks(environment.utility_folder, memory);
        let setting = Setting {
            spilling: SpillSetting {
                room: &room,
                memory,
                stop: environment.stop,
            },
            threads: environment.options.workers() as usize,
            line_size: environment.options.line_size as usize,
        };
        let mut is_begun = false;
        let mut outcome = run_procedure(&self.step, environment, &mut |runtime, _| {
            let done = self.groups(runtime, &setting, &mut is_begun);
            done.map_err(|fault| fault.at(site))
        });
        outcome.utility = room.accounts();
        for read in &outcome.read {
            if read.observations == 0 && !outcome.is_failed() {
                let text = format!("No observations in data set {}.", read.name);
                environment.log.message(Severity::Note, &text);
            }
        }
        outcome
    }
}

/// The options of a session that matter to BY groups.
struct Setting<'r> {
    spilling: SpillSetting<'r>,
    threads: usize,
    line_size: usize,
}

impl Corr {
    fn groups(&self, runtime: &mut Runtime<'_, '_>, setting: &Setting<'_>, is_begun: &mut bool) -> StepResult<()> {
        let empty = || GroupObservations::new(self, setting.spilling, setting.threads);
        let mut gathered = empty();
        let mut row = vec![0.0; self.variables.len()];
        let mut is_any = false;
        while runtime.read(0)? {
            runtime.core.check_stop()?;
            is_any = true;
            let values = &runtime.core.values;
            for (number, variable) in row.iter_mut().zip(&self.variables) {
                *number = values.number(variable.slot);
            }
            let weight = self.weight.map_or(1.0, |slot| values.number(slot));
            gathered.take(&row, weight)?;
            if let Some(group) = self.groups.last()
                && values.number(group.last) == 1.0
            {
                let ended = std::mem::replace(&mut gathered, empty());
                self.report(ended, setting.line_size, is_begun, runtime)?;
            }
        }
        match self.groups.is_empty() && is_any {
            true => self.report(gathered, setting.line_size, is_begun, runtime),
            false => Ok(()),
        }
    }

    /// Lists the results of a BY group, whose values are in the vector, and writes its observations.
    fn report(
        &self,
        gathered: GroupObservations<'_, '_>,
        line_size: usize,
        is_begun: &mut bool,
        runtime: &mut Runtime<'_, '_>,
    ) -> StepResult<()> {
        let found = Correlations::of(self, gathered, runtime.core.stop_check())?;
        if let Some(listing) = &self.listing {
            let groups = group_values(&self.groups, runtime);
            let out = runtime.listing();
            if !std::mem::replace(is_begun, true) {
                out.heading("The CORR Procedure");
            }
            out.by_group(&groups);
            found.list(listing, line_size, out);
        }
        for output in &self.outputs {
            output::output(&found, output, runtime)?;
        }
        Ok(())
    }
}
