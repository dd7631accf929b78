//! A session: the state that outlives a step, and the loop over a program.

mod abort;
mod finish;
mod setup;
mod statement;
mod units;
mod within;

use std::path::PathBuf;
use std::sync::Arc;

use feedrate_dataset::Libraries;
use feedrate_document::Header;
use feedrate_language::Reader;
use feedrate_language::source::TooLong;
use feedrate_pipe::Pipes;

use crate::asked::FunctionState;
use crate::conversions::Conversions;
use crate::ending::Ending;
use crate::execution::Execution;
use crate::file_references::FileReferences;
use crate::initial_variables::InitialVariables;
use crate::log::{Clocks, Log};
use crate::observer::Observer;
use crate::options::SystemOptions;
use crate::output_error::OutputError;
use crate::plan::ProgramPlan;
use crate::record::{self, ColdRecord, FORMAT_VERSION, Record, StepRecorder};
use crate::remote::{OwnCommand, RemoteSessions};
use crate::results::Results;
#[cfg(feature = "sql")]
use crate::sql_invocation::SqlInvocation;
use crate::step_outputs::StepOutputs;
use crate::views::Views;
pub use setup::Setup;
use setup::libraries;

/// A session: runs programs, one unit after the other.
pub struct Session<'a> {
    pub(crate) log: Log<'a>,
    pub(crate) results: Results<'a>,
    pub(crate) options: SystemOptions,
    pub(crate) libraries: Libraries,
    pub(crate) files: FileReferences,
    /// The things that functions have opened.
    pub(crate) functions: FunctionState,
    /// The number of texts of DOSUBL that run around this session.
    pub(crate) depth: usize,
    /// The texts of CALL EXECUTE in the step that runs.
    pub(crate) executed: Vec<String>,
    pub(crate) conversions: Conversions,
    pub(crate) initial_variables: InitialVariables,
    pub(crate) execution: Execution,
    pub(crate) outputs: StepOutputs,
    /// The views of the step that is being lowered.
    pub(crate) views: Views,
    /// The PROC SQL whose statements are being read.
    #[cfg(feature = "sql")]
    pub(crate) sql: SqlInvocation,
    pub(crate) recorder: StepRecorder<'a>,
    pub(crate) remotes: RemoteSessions,
    /// The plan so far, if the program is planned and not run.
    pub(crate) planning: Option<Box<ProgramPlan>>,
}

impl std::fmt::Debug for Session<'_> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter
            .debug_struct("Session")
            .field("execution", &self.execution)
            .field("outputs", &self.outputs)
            .finish_non_exhaustive()
    }
}

impl<'a> Session<'a> {
    /// Creates a session.
    pub fn new(setup: Setup<'a>) -> Self {
        feedrate_pageio::cold::set_stop_flag(&setup.stop);
        let mut session = Self {
            log: Log::new(setup.log),
            results: Results::new(setup.listing),
            options: setup.options,
            libraries: libraries(setup.work, &setup.stop),
            files: FileReferences::default(),
            functions: FunctionState::default(),
            depth: 0,
            executed: Vec::new(),
            conversions: Conversions::new(),
            initial_variables: InitialVariables::with_sysparm(setup.sysparm),
            execution: Execution::new(setup.stop),
            outputs: StepOutputs::default(),
            views: Views::default(),
            #[cfg(feature = "sql")]
            sql: SqlInvocation::default(),
            recorder: StepRecorder::default(),
            remotes: RemoteSessions::default(),
            planning: None,
        };
        session.apply_options();
        session
    }

    /// Sets the observer of steps.
    pub fn observe(&mut self, observer: &'a dyn Observer) {
        self.recorder.observe(observer);
    }

    /// Keeps no records of steps, for programs whose records nobody reads: each takes some memory until the end of the
    /// program.
    pub fn drop_records(&mut self) {
        self.recorder.drop_records();
        self.remotes.drop_records();
    }

