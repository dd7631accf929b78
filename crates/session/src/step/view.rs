//! Views in steps that read data sets: the rows of a view are written to WORK for the duration of the step.

use feedrate_dataset::{DataSetName, Error};
use feedrate_language::Reader;

use super::catalog::SessionCatalog;
use crate::session::Session;

impl Session<'_> {
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
            self.views.begin_lowering();
            let lowered = self.lower(&lower);
            let views = self.views.take_asked_for();
            if views.is_empty() {
                if is_claimed || self.claim_current(&changes(&lowered)) {
                    return lowered;
                }
                is_claimed = true;
                self.libraries.forget();
                self.end_views();
            }
            for view in views {
                if let Err(why) = self.show_view(&view, reader) {
                    self.views.set_unreadable(view, why);
                }
            }
            self.outputs.rewind_unnamed(unnamed);
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
