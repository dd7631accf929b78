//! A step of a program: lowered, run or only checked, and reported.

mod asked;
mod catalog;
#[cfg(feature = "cluster")]
mod cluster;
mod environment;
mod formats;
mod missed;
mod ods_output;
mod run;
#[cfg(feature = "sql")]
mod sql;
mod stored_step;
mod view;
#[cfg(not(feature = "sql"))]
mod without_sql;

use feedrate_dataset::DataSetName;
use feedrate_language::tree::{self, Extent};
use feedrate_language::{Diagnostic, Reader, Sources};
use feedrate_procedures::{Reads, Request};
use feedrate_program::{Site, Write};
use feedrate_rows::Outcome;
use feedrate_rows::outcome::notes::STOPPED;
use run::{StepKind, StepRun};

use crate::conditions;
use crate::log::StepLog;
use crate::options_statement;
use crate::session::Session;
use crate::statement_log::StatementLog;

/// Why a step is not planned.
const ERRORS: &str = "it has errors";

/// The note that a step without errors was not run.
const CHECKED: &str = "This step was checked, and not run because of the errors before it.";

/// Returns the names of the data sets that are made.
fn names_of(writes: &[Write]) -> Vec<DataSetName> {
    writes.iter().map(|write| write.data_set.clone()).collect()
}

