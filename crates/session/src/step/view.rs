//! Views for steps that read data sets: what a view shows is laid down in WORK for as long as the step takes.

use std::collections::HashMap;

use feedrate_dataset::{DataSetName, Error};
use feedrate_language::Reader;

use super::catalog::SessionCatalog;
use crate::log::Severity;
use crate::session::Session;

/// The views that a step names where data sets are read.
#[derive(Debug, Default)]
pub(crate) struct Views {
    /// Those that are to be carried out before the step is lowered anew.
    asked_for: Vec<DataSetName>,
    /// Those that could not be, each with why.
    unreadable: HashMap<DataSetName, String>,
}

impl Views {
    /// Has a view carried out before the step is lowered anew, if that has not failed. Returns why it cannot be read now.
    pub(super) fn ask_for(&mut self, view: &DataSetName) -> String {
        if let Some(why) = self.unreadable.get(view) {
            return why.clone();
        }
        self.asked_for.push(view.clone());
        format!(
            "{view} is a view, which cannot be read here; make a table of it with CREATE TABLE of PROC SQL"
        )
    }

    /// Returns each view that was asked for once, in the order of their names.
    fn take_asked_for(&mut self) -> Vec<DataSetName> {
        let mut views = std::mem::take(&mut self.asked_for);
        views.sort();
        views.dedup();
        views
    }
}

impl Session<'_> {
    /// Lowers a step. Where it reads views, they are carried out first, and it is lowered anew over what they give.
    ///
    /// What the step `changes` is claimed before it runs. Where other processes had changed it before that, the step is
    /// lowered anew over what is there now.
    pub(super) fn lower_over_views<T>(
        &mut self,
        reader: &mut Reader,
        lower: impl Fn(&mut SessionCatalog<'_>, &feedrate_lower::Options) -> T,
        changes: impl Fn(&T) -> Vec<DataSetName>,
    ) -> T {
        let unnamed = self.outputs.unnamed();
        self.views.unreadable.clear();
        let mut is_claimed = self.execution.is_checking();
        loop {
            self.views.asked_for.clear();
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
                    // The error is reported where the step names the view.
                    self.views.unreadable.insert(view, why);
                }
            }
            self.outputs.rewind_unnamed(unnamed);
        }
    }

    /// Claims data sets that a step changes. Returns whether they, and what views read of them, are still what the step was
    /// lowered over. An error of the claim is the step's own to report.
    pub(super) fn claim_current(&self, names: &[DataSetName]) -> bool {
        match self.libraries.claim(names) {
            Ok(is_current) => is_current,
            Err(error) => !matches!(error, Error::Changed { .. }),
        }
    }

    /// Removes what views have laid down for a step that is over.
    pub(crate) fn end_views(&mut self) {
        if let Err(error) = self.libraries.end_stand_ins() {
            self.log.message(Severity::Warning, &error.to_string());
        }
    }
}
