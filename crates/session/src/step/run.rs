//! One run of a step: its name and its resources.

use std::cell::Cell;
use std::fmt::Display;

use feedrate_dataset::DataSetName;
use feedrate_dataset::pages::StorageReads;
use feedrate_options::IoTable;
use feedrate_pageio::course::ThreadWatch;
use feedrate_procedures::Growth;
use feedrate_rows::Outcome;

use crate::log::{Clocks, Log, transfers};
use crate::options::SystemOptions;
use crate::record::{self, StepRecord, StepTime};

/// The kind of a step, which determines the effect of its end on the session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum StepKind {
    /// A DATA step, or a procedure that is one step.
    Whole,
    /// A statement of PROC SQL, which is a step of its own.
    SqlStatement,
    /// The reading of a view for the step that names it.
    View,
}

/// A running step, from the moment when it was read.
pub(crate) struct StepRun {
    kind: StepKind,
    /// `DATA` or the procedure's name, for the record.
    name: String,
    /// The same for the log.
    statement: String,
    /// The line of the log in which it begins.
    line: u32,
    /// In microseconds since the machine started.
    began: u64,
    clocks: Clocks,
    /// Watches its threads while courses are recorded.
    threads: Cell<Option<ThreadWatch>>,
    fetched: StorageReads,
    /// The quantities by which data sets that it makes grow, as far as they are known.
    growths: Vec<(DataSetName, Growth)>,
}

impl StepRun {
    /// Begins a DATA step.
    pub(super) fn data_step(line: u32) -> Self {
        Self::begin(StepKind::Whole, "DATA", "DATA statement".to_owned(), line)
    }

    /// Begins a procedure, by its name in upper case.
    pub(super) fn procedure(name: &str, line: u32) -> Self {
        Self::begin(StepKind::Whole, name, format!("PROCEDURE {name}"), line)
    }

    /// Begins a statement of PROC SQL.
    pub(super) fn sql_statement(line: u32) -> Self {
        let statement = "PROCEDURE SQL".to_owned();
        Self::begin(StepKind::SqlStatement, "SQL", statement, line)
    }

    /// Begins the reading of a view, for the step at a line.
    pub(super) fn view(view: &impl Display, line: u32) -> Self {
        Self::begin(StepKind::View, "VIEW", format!("View {view}"), line)
    }

    fn begin(kind: StepKind, name: &str, statement: String, line: u32) -> Self {
        // Before the step begins: what this takes is none of it. The step that reads a view has its computing.
        let threads = (kind != StepKind::View).then(ThreadWatch::if_recording).flatten();
        Self {
            kind,
            name: name.to_owned(),
            statement,
            line,
            began: record::now(),
            clocks: Clocks::now(),
            threads: Cell::new(threads),
            fetched: StorageReads::start(),
            growths: Vec::new(),
        }
    }

    pub(super) fn kind(&self) -> StepKind {
        self.kind
    }

    pub(super) fn name(&self) -> &str {
        &self.name
    }

    pub(super) fn line(&self) -> u32 {
        self.line
    }

    /// Notes the quantity by which a data set that the step makes grows; `None` if that is not known.
    pub(super) fn note_growth(&mut self, made: &DataSetName, growth: Option<Growth>) {
        self.growths.extend(growth.map(|growth| (made.clone(), growth)));
    }

    fn growth_of(&self, made: &DataSetName) -> Option<Growth> {
        let mut growths = self.growths.iter();
        let found = growths.find(|(name, _)| name == made);
        found.map(|(_, growth)| *growth)
    }

    /// Ends the step: logs its transfers and resources, and returns its record. `outcome` is `None` for a step that was
    /// not run.
    pub(super) fn end(&self, outcome: Option<&Outcome>, options: &SystemOptions, log: &mut Log<'_>) -> StepRecord {
        let time = StepTime::since(self.began);
        let usage = self.clocks.used();
        let threads = self.threads.take().and_then(ThreadWatch::end);
        let record = match outcome {
            Some(outcome) => {
                let uses = transfers::uses(outcome);
                let share = transfers::cache_share(&uses, &self.fetched);
                let io_table = match options.log.io_table {
                    IoTable::Auto if options.log.full_timer => IoTable::All,
                    io_table => io_table,
                };
                if transfers::has_table(io_table, &uses, usage.real_seconds)
                    && let Some(lines) = transfers::lines(&uses, share, usage.real_seconds)
                {
                    log.note(&lines);
                }
                let mut record = StepRecord::of(&self.name, self.line, time, usage, outcome, share);
                for (made, recorded) in outcome.made.iter().zip(&mut record.made) {
                    recorded.grows_with = self.growth_of(&made.name);
                }
                record.threads = threads;
                record
            }
            None => StepRecord::not_run(&self.name, self.line, time, usage),
        };
        if options.log.timer || options.log.full_timer {
            let lines = usage.lines(options.log.full_timer);
            let text = format!("{} used (Total process time):\n{lines}", self.statement);
            log.note(&text);
        }
        record
    }
}
