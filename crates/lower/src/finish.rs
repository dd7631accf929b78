//! The parts of lowering that need the whole step.

use feedrate_program::{self as program, Slot, Statement, StaticNote};

use super::LoweredStep;
use super::lowering::StepLowering;
use super::variables::Origin;

impl StepLowering<'_> {
    /// Completes the step.
    pub fn finish(mut self, mut body: Vec<Statement>) -> LoweredStep {
        self.apply_labels();
        self.note_uninitialized();
        self.check_end();
        self.settle_late_items(&mut body);
        self.settle_named_inputs(&mut body);
        self.settle_named_variables();
        let number_length = self.declarations.number_length.unwrap_or(8);
        let writes = self.finish_writes(number_length);
        let reads = self.finish_reads();
        let externals = self.files.take();
        let reset = self.reset();
        let modified = self.finish_modified();
        let sites = self.take_sites();
        let mut objects: Vec<_> = std::mem::take(&mut self.objects).into_values().collect();
        objects.sort_unstable_by_key(|object| object.slot.0);
        let mut last = vec![self.error.0];
        last.extend(self.return_code.map(|(id, _)| id));
        last.push(self.iteration.0);
        let step = program::DataStep {
            vector: self.variables.into_vector(&last, number_length),
            arrays: self.arrays,
            iteration: self.iteration.1,
            error: self.error.1,
            reset,
            reads,
            writes,
            modified,
            externals,
            lags: self.lags,
            objects,
            body,
            implicit_output: !self.has_output && !self.has_change,
            sites,
            notes: self.notes,
        };
        LoweredStep {
            step,
            diagnostics: self.diagnostics,
            is_incomplete: self.is_incomplete || self.declarations.is_partial,
        }
    }

    /// Applies LABEL and ATTRIB statements, which take precedence over the labels of data sets wherever they are
    /// written.
    fn apply_labels(&mut self) {
        let mut labels: Vec<_> = std::mem::take(&mut self.declarations.labels).into_iter().collect();
        labels.sort_unstable_by_key(|(_, (_, at))| *at);
        for (name, (label, at)) in labels {
            // A blank label removes the one that the variable has.
            let label = if label.trim().is_empty() { String::new() } else { label };
            match self.variables.find(&name) {
                Some(id) => self.variables.entry_mut(id).label = Some(label),
                None => self.warning(at, format!("LABEL names {name}, which this step does not have")),
            }
        }
    }

    /// Reports variables that are never assigned.
    fn note_uninitialized(&mut self) {
        // Named input can assign to any variable.
        if !self.named_inputs.is_empty() {
            return;
        }
        let bare = self
            .variables
            .iter()
            .filter(|(_, entry)| entry.slot.is_some() && !entry.assigned && entry.origin != Origin::DataSet);
        let names: Vec<_> = bare.map(|(_, entry)| entry.name.clone()).collect();
        if let Some(at) = self.declarations.notes_are_errors {
            for name in names {
                self.error(at, format!("Variable {name} is uninitialized."));
            }
            return;
        }
        self.notes.extend(names.into_iter().map(StaticNote::Uninitialized));
    }

    /// Returns the slots that are set to missing at the start of each iteration: computed variables that are not
    /// retained.
    fn reset(&self) -> Vec<Slot> {
        if self.declarations.retain_all {
            return Vec::new();
        }
        let own = self
            .variables
            .iter()
            .filter(|(_, entry)| entry.origin == Origin::Step && !entry.retained);
        own.filter_map(|(_, entry)| entry.slot).collect()
    }
}
