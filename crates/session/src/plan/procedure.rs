//! The plan of a procedure.

use std::collections::BTreeSet;

use feedrate_dataset::{DataSetName, Libraries};
use feedrate_procedures::{Action, Growth, Intent, OutputSize, SortIntent, StepIntent};
use feedrate_program::DataStep;
use feedrate_rows::environment::Options;
use feedrate_rows::planned_parts;

use super::PlannedStep;
use super::known::ProgramPlan;
use super::uses::{OutputPlan, Reading};
use crate::step_outputs::StepOutputs;

/// The parts of the session that the plan of a procedure uses.
pub(crate) struct ProcedureContext<'s> {
    pub(crate) libraries: &'s Libraries,
    pub(crate) outputs: &'s mut StepOutputs,
    pub(crate) options: Options,
}

/// The plan of a procedure so far.
pub(super) struct Draft {
    pub(super) planned: PlannedStep,
    /// The name of the step in the headers of the data sets that it makes.
    pub(super) creator: &'static str,
    pub(super) assumptions: BTreeSet<String>,
}

impl ProgramPlan {
    /// Plans a procedure that begins at a line.
    pub(crate) fn procedure(&mut self, intent: Intent<'_>, name: &str, line: u32, around: &mut ProcedureContext<'_>) {
        self.described.clear();
        let mut draft = Draft {
            planned: PlannedStep::new(name, line),
            creator: "",
            assumptions: intent.assumptions.iter().map(|&text| text.to_owned()).collect(),
        };
        for action in intent.actions {
            if let Err(why) = self.action(action, &mut draft, around) {
                draft.planned.not_planned.get_or_insert(why);
            }
        }
        draft.planned.assumptions = draft.assumptions.into_iter().collect();
        self.steps.push(draft.planned);
    }

    fn action(
        &mut self,
        action: Action<'_>,
        draft: &mut Draft,
        around: &mut ProcedureContext<'_>,
    ) -> Result<(), String> {
        let libraries = around.libraries;
        draft.creator = action.creator();
        match action {
            Action::Step(step) => self.step(&step, draft, around),
            Action::Sort(sort) => self.sort(sort, draft, around),
            Action::Copy {
                from,
                to,
                select,
                exclude,
                moves,
            } => {
                let all = match select {
                    Some(names) => names.into_iter().cloned().collect(),
                    None => self.members(from, libraries)?,
                };
                for name in all.iter().filter(|name| !exclude.contains(name)) {
                    let target = DataSetName::new(to, name.member());
                    let target = target.map_err(|error| error.to_string())?;
                    self.copy(name, &target, draft, around)?;
                    if moves {
                        let why = format!("{name} was moved by an earlier step");
                        self.remove(name, why, around);
                    }
                }
                Ok(())
            }
            Action::Append { base, data } => self.append(base, data, draft, around),
            Action::Describe(name) => self.describe(name, draft, around),
            Action::DescribeAll(library) => {
                let names = self.members(library, libraries)?;
                let mut names = names.iter();
                names.try_for_each(|name| self.describe(name, draft, around))
            }
            Action::Make(step) => {
                let growth = Some(Growth::Nothing);
                self.outputs(step, &[], (0, true), growth, draft, around);
                Ok(())
            }
            Action::Delete(names) => {
                for name in names {
                    let why = format!("{name} was deleted by an earlier step");
                    self.remove(name, why, around);
                }
                Ok(())
            }
            Action::DeleteAll(library) => {
                for name in self.members(library, libraries)? {
                    let why = format!("{name} was deleted by an earlier step");
                    self.remove(&name, why, around);
                }
                Ok(())
            }
            Action::Other(what) => Err(format!("{what} is not planned")),
        }
    }

