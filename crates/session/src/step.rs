//! A step of a program: checked, run, and told of.

use feedrate_dataset::DataSetName;
use feedrate_dataset::library::FILES;
use feedrate_dataset::pages::Fetched;
use feedrate_language::tree::{self, Extent};
use feedrate_language::{Diagnostic, Reader};
use feedrate_options::IoTable;
use feedrate_procedures::{Reads, Request};
use feedrate_steps::data::{self, Outcome};
use feedrate_steps::ir::{DataStep, Write};

use crate::log::{transfers, Clocks, Severity};
use crate::record::{self, StepRecord, StepTime};
use crate::session::Session;
use crate::step_log::StepLog;

/// What the reading of a view is called in the record.
const VIEW: &str = "VIEW";

/// What is counted from the moment a step begins.
pub(crate) struct Began {
    /// In microseconds since the machine started.
    at: u64,
    clocks: Clocks,
    fetched: Fetched,
}

impl Began {
    pub(crate) fn now() -> Self {
        Self {
            at: record::now(),
            clocks: Clocks::now(),
            fetched: Fetched::start(),
        }
    }
}

/// What a step is called.
pub(crate) struct Title {
    /// In the record: `DATA` or the procedure's name.
    name: String,
    /// In the log.
    statement: String,
    /// The line in which it begins.
    line: u32,
}

impl Title {
    /// That of the reading of a view for the step of a line.
    #[cfg(feature = "sql")]
    pub(crate) fn of_view(name: &DataSetName, line: u32) -> Self {
        Self {
            name: VIEW.to_owned(),
            statement: format!("View {name}"),
            line,
        }
    }

    /// That of a procedure, by its name in capitals.
    pub(crate) fn of_procedure(name: &str, line: u32) -> Self {
        Self {
            name: name.to_owned(),
            statement: format!("PROCEDURE {name}"),
            line,
        }
    }
}

/// The data sets that are made.
fn names_of(writes: &[Write]) -> Vec<DataSetName> {
    writes.iter().map(|write| write.data_set.clone()).collect()
}

