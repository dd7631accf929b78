//! DATA steps that are stored in libraries: views, which run when they are read, and programs, which are executed.

use feedrate_dataset::DataSetName;
use feedrate_dataset::library::{StoredKind, WORK};
use feedrate_language::parse::{is_stored_step, stored_step};
use feedrate_language::tree::{DataSet, StoredForm, StoredStep, StoredStepRequest};
use feedrate_language::{Diagnostic, Reader, tree};
use feedrate_lower::{Catalog as _, LoweredStep};

use super::CHECKED;
use super::run::StepRun;
use crate::session::Session;

/// Returns the kind of text that a form of stored steps is.
fn kind_of(form: StoredForm) -> StoredKind {
    match form {
        StoredForm::View => StoredKind::View,
        StoredForm::Program => StoredKind::Program,
    }
}

/// Returns the word for a form in messages of the log.
fn word_of(form: StoredForm) -> &'static str {
    match form {
        StoredForm::View => "view",
        StoredForm::Program => "program",
    }
}

impl Session<'_> {
    /// Returns the name of a stored step with its library.
    pub(super) fn stored_name(&mut self, name: &DataSet) -> Result<DataSetName, Diagnostic> {
        self.lower(|catalog, _| {
            let default = catalog.default_library();
            feedrate_lower::whole_name(name, &default, catalog)
        })
    }

    /// Returns the error in the name of a step that is to be stored, if there is one.
    pub(super) fn refusal_of_stored(&mut self, stored: &StoredStep, lowered: &LoweredStep) -> Option<Diagnostic> {
        let at = stored.name.member.at;
        let name = match self.stored_name(&stored.name) {
            Ok(name) => name,
            Err(error) => return Some(error),
        };
        if stored.form == StoredForm::Program {
            return None;
        }
        if !lowered.step.writes.iter().any(|write| write.data_set == name) {
            let text = format!("The view {name} is none of the data sets in the DATA statement.");
            return Some(Diagnostic::error(at, text).with_hint("name it there too, as in `data v / view=v;`"));
        }
        let is_there = self.libraries.exists(&name).unwrap_or(false);
        is_there.then(|| {
            let text = format!("Unable to create {name}.VIEW because {name}.DATA already exists.");
            Diagnostic::error(at, text).with_hint("PROC DELETE removes it")
        })
    }

    /// Stores a step without errors instead of running it.
    pub(super) fn store_step(&mut self, stored: &StoredStep, lowered: &LoweredStep, run: &StepRun) {
        let writes = &lowered.step.writes;
        if self.execution.is_checking() {
            if stored.form == StoredForm::View {
                self.outputs.predict(writes);
            }
            match self.execution.is_planning() {
                true => self.plan_nothing(run.name(), run.line(), Some("stored steps are not planned"), writes),
                false => self.log.note(CHECKED),
            }
            return self.end_step(run, None);
        }
        let name = self.stored_name(&stored.name).map_err(|error| error.message);
        let kept = name.and_then(|name| {
            let kept = self.libraries.store_text(&name, kind_of(stored.form), &stored.text);
            kept.map(|()| name).map_err(|error| error.to_string())
        });
        match kept {
            Ok(name) => {
                let word = word_of(stored.form);
                self.log.note(&format!("DATA STEP {word} saved on file {name}."));
            }
            Err(why) => {
                self.log.error(&why);
                self.execution.begin_checking(&mut self.log);
            }
        }
        self.end_step(run, None);
    }

    /// Describes or executes a stored step.
    pub(crate) fn stored_request(
        &mut self,
        request: &StoredStepRequest,
        diagnostics: Vec<Diagnostic>,
        reader: &mut Reader,
    ) {
        let run = StepRun::data_step(self.log.site(request.at).line);
        let found = match diagnostics.iter().any(Diagnostic::is_error) {
            true => None,
            false => Some(self.find_stored(request)),
        };
        if self.execution.is_checking() && matches!(found, Some(Err(_))) {
            self.log
                .note("This step was not checked, because what it names was not stored.");
            self.plan_nothing(run.name(), run.line(), Some("stored steps are not planned"), &[]);
            return self.end_step(&run, None);
        }
        let mut diagnostics = diagnostics;
        let found = found.and_then(|found| found.map_err(|error| diagnostics.push(error)).ok());
        let diagnostics = self.report(diagnostics, reader);
        let Some((name, text)) = found.filter(|_| !diagnostics.ends_step()) else {
            self.stop_or_skip_step(&diagnostics);
            self.plan_nothing(run.name(), run.line(), Some(super::ERRORS), &[]);
            return self.end_step(&run, None);
        };
        if request.describes {
            let what = match request.form {
                StoredForm::View => "DATA step view",
                StoredForm::Program => "DATA step stored program",
            };
            self.log.note(&format!("{what} {name} is defined as:"));
            self.log.line(b"");
            for line in text.lines() {
                self.log.line(line.as_bytes());
            }
            self.log.gap();
        }
        if !request.executes {
            self.plan_nothing(run.name(), run.line(), None, &[]);
            return self.end_step(&run, None);
        }
        self.log.note(&format!("DATA STEP program loaded from file {name}."));
        match stored_step(&text, request.at) {
            Ok(step) => {
                let step = tree::DataStep { stored: None, ..step };
                self.data_step(&step, Vec::new(), reader);
            }
            Err(error) => {
                let diagnostics = self.report(vec![error], reader);
                self.stop_or_skip_step(&diagnostics);
                self.end_step(&run, None);
            }
        }
    }

    /// Finds the text of a stored step.
    fn find_stored(&mut self, request: &StoredStepRequest) -> Result<(DataSetName, String), Diagnostic> {
        let at = request.name.member.at;
        let name = self.stored_name(&request.name)?;
        let text = self.libraries.stored_text(&name, kind_of(request.form));
        let text = text.map_err(|error| Diagnostic::error(at, error.to_string()))?;
        let is_of_step = |text: &String| request.form == StoredForm::Program || is_stored_step(text);
        match text.filter(is_of_step) {
            Some(text) => Ok((name, text)),
            None => {
                let member_type = word_of(request.form).to_uppercase();
                let error = Diagnostic::error(at, format!("File {name}.{member_type} does not exist."));
                let option = request.form.option();
                Err(error.with_hint(format!(
                    "a DATA statement with `/ {option}={}` stores one",
                    name.member()
                )))
            }
        }
    }

    /// Runs the step of a view. Its rows are read in place of the view until the end of the step that reads it.
    ///
    /// # Errors
    ///
    /// Returns an error if the step is invalid or fails.
    pub(super) fn show_step_view(&mut self, view: &DataSetName, text: &str, reader: &mut Reader) -> Result<(), String> {
        if self.views.is_open(view) {
            return Err(format!("the view {view} reads itself"));
        }
        let at = reader.position();
        let step = stored_step(text, at).map_err(|error| error.message)?;
        let run = StepRun::view(view, self.log.site(at).line);
        // A view that was renamed or copied still has its first name in its text.
        let own = step
            .stored
            .as_ref()
            .and_then(|stored| self.stored_name(&stored.name).ok());
        let own = own.unwrap_or_else(|| view.clone());
        self.views.open(view.clone(), own.clone());
        let shown = self.show_lowered(view, &own, (&step, &run), reader);
        self.views.close();
        shown
    }

    fn show_lowered(
        &mut self,
        view: &DataSetName,
        own: &DataSetName,
        (step, run): (&tree::DataStep, &StepRun),
        reader: &mut Reader,
    ) -> Result<(), String> {
        // OBS= and FIRSTOBS= of the session hold for what the view reads, and again for its rows.
        let mut lowered = self.lower_nested(reader, |catalog, options| {
            feedrate_lower::data_step(step, catalog, options)
        });
        if let Some(error) = lowered.diagnostics.into_iter().find(Diagnostic::is_error) {
            return Err(format!("the view {view} cannot be read: {}", error.message));
        }
        let failed = || format!("the view {view} could not be read");
        let writes = &mut lowered.step.writes;
        let write = writes.iter_mut().find(|write| write.data_set == *own);
        let write = write.ok_or_else(failed)?;
        if self.execution.is_checking() {
            self.outputs.predict_view(view, &write.schema);
            return Ok(());
        }
        let stand_in = self.next_stand_in()?;
        write.data_set = stand_in.clone();
        self.begin_step(run);
        let mut outcome = self.with_environment(reader, |environment| feedrate_rows::run(&lowered.step, environment));
        let has_failed = outcome.is_failed();
        // The rows of the view are no data set of the program's.
        let (own, others): (Vec<_>, Vec<_>) = outcome.made.drain(..).partition(|made| made.name == stand_in);
        outcome.made = others;
        self.log_outcome(&outcome, reader.sources());
        outcome.made.extend(own);
        self.end_step(run, Some(&outcome));
        if has_failed {
            return Err(failed());
        }
        self.libraries.stand_in(view.clone(), stand_in);
        Ok(())
    }

    /// Returns the name of the data set in WORK for the rows of the next view.
    pub(super) fn next_stand_in(&self) -> Result<DataSetName, String> {
        let number = self.libraries.stand_ins() + 1;
        DataSetName::new(WORK, &format!("_FEEDRATE_VIEW_{number}")).map_err(|error| error.to_string())
    }
}
