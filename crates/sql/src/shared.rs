//! State that all parts of a statement share while it runs.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock};

use datafusion::common::DataFusionError;
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
    pub formats: Formats,
    /// The statement's time, in seconds since 1960, which does not change while it runs.
    pub clock: FixedClock,
    /// The number of rows with data errors for which all details are logged.
    pub errors: u32,
    /// The settings of informats.
    pub informats: InformatSettings,
    /// True if a format that does not exist is an error.
    pub format_errors: bool,
    /// The executor of plans on a cluster, if this build has one.
    pub cluster: Option<Arc<dyn Cluster>>,
    /// True if plans are executed on a cluster or not at all.
    pub only_on_cluster: bool,
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

    /// Adds a note about where a plan was executed.
    pub(crate) fn note(&self, text: String) {
        if let Ok(mut notes) = self.notes.lock() {
            notes.push(text);
        }
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
        taken(&self.notes)
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
        let told_rows = self.problems.lock().map_or(0, |problems| problems.told_rows);
        RowSetting {
            clock: &self.clock,
            formats: &self.formats,
            symbols,
            errors: self.errors.saturating_sub(told_rows),
        }
    }

    /// Keeps a fault, unless there is one already, and stops the other threads. Returns its error in a plan.
    pub(crate) fn fail(&self, fault: Box<Fault>) -> DataFusionError {
        let error = DataFusionError::Execution(fault.to_string());
        self.stop.store(true, Ordering::Relaxed);
        if let Ok(mut kept) = self.fault.lock() {
            kept.get_or_insert(fault);
        }
        error
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
        taken(&self.utility)
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
        taken(&self.problems)
    }
}

/// Takes what threads have collected.
pub(crate) fn taken<T: Default>(collected: &Mutex<T>) -> T {
    let collected = collected.lock();
    collected.map_or_else(|_| T::default(), |mut collected| std::mem::take(&mut *collected))
}
