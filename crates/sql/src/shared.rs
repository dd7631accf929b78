//! State that all parts of a statement share while it runs.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock};

use feedrate_dataset::FileAccount;
use feedrate_language::macros::Symbols;
use feedrate_rows::{Fault, RowProblems, RowSetting, StepResult};
use feedrate_values::format::Formats;
use feedrate_values::function::{self, FixedClock, NoSymbols, Streams};
use feedrate_values::informat::InformatSettings;

use crate::cluster::Cluster;
use crate::threads::Threads;

/// State that all parts of a statement share, on every thread.
pub(crate) struct SharedState {
    formats: Formats,
    /// The statement's time, which does not change while it runs.
    clock: FixedClock,
    errors: u32,
    informats: InformatSettings,
    /// True if a format that does not exist is an error.
    format_errors: bool,
    /// The executor of plans on a cluster, if this build has one.
    cluster: Option<Arc<dyn Cluster>>,
    /// True if plans are executed on a cluster or not at all.
    only_on_cluster: bool,
    /// Why a plan was not executed, if no cluster can execute it.
    not_on_cluster: Mutex<Option<String>>,
    /// The notes for the log about where plans were executed.
    notes: Mutex<Vec<String>>,
    /// The macro variables when the statement was bound, set if an expression reads any.
    symbols: OnceLock<Symbols>,
    /// Random number streams, which continue from one batch to the next.
    pub streams: Mutex<Streams>,
    /// The threads that read data sets.
    pub threads: Threads,
    /// Becomes true when the statement is to end.
    pub stop: AtomicBool,
    /// Data errors of rows.
    problems: Mutex<RowProblems>,
    /// The first fault of a thread. Errors of DataFusion carry only a message.
    fault: Mutex<Option<Box<Fault>>>,
    /// The accounts of spill files.
    utility: Mutex<Vec<FileAccount>>,
}

impl fmt::Debug for SharedState {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Shared").finish_non_exhaustive()
    }
}

impl SharedState {
    pub(crate) fn new(formats: Formats, clock: FixedClock, errors: u32) -> Self {
        Self {
            formats,
            clock,
            errors,
            informats: InformatSettings::default(),
            format_errors: true,
            cluster: None,
            only_on_cluster: false,
            not_on_cluster: Mutex::new(None),
            notes: Mutex::new(Vec::new()),
            symbols: OnceLock::new(),
            streams: Mutex::new(Streams::new()),
            threads: Threads::default(),
            stop: AtomicBool::new(false),
            problems: Mutex::new(RowProblems::default()),
            fault: Mutex::new(None),
            utility: Mutex::new(Vec::new()),
        }
    }

    /// State for reading data sets without conditions.
    pub(crate) fn for_reading() -> Self {
        Self::new(Formats::default(), FixedClock(0.0), 0)
    }

    /// Sets the settings of informats.
    pub(crate) fn with_informats(self, informats: InformatSettings) -> Self {
        Self { informats, ..self }
    }

    /// Sets whether a format that does not exist is an error.
    pub(crate) fn with_format_errors(self, format_errors: bool) -> Self {
        Self { format_errors, ..self }
    }

    /// Sets what executes plans on a cluster.
    pub(crate) fn with_cluster(self, cluster: Option<Arc<dyn Cluster>>) -> Self {
        Self { cluster, ..self }
    }

    /// Lets plans that no cluster can execute fail.
    pub(crate) fn only_on_cluster(self) -> Self {
        Self {
            only_on_cluster: true,
            ..self
        }
    }

    pub(crate) fn formats(&self) -> &Formats {
        &self.formats
    }

    pub(crate) fn informats(&self) -> InformatSettings {
        self.informats
    }

    pub(crate) fn format_errors(&self) -> bool {
        self.format_errors
    }

    /// Returns the statement's time, in seconds since 1960.
    pub(crate) fn now(&self) -> f64 {
        self.clock.0
    }

    /// Returns the number of rows with data errors for which all details are logged.
    pub(crate) fn errors(&self) -> u32 {
        self.errors
    }

    pub(crate) fn cluster(&self) -> Option<&Arc<dyn Cluster>> {
        self.cluster.as_ref()
    }

    /// Adds a note about where a plan was executed.
    pub(crate) fn note(&self, text: String) {
        if let Ok(mut notes) = self.notes.lock() {
            notes.push(text);
        }
    }

    pub(crate) fn is_only_on_cluster(&self) -> bool {
        self.only_on_cluster
    }

    /// Notes that a plan is executed here because no cluster can execute it. Fails if it may not be executed here.
    pub(crate) fn run_here(&self, why: &str) -> StepResult<()> {
        if !self.only_on_cluster {
            self.note(format!("The query was run here and not on the cluster: {why}."));
            return Ok(());
        }
        if let Ok(mut reason) = self.not_on_cluster.lock() {
            *reason = Some(why.to_owned());
        }
        Err(Box::new(Fault::Query(why.to_owned())))
    }

    /// Returns why a plan was not executed, if no cluster can execute it.
    pub(crate) fn not_on_cluster(&self) -> Option<String> {
        self.not_on_cluster.lock().ok()?.clone()
    }

    pub(crate) fn take_notes(&self) -> Vec<String> {
        let notes = self.notes.lock();
        notes.map_or_else(|_| Vec::new(), |mut notes| std::mem::take(&mut *notes))
    }

    /// Keeps the macro variables for expressions that read them.
    pub(crate) fn keep_symbols(&self, symbols: &Symbols) {
        self.symbols.get_or_init(|| symbols.clone());
    }

    pub(crate) fn setting(&self) -> RowSetting<'_> {
        let symbols: &dyn function::Symbols = match self.symbols.get() {
            Some(symbols) => symbols,
            None => &NoSymbols,
        };
        RowSetting {
            clock: &self.clock,
            formats: &self.formats,
            symbols,
            errors: self.errors.saturating_sub(self.told_rows()),
        }
    }

    /// Returns for how many rows with data errors all details were logged.
    fn told_rows(&self) -> u32 {
        self.problems.lock().map_or(0, |problems| problems.told_rows)
    }

    /// Keeps a fault, unless there is one already, and stops the other threads.
    pub(crate) fn fail(&self, fault: Box<Fault>) {
        self.stop.store(true, Ordering::Relaxed);
        if let Ok(mut kept) = self.fault.lock() {
            kept.get_or_insert(fault);
        }
    }

    pub(crate) fn take_fault(&self) -> Option<Box<Fault>> {
        self.fault.lock().ok()?.take()
    }

    /// Adds the accounts of spill files.
    pub(crate) fn add_utility(&self, accounts: Vec<FileAccount>) {
        if let Ok(mut utility) = self.utility.lock() {
            utility.extend(accounts);
        }
    }

    pub(crate) fn take_utility(&self) -> Vec<FileAccount> {
        self.utility
            .lock()
            .map(|mut utility| std::mem::take(&mut *utility))
            .unwrap_or_default()
    }

    /// Adds data errors of rows. The details of rows beyond ERRORS= are dropped, since several threads find rows with
    /// errors at once.
    pub(crate) fn add_problems(&self, more: RowProblems) {
        if let Ok(mut problems) = self.problems.lock() {
            if problems.told_rows < self.errors {
                problems.told_rows += more.told_rows;
                problems.messages.extend(more.messages);
            }
            problems.conversions += more.conversions;
            problems.mathematical += more.mathematical;
        }
    }

    pub(crate) fn take_problems(&self) -> RowProblems {
        self.problems
            .lock()
            .map(|mut problems| std::mem::take(&mut *problems))
            .unwrap_or_default()
    }
}
