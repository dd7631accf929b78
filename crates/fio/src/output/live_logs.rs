//! Writes logs while jobs run, in a thread of its own, so that no worker waits for them and none is held in memory.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::thread::{self, JoinHandle};

use feedrate_workload::load::{SeriesPart, SeriesSink};

use super::RunResults;
use super::log_files::LogFiles;
use super::written_files::LogError;
use crate::job::Jobs;
use crate::plan::Plan;

/// The most parts that wait to be written, of some hundred kilobytes each.
const MOST_WAITING: usize = 256;

/// The logs of jobs that run.
#[derive(Debug)]
pub struct LiveLogs(Writer);

#[derive(Debug)]
enum Writer {
    /// All is written at the end.
    AtEnd(LogFiles),
    Thread {
        sink: Arc<Sink>,
        thread: JoinHandle<WrittenLogs>,
    },
}

/// The logs, and the first error.
type WrittenLogs = (LogFiles, Result<(), LogError>);

#[derive(Debug)]
struct Sink(SyncSender<Box<SeriesPart>>);

impl SeriesSink for Sink {
    fn take(&self, part: Box<SeriesPart>) -> Result<(), Box<SeriesPart>> {
        self.0.try_send(part).map_err(|error| match error {
            TrySendError::Full(part) | TrySendError::Disconnected(part) => part,
        })
    }
}

impl LiveLogs {
    /// Begins the logs of jobs, to the working folder unless their names have another. No file is created yet.
    ///
    /// If a log is a pipe, `stop` ends the wait for its reader.
    pub fn begin(jobs: &Jobs, plan: &Plan, stop: &Arc<AtomicBool>) -> Self {
        let logs = LogFiles::new(jobs, plan, stop);
        if !logs.has_any() {
            return Self(Writer::AtEnd(logs));
        }
        let (sender, parts) = sync_channel(MOST_WAITING);
        let spawned = thread::Builder::new()
            .name("logs".to_owned())
            .spawn(move || write(logs, &parts));
        Self(match spawned {
            Ok(thread) => Writer::Thread {
                sink: Arc::new(Sink(sender)),
                thread,
            },
            Err(_) => Writer::AtEnd(LogFiles::new(jobs, plan, stop)),
        })
    }

    /// Returns the receiver of series while jobs run.
    pub fn sink(&self) -> Option<Arc<dyn SeriesSink>> {
        match &self.0 {
            Writer::AtEnd(_) => None,
            Writer::Thread { sink, .. } => Some(Arc::clone(sink) as _),
        }
    }

    /// Ends the logs once nothing runs any more. Returns their names.
    ///
    /// # Errors
    ///
    /// Returns an error for the first log that cannot be written; earlier ones remain.
    pub fn finish(self, report: &RunResults<'_>) -> Result<Vec<PathBuf>, LogError> {
        let logs = match self.0 {
            Writer::AtEnd(logs) => logs,
            Writer::Thread { sink, thread } => {
                drop(sink);
                let (logs, written) = thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
                written?;
                logs
            }
        };
        logs.finish(report)
    }
}

/// Writes parts until there are no more. After an error they are only taken away.
fn write(mut logs: LogFiles, parts: &Receiver<Box<SeriesPart>>) -> WrittenLogs {
    let mut written = Ok(());
    for part in parts {
        if written.is_ok() {
            written = logs.add(&part);
        }
    }
    (logs, written)
}