    /// Sets the macro variables of the programs that follow, as `%let` at their beginning would.
    pub fn set_variables(&mut self, variables: InitialVariables) {
        self.initial_variables.replace(variables);
    }

    /// Allows programs to start other sessions. Without it SIGNON is an error.
    pub fn allow_sessions(&mut self, own: OwnCommand) {
        let pipes = Pipes::new(Arc::clone(self.execution.stop()));
        self.libraries.set_pipes(pipes.with_key(own.pipe_key.clone()));
        self.remotes.allow(own);
    }

    /// Returns the ending of the programs so far.
    pub fn ending(&self) -> Ending {
        Ending::so_far(&self.execution, &self.log)
    }

    /// Runs a program. Messages refer to it by `name`, such as its path.
    ///
    /// A program whose log or listing cannot be written is ended, because its effects would not be known; its record
    /// has the reason.
    ///
    /// # Errors
    ///
    /// Returns an error if the program has 4 GiB or more.
    pub fn run(&mut self, name: &str, text: &str) -> Result<Record, TooLong> {
        let began_microseconds = record::now();
        let clocks = Clocks::now();
        let started_at = feedrate_document::timestamp_now();
        let mut reader = Reader::new(name, text)?;
        self.log.begin(name);
        feedrate_rows::spill::sweep(&utility_folder(&self.options, &self.libraries));
        self.initial_variables.begin(name, &mut reader);
        let mut failure = self.units(&mut reader).err();
        self.end_remotes(&mut reader);
        if self.execution.is_stopped() {
            self.log
                .error("The program was interrupted, and what follows was not run.");
            self.log.gap();
        }
        if failure.is_none() {
            self.end_results(reader.sources());
        }
        self.note_unread();
        self.files.remove_temporary();
        let usage = clocks.used();
        self.log
            .note(&format!("{name} used:\n{}", usage.lines(self.options.log.full_timer)));
        self.log.flush();
        self.results.flush();
        if failure.is_none() {
            failure = self.check_outputs().err();
        }
        Ok(Record {
            feedrate: Header::new("run", FORMAT_VERSION),
            program: name.to_owned(),
            started_at,
            began_microseconds,
            ended_microseconds: record::now(),
            ended: match failure {
                Some(_) => Ending::Errors.name(),
                None => self.ending().name(),
            },
            error: failure.map(|failure| failure.to_string()),
            warnings: self.log.warnings(),
            errors: self.log.errors(),
            usage,
            cold: ColdRecord::of_program(),
            steps: self.recorder.take(),
            sessions: self.remotes.take_records(),
        })
    }

    /// Applies the options to the parts of the session that keep them.
    fn apply_options(&mut self) {
        let options = &self.options;
        self.log.show_source(options.log.source);
        self.log.show_notes(options.log.notes);
        self.results.lay_out(options.steps.line_size, options.program.center);
        self.results.show_missing_as(options.program.missing);
        self.results.show_by_lines(options.program.by_line);
        *self.libraries.system_mut() = options.data_sets.clone();
        self.conversions.apply(options);
        self.execution.set_syntax_check(options.program.syntax_check);
    }

    /// Returns an error if the log or the listing could not be written.
    fn check_outputs(&mut self) -> Result<(), OutputError> {
        let failure = match (self.log.failure(), self.results.failure()) {
            (Some(error), _) => OutputError::log(error),
            (None, Some(failure)) => failure,
            (None, None) => return Ok(()),
        };
        self.log.error(&failure.to_string());
        self.log.flush();
        Err(failure)
    }
}

/// Returns the folder of spill files: UTILLOC=.
pub(crate) fn utility_folder(options: &SystemOptions, libraries: &Libraries) -> PathBuf {
    match &options.program.utility_folder {
        Some(folder) => folder.clone(),
        None => libraries.work_parent().to_path_buf(),
    }
}
