//! Views for steps that read data sets: what a view shows is laid down in WORK for as long as the step takes.

use feedrate_dataset::{DataSetName, Error};
use feedrate_language::Reader;

use crate::catalog::SessionCatalog;
use crate::log::Severity;
use crate::session::Session;

impl Session<'_> {
    /// Lowers a step. Where it reads views, they are carried out first, and it is lowered anew over what they give.
    ///
    /// What the step `changes` is claimed before it runs. Where other processes had changed it before that, the step is
    /// lowered anew over what is there now.
    pub(crate) fn lower_over_views<T>(
        &mut self,
        reader: &mut Reader,
        lower: impl Fn(&mut SessionCatalog<'_>, &feedrate_lower::Options) -> T,
        changes: impl Fn(&T) -> Vec<DataSetName>,
    ) -> T {
        let unnamed = self.data_sets.unnamed;
        self.data_sets.unread_views.clear();
        let mut is_claimed = self.checking;
        loop {
            self.data_sets.views.clear();
            let lowered = self.lower(&lower);
            let mut views = std::mem::take(&mut self.data_sets.views);
            if views.is_empty() {
                if is_claimed || self.claim_current(&changes(&lowered)) {
                    return lowered;
                }
                is_claimed = true;
                self.data_sets.unnamed = unnamed;
                self.libraries.forget();
                self.end_views();
                continue;
            }
            views.sort();
            views.dedup();
            for view in views {
                if let Err(why) = self.show_view(&view, reader) {
                    // That is told where the step names it.
                    self.data_sets.unread_views.insert(view, why);
                }
            }
            self.data_sets.unnamed = unnamed;
        }
    }

    /// Claims data sets for a step. False where they, or what the step read of them through a view, are not what it was
    /// understood by. Why one cannot be claimed is told by the step itself.
    pub(crate) fn claim_current(&self, names: &[DataSetName]) -> bool {
        match self.libraries.claim(names) {
            Ok(is_current) => is_current,
            Err(error) => !matches!(error, Error::Changed { .. }),
        }
    }

    /// A build without SQL cannot carry views out.
    #[cfg(not(feature = "sql"))]
    fn show_view(&mut self, view: &DataSetName, _: &mut Reader) -> Result<(), String> {
        Err(format!(
            "{view} is a view, and this build of feedrate has no PROC SQL to read it with"
        ))
    }

    /// The step is over, and what views have laid down for it goes.
    pub(crate) fn end_views(&mut self) {
        if let Err(error) = self.libraries.end_stand_ins() {
            self.log.message(Severity::Warning, &error.to_string());
        }
    }

    /// Lays down what a view shows, so that it can be read, or tells why not.
    #[cfg(feature = "sql")]
    fn show_view(&mut self, view: &DataSetName, reader: &mut Reader) -> Result<(), String> {
        use feedrate_dataset::library::WORK;
        use feedrate_language::Diagnostic;
        use feedrate_sql::{Setting, SqlOptions, bind_view};
        use feedrate_steps::data::Outcome;
        use feedrate_values::function::Clock;

        use crate::step::{Began, Title};
        use crate::step_log::StepLog;

        let began = Began::now();
        let number = self.libraries.stand_ins() + 1;
        let stand_in = DataSetName::new(WORK, &format!("_FEEDRATE_VIEW_{number}"))
            .map_err(|error| error.to_string())?;
        let at = reader.position();
        let formats = self.formats.clone();
        let now = self.clock.datetime();
        // The view gives all of its rows, and OBS= counts those.
        let (bound, said) = self.lower(|catalog, options| {
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
            };
            bind_view(view, &stand_in, at, setting)
        });
        let (errors, others): (Vec<_>, Vec<_>) = said.into_iter().partition(Diagnostic::is_error);
        self.tell(&others, reader.sources());
        if let Some(error) = errors.into_iter().next() {
            return Err(error.message);
        }
        let failed = || format!("the view {view} could not be read");
        let bound = bound.ok_or_else(failed)?;
        if self.checking {
            let made = bound.makes().first().ok_or_else(failed)?;
            let schema = made.schema.clone();
            self.data_sets.checked.insert(view.clone(), schema);
            return Ok(());
        }
        let title = Title::of_view(view, self.lines.site(at).line);
        self.begin_step(&title);
        let outcome: Outcome = self.with_environment(reader, |environment| {
            let done = bound.run(&SqlOptions::default(), environment);
            done.map(|done| done.outcome).unwrap_or_default()
        });
        let has_failed = outcome.is_failed();
        outcome.tell(&mut StepLog {
            log: &mut self.log,
            lines: &self.lines,
            sources: reader.sources(),
        });
        self.end_step(&title, Some(&outcome), &began);
        if has_failed {
            return Err(failed());
        }
        self.libraries.stand_in(view.clone(), stand_in);
        Ok(())
    }
}