impl Session<'_> {
    pub(crate) fn data_step(&mut self, step: &tree::DataStep, mut diagnostics: Vec<Diagnostic>, reader: &mut Reader) {
        let mut run = StepRun::data_step(self.log.site(step.at).line);
        self.libraries.begin_step(None);
        let lowered = self.lower_data_step(step, reader);
        self.begin_step(&run);
        if let Some(stored) = &step.stored {
            diagnostics.extend(self.refusal_of_stored(stored, &lowered));
        }
        diagnostics.extend(lowered.diagnostics.iter().cloned());
        let diagnostics = self.report(diagnostics, reader);
        let writes = &lowered.step.writes;
        if diagnostics.ends_step() {
            self.stop_or_skip_step(&diagnostics);
            if step.stored.is_none() {
                self.note_incomplete(writes, &diagnostics, reader.sources());
            }
            // With NOSYNTAXCHECK the next steps run, and use the data set as it was before.
            if self.execution.is_checking() {
                match lowered.is_incomplete {
                    true => self.outputs.set_failed(names_of(writes)),
                    false => self.outputs.predict(writes),
                }
            }
            self.plan_nothing(run.name(), run.line(), Some(ERRORS), writes);
            return self.end_step(&run, None);
        }
        if let Some(stored) = &step.stored {
            return self.store_step(stored, &lowered, &run);
        }
        if self.execution.is_checking() {
            self.outputs.predict(writes);
            if let Some(modified) = &lowered.step.modified {
                self.outputs.record_modified(&modified.data_set);
            }
            match self.execution.is_planning() {
                true => self.plan_data_step(&lowered.step, run.line()),
                false => self.log.note(CHECKED),
            }
            return self.end_step(&run, None);
        }
        conditions::set_phase(reader.symbols_mut(), "EXECUTION");
        let outcome = self.with_environment(reader, |environment| feedrate_rows::run(&lowered.step, environment));
        conditions::set_phase(reader.symbols_mut(), "");
        self.finish(&mut run, outcome, writes, reader);
    }

    pub(crate) fn procedure(
        &mut self,
        procedure: &tree::Procedure,
        mut diagnostics: Vec<Diagnostic>,
        reader: &mut Reader,
    ) {
        let site = self.log.site(procedure.at);
        let name = procedure.name.text.to_ascii_uppercase();
        let reads = feedrate_procedures::find(&name).map(|definition| definition.reads);
        self.libraries.begin_step(reads.and_then(Reads::refusal_of_pipes));
        if procedure.extent == Extent::Statement {
            return self.sql(procedure, diagnostics, reader);
        }
        let run = StepRun::procedure(&name, site.line);
        let lowered = self.lower_over_views(
            reader,
            |catalog, options| feedrate_procedures::lower(procedure, catalog, options),
            |lowered| match &lowered.request {
                Some(Request::Step(step)) if !lowered.diagnostics.iter().any(Diagnostic::is_error) => {
                    step.changes().into_iter().cloned().collect()
                }
                Some(Request::Formats(request)) => names_of(request.makes()),
                _ => Vec::new(),
            },
        );
        self.begin_step(&run);
        diagnostics.extend(lowered.diagnostics);
        let diagnostics = self.report(diagnostics, reader);
        let Some(request) = lowered.request.filter(|_| !diagnostics.ends_step()) else {
            self.stop_or_skip_step(&diagnostics);
            if self.execution.is_checking() {
                let names = self.outputs_named_by(procedure);
                self.outputs.set_failed(names);
            }
            self.plan_nothing(run.name(), run.line(), Some(ERRORS), &[]);
            return self.end_step(&run, None);
        };
        if !matches!(request, Request::Step(_)) {
            let makes = match &request {
                Request::Formats(request) => request.makes(),
                _ => &[],
            };
            self.plan_nothing(run.name(), run.line(), None, makes);
        }
        self.execute(request, run, site, reader);
    }

    /// Executes the request of a procedure without errors, or only checks it.
    fn execute(&mut self, request: Request, mut run: StepRun, site: Site, reader: &mut Reader) {
        match request {
            // These change only the session, and later steps depend on them.
            Request::Formats(request) => {
                self.formats(*request, run, site, reader);
            }
            Request::Options(names) => {
                let (results, log) = (&mut self.results, &mut self.log);
                options_statement::list(&self.options, &names, results, log);
                self.finish(&mut run, Outcome::default(), &[], reader);
            }
            Request::PrintTo(request) => {
                if !self.execution.is_planning()
                    && let Err(refused) = self.print_to(&request)
                {
                    let mut log = StatementLog {
                        log: &mut self.log,
                        execution: &mut self.execution,
                        sources: reader.sources(),
                    };
                    log.refuse(refused);
                }
                self.finish(&mut run, Outcome::default(), &[], reader);
            }
            Request::Step(step) if self.execution.is_checking() => {
                self.outputs.predict(step.makes());
                self.expect_unknown(&*step);
                self.plan_procedure(&*step, run.name(), run.line());
                self.end_step(&run, None);
            }
            Request::Step(step) => {
                #[cfg(feature = "cluster")]
                self.compute_on_cluster(&*step, run.name(), reader);
                let outcome = self.with_environment(reader, |environment| {
                    feedrate_procedures::run(&*step, site, environment)
                });
                #[cfg(feature = "cluster")]
                self.end_computed();
                let intent = step.intent();
                for made in &outcome.made {
                    run.note_growth(&made.name, intent.growth_of(&made.name));
                }
                self.finish(&mut run, outcome, step.makes(), reader);
            }
        }
    }

    /// Notes which data sets of clusters a step has read here. Statements of PROC SQL say so themselves.
    fn note_read_here(&mut self, run: &StepRun, outcome: &Outcome) {
        if run.kind() == StepKind::SqlStatement {
            return;
        }
        for read in &outcome.read {
            if self.libraries.is_sorted_elsewhere(&read.name) {
                continue;
            }
            if let Some(address) = self.libraries.cluster_of(read.name.library()) {
                let text = format!("{} was read here and not on the cluster {address}.", read.name);
                self.log.note(&text);
            }
        }
    }

    /// Ends a step that ran: logs its notes, results, transfers and resources. `writes` are the data sets that it was
    /// to make.
    fn finish(&mut self, run: &mut StepRun, mut outcome: Outcome, writes: &[Write], reader: &mut Reader) {
        self.finish_results(run, &mut outcome, reader);
        self.note_read_here(run, &outcome);
        self.log_outcome(&outcome, reader.sources());
        if let Some(refused) = reader.symbols_mut().take_refused() {
            self.log.error(&refused.to_string());
        }
        self.outputs.record(&outcome);
        conditions::set_observations(reader.symbols_mut(), &outcome);
        self.heed_abort(&outcome, reader);
        if outcome.is_failed() && !outcome.is_interrupted() {
            self.execution.begin_checking(&mut self.log);
        }
        self.end_step(run, Some(&outcome));
        if self.execution.is_checking() {
            // Its data sets are known to the steps that are only checked now.
            self.outputs.predict(writes);
        }
        self.insert_executed(reader);
    }

    /// Inserts the texts of CALL EXECUTE before what remains of the program.
    fn insert_executed(&mut self, reader: &mut Reader) {
        let texts = std::mem::take(&mut self.executed);
        if texts.is_empty() {
            return;
        }
        self.log.note("CALL EXECUTE generated line.");
        for (number, text) in (1..).zip(&texts) {
            self.log.source_line(number, '+', text);
        }
        self.log.gap();
        if let Err(error) = reader.push_text("CALL EXECUTE", &texts.join("\n")) {
            self.log.error(&error.to_string());
        }
    }

    /// Logs what a step did.
    fn log_outcome(&mut self, outcome: &Outcome, sources: &Sources) {
        let log = &mut self.log;
        outcome.log(&mut StepLog { log, sources });
    }

    /// Logs that a step with errors is not run; later steps are only checked.
    fn stop_step(&mut self) {
        self.log.note(STOPPED);
        self.execution.begin_checking(&mut self.log);
    }

    fn begin_step(&mut self, run: &StepRun) {
        // The log should show the current step, in case it takes long or never ends.
        self.log.flush();
        self.recorder.step_begins(run.name(), run.line());
    }

    /// Ends a step; `outcome` is `None` for one that was not run.
    fn end_step(&mut self, run: &StepRun, outcome: Option<&Outcome>) {
        // The flush is a part of the step: the steps at the other ends of its pipes continue. What a view reads belongs
        // to the step that reads the view.
        if run.kind() != StepKind::View {
            let is_complete = outcome.is_some_and(|outcome| !outcome.is_failed());
            self.libraries.end_step(is_complete);
        }
        if outcome.is_none() && run.kind() == StepKind::Whole {
            // ODS requests for a step that was not run do not apply to the next.
            self.results.take_step();
        }
        self.recorder.step_ended();
        self.note_cold();
        let record = run.end(outcome, &self.options, &mut self.log);
        self.log.gap();
        self.log.flush();
        self.results.flush();
        self.recorder.record(record);
    }
}
