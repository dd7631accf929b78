//! The receiving end of a piped data set.

use std::ops::Range;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use feedrate_machine::since_boot;
use feedrate_pageio::Direction;
use feedrate_pipe::{Arrival, PipeOptions, PipeTotals, Pipes, Receiver};

use super::opening::{parse, rows_of};
use super::run::PageRun;
use super::{Flow, PipedError, carrier_name, went_down};
use crate::error::{Error, Result};
use crate::format::Metadata;
use crate::name::DataSetName;
use crate::pages::{Carriage, FileAccount, count_moved};
use crate::schema::Schema;

/// A data set that a step reads from a pipe. It is described once the writer is connected and can then be opened any
/// number of times; its rows can be read once.
#[derive(Debug)]
pub(crate) struct Inlet {
    /// Its name at this end.
    name: DataSetName,
    address: String,
    /// Its name at the other end.
    written_as: String,
    metadata: Metadata,
    /// The amount that the pipe had moved when the data set was described, and the time of the wait for the writer.
    described: PipeTotals,
    waited_for_writer: Duration,
    began: Duration,
    stage: Mutex<Stage>,
}

/// The progress of reading.
#[derive(Debug)]
enum Stage {
    /// No row was read yet.
    Waiting(Box<Receiver>),
    /// A reader reads rows.
    Read,
    /// The reader stopped before the end.
    Left(Box<Receiver>),
}

/// The rows of an inlet, owned by its reader.
#[derive(Debug)]
pub(crate) struct Intake {
    receiver: Option<Box<Receiver>>,
    moved: PipeTotals,
    /// The number of the next page, and how many rows were received.
    number: u64,
    rows: u64,
    pages: u64,
    /// True if all rows were received.
    is_complete: bool,
    waited: Duration,
    /// When the first pages had arrived, since the machine started.
    first_page: Option<Duration>,
    opened: Instant,
    /// When the last wanted row was received, and the time since the first one was requested.
    ended: Option<(Duration, Duration)>,
}

impl Inlet {
    /// Connects to the writer and receives the description of the data set.
    pub(crate) fn take(pipes: &Pipes, pipe_options: &PipeOptions, name: &DataSetName) -> Result<Self> {
        let asked = Instant::now();
        let mut receiver = pipes.take(pipe_options, &name.to_string())?;
        let waited_for_writer = asked.elapsed();
        let began = since_boot();
        let mut frame = Vec::new();
        let metadata = match receiver.receive(&mut frame)? {
            Arrival::Frame => parse(&frame).map_err(|unreadable| PipedError::damaged(name, unreadable.to_string()))?,
            Arrival::End => {
                return Err(PipedError::damaged(name, "it ends before it begins").into());
            }
        };
        Ok(Self {
            name: name.clone(),
            address: pipe_options.address.to_string(),
            written_as: receiver.written_as().to_owned(),
            metadata,
            described: receiver.totals(),
            waited_for_writer,
            began,
            stage: Mutex::new(Stage::Waiting(Box::new(receiver))),
        })
    }

    pub(crate) fn name(&self) -> &DataSetName {
        &self.name
    }

    pub(crate) fn metadata(&self) -> &Metadata {
        &self.metadata
    }

    pub(crate) fn schema(&self) -> &Schema {
        &self.metadata.schema
    }

    /// Begins to read the rows. Fails if that was done before.
    pub(crate) fn begin(&self) -> Result<Intake> {
        let mut stage = self.stage()?;
        match std::mem::replace(&mut *stage, Stage::Read) {
            Stage::Waiting(receiver) => Ok(Intake {
                moved: receiver.totals(),
                receiver: Some(receiver),
                number: self.metadata.header.page_count,
                rows: 0,
                pages: self.metadata.header.page_count,
                is_complete: false,
                waited: Duration::ZERO,
                first_page: None,
                opened: Instant::now(),
                ended: None,
            }),
            before => {
                *stage = before;
                let reason = "this step goes through it more than once";
                Err(PipedError::read_once(&self.name, reason).into())
            }
        }
    }

    /// Receives the next pages with rows of these numbers, from 0. Returns `false` after the last.
    pub(crate) fn receive(&self, intake: &mut Intake, wanted: &Range<u64>, run: &mut PageRun) -> Result<bool> {
        loop {
            if intake.rows >= wanted.end && !intake.is_complete {
                Self::leave(intake);
                return Ok(false);
            }
            if !self.receive_any(intake, run)? {
                return Ok(false);
            }
            run.keep(wanted);
            if !run.is_empty() {
                return Ok(true);
            }
        }
    }