impl Session<'_> {
    pub(crate) fn data_step(
        &mut self,
        step: &tree::DataStep,
        mut diagnostics: Vec<Diagnostic>,
        reader: &mut Reader,
    ) {
        let began = Began::now();
        self.is_by_statement = false;
        self.libraries.begin_step(None);
        let title = Title {
            name: "DATA".to_owned(),
            statement: "DATA statement".to_owned(),
            line: self.lines.site(step.at).line,
        };
        let lowered = self.lower_over_views(
            reader,
            |catalog, options| feedrate_lower::data_step(step, catalog, options),
            |lowered| match lowered.diagnostics.iter().any(Diagnostic::is_error) {
                true => Vec::new(),
                false => names_of(&lowered.step.writes),
            },
        );
        self.begin_step(&title);
        diagnostics.extend(lowered.diagnostics);
        self.tell(&diagnostics, reader.sources());
        if diagnostics.iter().any(Diagnostic::is_error) {
            return self.refuse(&title, &lowered.step, &began);
        }
        if self.checking {
            return self.only_check(&title, &lowered.step, &began);
        }
        let mut outcome =
            self.with_environment(reader, |environment| data::run(&lowered.step, environment));
        self.finish(&title, &mut outcome, &began, reader);
        if self.checking {
            // What it was to make is known to the steps that are only checked now.
            self.remember(&lowered.step.writes);
        }
    }

    pub(crate) fn procedure(
        &mut self,
        procedure: &tree::Procedure,
        mut diagnostics: Vec<Diagnostic>,
        reader: &mut Reader,
    ) {
        let began = Began::now();
        let name = procedure.name.text.to_ascii_uppercase();
        let reads = feedrate_procedures::find(&name).map(|definition| definition.reads);
        self.is_by_statement = procedure.extent == Extent::Statement;
        self.libraries
            .begin_step(reads.and_then(Reads::refusal_of_pipes));
        if self.is_by_statement {
            return self.sql(procedure, diagnostics, reader);
        }
        let title = Title::of_procedure(&name, self.lines.site(procedure.at).line);
        let lowered = self.lower_over_views(
            reader,
            |catalog, options| feedrate_procedures::lower(procedure, catalog, options),
            |lowered| match &lowered.request {
                Some(Request::Step(step))
                    if !lowered.diagnostics.iter().any(Diagnostic::is_error) =>
                {
                    step.changes().into_iter().cloned().collect()
                }
                _ => Vec::new(),
            },
        );
        self.begin_step(&title);
        diagnostics.extend(lowered.diagnostics);
        self.tell(&diagnostics, reader.sources());
        let Some(request) = lowered
            .request
            .filter(|_| !diagnostics.iter().any(Diagnostic::is_error))
        else {
            self.log
                .message(Severity::Note, "This step was stopped because of errors.");
            self.begin_checking();
            return self.end_step(&title, None, &began);
        };
        let mut outcome = match request {
            // These change the session alone, and what follows depends on them.
            Request::Formats(formats) => {
                self.define(formats, reader.sources());
                Outcome::default()
            }
            Request::Options(names) => {
                self.show_options(&names);
                Outcome::default()
            }
            Request::Step(step) if self.checking => {
                self.remember(step.makes());
                return self.end_step(&title, None, &began);
            }
            Request::Step(step) => {
                let site = self.lines.site(procedure.at);
                let mut outcome = self.with_environment(reader, |environment| {
                    feedrate_procedures::run(&*step, site, environment)
                });
                self.finish(&title, &mut outcome, &began, reader);
                if self.checking {
                    self.remember(step.makes());
                }
                return;
            }
        };
        self.finish(&title, &mut outcome, &began, reader);
    }

    /// A step that ran: its notes, what it moved, and what it took.
    pub(crate) fn finish(
        &mut self,
        title: &Title,
        outcome: &mut Outcome,
        began: &Began,
        reader: &mut Reader,
    ) {
        self.settle_results(outcome, reader);
        outcome.tell(&mut StepLog {
            log: &mut self.log,
            lines: &self.lines,
            sources: reader.sources(),
        });
        if let Some(refused) = reader.symbols_mut().take_refused() {
            self.log.message(Severity::Error, &refused.to_string());
        }
        let made = outcome.made.iter();
        // A file that a step made by its path is no data set for those after it.
        let made = made.filter(|made| made.account.is_some() && made.name.library() != FILES);
        for made in made {
            self.data_sets.last = Some(made.name.clone());
            self.data_sets.checked.remove(&made.name);
        }
        self.follow(outcome);
        if outcome.is_failed() && !outcome.is_interrupted() {
            self.begin_checking();
        }
        self.end_step(title, Some(outcome), began);
    }

    /// A step with errors is not run.
    fn refuse(&mut self, title: &Title, step: &DataStep, began: &Began) {
        self.log
            .message(Severity::Note, "This step was stopped because of errors.");
        self.begin_checking();
        // With NOSYNTAXCHECK the next steps run, and find what the data set was before.
        if self.checking {
            self.remember(&step.writes);
        }
        self.end_step(title, None, began);
    }

    /// A step after an error is checked, and would make what it would make.
    fn only_check(&mut self, title: &Title, step: &DataStep, began: &Began) {
        self.remember(&step.writes);
        self.log.message(
            Severity::Note,
            "This step was checked, and not run because of the errors before it.",
        );
        self.end_step(title, None, began);
    }

    /// What a step would have made is known to those after it, so that they can be checked.
    pub(crate) fn remember(&mut self, writes: &[Write]) {
        let writes = writes.iter();
        for write in writes.filter(|write| write.data_set.library() != FILES) {
            self.data_sets.last = Some(write.data_set.clone());
            self.data_sets
                .checked
                .insert(write.data_set.clone(), write.schema.clone());
        }
    }

    pub(crate) fn begin_checking(&mut self) {
        // After an interrupt no step follows.
        if self.options.program.syntax_check
            && !self.is_stopped()
            && !std::mem::replace(&mut self.checking, true)
        {
            self.log.message(
                Severity::Note,
                "The steps that follow are checked and not run (OPTIONS NOSYNTAXCHECK runs them).",
            );
        }
    }

    pub(crate) fn begin_step(&mut self, title: &Title) {
        // What a step is that goes on for long, or never ends, is there to be read.
        self.log.flush();
        if let Some(observer) = self.observer {
            observer.step_begins(&title.name, title.line);
        }
    }

    pub(crate) fn end_step(&mut self, title: &Title, outcome: Option<&Outcome>, began: &Began) {
        // That is a part of the step: those at the other ends of its pipes go on. What a view reads belongs to the step
        // that reads the view.
        if title.name != VIEW {
            let is_complete = outcome.is_some_and(|outcome| !outcome.is_failed());
            self.libraries.end_step(is_complete);
        }
        let time = StepTime::since(began.at);
        let usage = began.clocks.used();
        if outcome.is_none() && !self.is_by_statement {
            // What ODS was asked for of a step that was not run is not asked of the next.
            self.listing.take_results();
        }
        if let Some(observer) = self.observer {
            observer.step_ended();
        }
        let ran = outcome.map(|outcome| {
            let uses = transfers::uses(outcome);
            let share = transfers::cache_share(&uses, &began.fetched);
            let io_table = match self.options.log.io_table {
                IoTable::Auto if self.options.log.full_timer => IoTable::All,
                io_table => io_table,
            };
            if transfers::has_table(io_table, &uses, usage.real_seconds)
                && let Some(lines) = transfers::lines(&uses, share, usage.real_seconds)
            {
                self.log.message(Severity::Note, &lines);
            }
            (outcome, share)
        });
        if self.options.log.timer || self.options.log.full_timer {
            let lines = usage.lines(self.options.log.full_timer);
            let text = format!("{} used (Total process time):\n{lines}", title.statement);
            self.log.message(Severity::Note, &text);
        }
        self.log.gap();
        self.log.flush();
        self.listing.flush();
        let record = match ran {
            Some((outcome, share)) => {
                StepRecord::of(&title.name, title.line, time, usage, outcome, share)
            }
            None => StepRecord::not_run(&title.name, title.line, time, usage),
        };
        self.keep(record);
    }
}
