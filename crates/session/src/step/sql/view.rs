//! Executes a view for a step that reads it.

use feedrate_dataset::DataSetName;
use feedrate_language::{Diagnostic, Reader};
use feedrate_sql::{Setting, SqlOptions, bind_view};
use feedrate_values::function::Clock as _;

use crate::clock::LocalClock;
use crate::session::Session;
use crate::step::StepRun;

impl Session<'_> {
    /// Writes the rows of a view to WORK, so that a step can read them.
    ///
    /// # Errors
    ///
    /// Returns an error if the view is invalid or cannot be read.
    pub(in crate::step) fn show_sql_view(&mut self, view: &DataSetName, reader: &mut Reader) -> Result<(), String> {
        let at = reader.position();
        let run = StepRun::view(view, self.log.site(at).line);
        let formats = self.conversions.formats().clone();
        let now = LocalClock.datetime();
        // A view that reads views which are DATA steps is bound again over the rows of these.
        let (stand_in, (bound, diagnostics)) = loop {
            let stand_in = self.next_stand_in()?;
            self.views.begin_lowering();
            // The view returns all of its rows, to which OBS= of the step applies.
            let lowered = self.lower(|catalog, options| {
                let whole = feedrate_lower::Options {
                    first_observation: 1,
                    last_observation: None,
                    ..*options
                };
                let setting = Setting {
                    catalog,
                    options: &whole,
                    formats: &formats,
                    symbols: reader.symbols(),
                    now,
                    cluster: super::cluster(),
                };
                bind_view(view, &stand_in, at, setting)
            });
            if !self.show_asked_for(reader) {
                break (stand_in, lowered);
            }
        };
        let (errors, others): (Vec<_>, Vec<_>) = diagnostics.into_iter().partition(Diagnostic::is_error);
        self.log.diagnostics(&others, reader.sources());
        if let Some(error) = errors.into_iter().next() {
            return Err(error.message);
        }
        let failed = || format!("the view {view} could not be read");
        let bound = bound.ok_or_else(failed)?;
        if self.execution.is_checking() {
            let made = bound.makes().first().ok_or_else(failed)?;
            self.outputs.predict_view(view, &made.schema);
            return Ok(());
        }
        self.begin_step(&run);
        let outcome = self.with_environment(reader, |environment| {
            let done = bound.run(&SqlOptions::default(), environment);
            done.map(|done| done.outcome).unwrap_or_default()
        });
        let has_failed = outcome.is_failed();
        self.log_outcome(&outcome, reader.sources());
        self.end_step(&run, Some(&outcome));
        if has_failed {
            return Err(failed());
        }
        self.libraries.stand_in(view.clone(), stand_in);
        Ok(())
    }
}
