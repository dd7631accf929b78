//! Views in steps that read data sets: the rows of a view are written to WORK for the duration of the step.

use feedrate_dataset::{DataSetName, Error};
use feedrate_language::parse::is_stored_step;
use feedrate_language::tree::DataStep;
use feedrate_language::{Diagnostic, Reader};
use feedrate_lower::LoweredStep;

use super::catalog::SessionCatalog;
use super::names_of;
use crate::session::Session;

impl Session<'_> {
    /// Lowers a DATA step, which may be one to be stored.
    pub(super) fn lower_data_step(&mut self, step: &DataStep, reader: &mut Reader) -> LoweredStep {
        // The names of what is stored are found again when the step runs.
        let stored = step
            .stored
            .as_ref()
            .and_then(|stored| self.stored_name(&stored.name).ok());
        let is_stored = stored.is_some();
        if let Some(name) = stored {
            self.views.open(name.clone(), name);
        }
        let lowered = self.lower_over_views(
            reader,
            |catalog, options| feedrate_lower::data_step(step, catalog, options),
            |lowered| match is_stored || lowered.diagnostics.iter().any(Diagnostic::is_error) {
                true => Vec::new(),
                false => {
                    let mut names = names_of(&lowered.step.writes);
                    let modified = lowered.step.modified.iter();
                    names.extend(modified.map(|modified| modified.data_set.clone()));
                    names
                }
            },
        );
        if is_stored {
            self.views.close();
        }
        lowered
    }

    /// Lowers a step. If it reads views, they are executed first, and it is lowered again over their rows.
    ///
    /// The data sets that the step `changes` are claimed before it runs. If other processes have changed them since,
    /// the step is lowered again.
    pub(super) fn lower_over_views<T>(
        &mut self,
        reader: &mut Reader,
        lower: impl Fn(&mut SessionCatalog<'_>, &feedrate_lower::Options) -> T,
        changes: impl Fn(&T) -> Vec<DataSetName>,
    ) -> T {
        let unnamed = self.outputs.unnamed();
        self.views.begin_step();
        let mut is_claimed = self.execution.is_checking();
        loop {
            let lowered = self.lower_nested(reader, &lower);
            if is_claimed || self.claim_current(&changes(&lowered)) {
                return lowered;
            }
            is_claimed = true;
            self.libraries.forget();
            self.end_views();
            self.outputs.rewind_unnamed(unnamed);
        }
    }

    /// Lowers a step, and again after each execution of the views that it reads.
    pub(super) fn lower_nested<T>(
        &mut self,
        reader: &mut Reader,
        lower: impl Fn(&mut SessionCatalog<'_>, &feedrate_lower::Options) -> T,
    ) -> T {
        let unnamed = self.outputs.unnamed();
        loop {
            self.views.begin_lowering();
            let lowered = self.lower(&lower);
            if !self.show_asked_for(reader) {
                return lowered;
            }
            self.outputs.rewind_unnamed(unnamed);
        }
    }

    /// Executes the views that a step has requested. Returns false if it has requested none.
    pub(super) fn show_asked_for(&mut self, reader: &mut Reader) -> bool {
        let views = self.views.take_asked_for();
        for view in &views {
            if let Err(why) = self.show_view(view, reader) {
                self.views.set_unreadable(view.clone(), why);
            }
        }
        !views.is_empty()
    }

    fn show_view(&mut self, view: &DataSetName, reader: &mut Reader) -> Result<(), String> {
        // Views of the dictionary are in no library.
        match self.libraries.view(view).ok().flatten() {
            Some(text) if is_stored_step(&text) => self.show_step_view(view, &text, reader),
            _ => self.show_sql_view(view, reader),
        }
    }

    /// Claims data sets that a step changes. Returns whether they, and the data sets that views read, are unchanged
    /// since the step was lowered. An error of the claim is left for the step to report.
    pub(super) fn claim_current(&self, names: &[DataSetName]) -> bool {
        match self.libraries.claim(names) {
            Ok(is_current) => is_current,
            Err(error) => !matches!(error, Error::Changed { .. }),
        }
    }

    /// Removes the rows of views that were written for a step that has ended.
    pub(crate) fn end_views(&mut self) {
        if let Err(error) = self.libraries.end_stand_ins() {
            self.log.warning(&error.to_string());
        }
    }
}