    /// Plans the reading of a step's input, and its outputs.
    fn step(
        &mut self,
        intent: &StepIntent<'_>,
        draft: &mut Draft,
        around: &mut ProcedureContext<'_>,
    ) -> Result<(), String> {
        let (step, libraries) = (intent.step, around.libraries);
        let (mut rows, mut is_estimated) = (0_u64, false);
        for source in step.reads.iter().flat_map(|read| &read.sources) {
            let input = match self.input(source, libraries, &mut draft.assumptions) {
                Ok(input) => input,
                Err(why) => {
                    draft.planned.not_planned.get_or_insert(why);
                    continue;
                }
            };
            let all = input.available.rows;
            let own = input.rows_for(source, all);
            let can_seek = input.known.extent.as_ref().is_some_and(|it| it.can_seek());
            let workers = match can_seek {
                true => intent.workers(&around.options),
                false => 1,
            };
            let row_bytes = input.known.schema.row_length().into();
            let parts = planned_parts(source, &own, row_bytes, workers);
            let mut passes = Vec::new();
            for _ in 0..intent.scans {
                let cores = u32::try_from(parts.len()).unwrap_or(u32::MAX);
                draft.planned.threads = draft.planned.threads.max(cores);
                passes.extend(parts.iter().cloned());
            }
            passes.extend((0..intent.passes).map(|_| own.clone()));
            let (name, settings) = (&source.data_set, &source.settings);
            let reading = Reading::Passes(passes);
            let read = self.reading(name, &input.known, settings, &reading, all, libraries);
            draft.planned.reads.push(read);
            rows = rows.saturating_add(all);
            is_estimated |= !input.available.is_sure;
        }
        let input = (rows, is_estimated);
        self.outputs(step, &intent.outputs, input, None, draft, around);
        Ok(())
    }

    /// Plans the outputs of a step. `input` is how many observations its input has, and true if that is estimated.
    /// Without `growth`, the outputs grow by their sizes.
    fn outputs(
        &mut self,
        step: &DataStep,
        sizes: &[OutputSize],
        (rows, is_estimated): (u64, bool),
        growth: Option<Growth>,
        draft: &mut Draft,
        around: &mut ProcedureContext<'_>,
    ) {
        for (index, write) in step.writes.iter().enumerate() {
            let name = &write.data_set;
            let size = sizes.get(index).copied().unwrap_or(OutputSize::Few);
            let (count, is_estimated) = match size {
                OutputSize::AsInput => (rows, is_estimated),
                OutputSize::Exactly(count) => (count, false),
                OutputSize::Few => {
                    draft
                        .assumptions
                        .insert(format!("{name} has no more observations than fit on its first page"));
                    (1, true)
                }
                OutputSize::Unknown => {
                    let why = format!("the variables of {name} are known when the step has run");
                    self.remove(name, why.clone(), around);
                    draft.planned.not_planned.get_or_insert(why);
                    continue;
                }
            };
            let mut output = OutputPlan::of(write, draft.creator, count, is_estimated);
            output.growth = growth.or_else(|| size.growth());
            self.output(output, &mut draft.planned, around.libraries);
        }
    }

    fn sort(
        &mut self,
        sort: &dyn SortIntent,
        draft: &mut Draft,
        around: &mut ProcedureContext<'_>,
    ) -> Result<(), String> {
        let libraries = around.libraries;
        let mut sources = sort.step().reads.iter().flat_map(|read| &read.sources);
        let Some(source) = sources.next() else {
            return Ok(());
        };
        let input = match self.input(source, libraries, &mut draft.assumptions) {
            Ok(input) => input,
            Err(why) => {
                draft.planned.not_planned = Some(why.clone());
                for write in &sort.step().writes {
                    let output = OutputPlan::of(write, draft.creator, 0, true);
                    self.output(output, &mut draft.planned, libraries);
                }
                return Err(why);
            }
        };
        let (rows, known) = (input.available.rows, &input.known);
        let most = input.window.end;
        draft.planned.sort = sort.plan(&known.schema, rows, most, &around.options);
        draft.assumptions.insert(format!("{} is in no order", source.data_set));
        let read = self.reading_in_order(source, &input, rows, 1, libraries);
        draft.planned.reads.push(read);
        for (index, write) in sort.step().writes.iter().enumerate() {
            let (count, is_estimated) = match index {
                0 => {
                    if !sort.keeps_all() {
                        draft
                            .assumptions
                            .insert(format!("{} has no duplicates", source.data_set));
                    }
                    let is_sure = input.available.is_sure && sort.keeps_all();
                    (rows, !is_sure)
                }
                _ => (0, true),
            };
            let mut output = OutputPlan::of(write, draft.creator, count, is_estimated);
            output.growth = Some(Growth::Observations);
            if write.label.is_empty() {
                output.facts.label.clone_from(&known.label);
            }
            output.facts.data_set_type.clone_from(&known.data_set_type);
            // A data set that replaces itself keeps its page size and its compression.
            if index == 0 && sort.replaces() {
                output.settings = output.settings.or(&known.attributes);
            }
            self.output(output, &mut draft.planned, libraries);
        }
        Ok(())
    }
}