    fn receive_any(&self, intake: &mut Intake, run: &mut PageRun) -> Result<bool> {
        let Some(receiver) = &mut intake.receiver else {
            return Ok(false);
        };
        let damaged = |reason: String| PipedError::damaged(&self.name, reason);
        let began = Instant::now();
        let before = intake.moved.bytes;
        let arrival = receiver.receive(&mut run.bytes)?;
        intake.moved = receiver.totals();
        count_moved(intake.moved.bytes.saturating_sub(before));
        intake.waited += began.elapsed();
        match arrival {
            Arrival::Frame => {
                intake.first_page.get_or_insert_with(since_boot);
                let metadata = &self.metadata;
                let pages = run
                    .find_rows(metadata, intake.number, intake.rows)
                    .map_err(|error| damaged(error.to_string()))?;
                intake.number += pages;
                intake.pages += pages;
                intake.rows += run.len();
                Ok(true)
            }
            Arrival::End => {
                let told = rows_of(&run.bytes);
                if told != Some(intake.rows) {
                    let told = told.map_or_else(|| "no number".into(), |told| told.to_string());
                    let found = intake.rows;
                    let reason = format!("it ends with {told} of observations, and {found} came");
                    return Err(damaged(reason).into());
                }
                if let Some(receiver) = intake.receiver.take() {
                    intake.moved = receiver.confirm()?;
                }
                intake.is_complete = true;
                intake.end();
                Ok(false)
            }
        }
    }

    /// Stops reading.
    fn leave(intake: &mut Intake) {
        if let Some(receiver) = intake.receiver.take() {
            intake.moved = receiver.stop();
            intake.end();
        }
    }

    /// Returns what was not read to its end. Whether that is an error is known at the end of the step.
    pub(crate) fn give_back(&self, intake: &mut Intake) {
        if let (Some(receiver), Ok(mut stage)) = (intake.receiver.take(), self.stage()) {
            *stage = Stage::Left(receiver);
        }
    }

    /// Ends the pipe with the step. If the step is complete and has not read everything, the writer is told to stop;
    /// otherwise it learns that this step failed.
    pub(crate) fn end(&self, is_complete: bool) {
        let mut stage = self.stage.lock().unwrap_or_else(PoisonError::into_inner);
        if let Stage::Waiting(receiver) | Stage::Left(receiver) = std::mem::replace(&mut *stage, Stage::Read)
            && is_complete
        {
            receiver.stop();
        }
    }

    /// Returns what was moved so far.
    pub(crate) fn account(&self, intake: Option<&Intake>) -> FileAccount {
        let mut notes = Vec::new();
        if self.written_as != self.name.to_string() {
            notes.push(format!("it is {} at the end that wrote it.", self.written_as));
        }
        let moved = intake.map_or(self.described, |intake| intake.moved);
        let ended = intake.and_then(|intake| intake.ended);
        let elapsed = match (ended, intake) {
            (Some((_, elapsed)), _) => elapsed,
            (None, Some(intake)) => intake.opened.elapsed(),
            (None, None) => Duration::ZERO,
        };
        Flow {
            carriage: Carriage {
                carrier: carrier_name(moved.carrier),
                address: self.address.clone(),
                waited_for_other_end: self.waited_for_writer,
                began: self.began,
                ended: ended.map_or_else(since_boot, |(at, _)| at),
            },
            direction: Direction::Read,
            page_bytes: self.metadata.header.page_size.into(),
            pages: intake.map_or(0, |intake| intake.pages),
            moved,
            elapsed,
            waited: intake.map_or(Duration::ZERO, |intake| intake.waited),
            first_page: intake.and_then(|intake| intake.first_page),
            notes,
        }
        .account()
    }

    fn stage(&self) -> Result<MutexGuard<'_, Stage>> {
        let stage = self.stage.lock();
        stage.map_err(|_| Error::file("read", self.address.as_str(), went_down()))
    }
}

impl Intake {
    /// Returns the number of rows once all were received.
    pub(crate) fn all_rows(&self) -> Option<u64> {
        self.is_complete.then_some(self.rows)
    }

    fn end(&mut self) {
        self.ended = Some((since_boot(), self.opened.elapsed()));
    }
}
