//! Small data sets made, looked up, opened and deleted, as a library of temporary data sets has them all day.

mod library;
mod operation;

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Barrier, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use feedrate_pageio::Latencies;
use feedrate_workload::Control;
use serde::Serialize;

pub use operation::{FileOperation, OperationFigures};

use crate::error::{Error, Result};
use library::StreamLibrary;

/// The figures of small data sets.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MetadataFigures {
    /// Concurrent streams, each with a folder of its own.
    pub streams: usize,
    /// Bytes of a data set.
    pub data_set_bytes: u64,
    /// True if each was removed from the page cache before it was opened.
    pub opened_cold: bool,
    /// The operations.
    pub operations: Vec<OperationFigures>,
}

/// Carries out all operations for a time, with as many streams. `None` if the control is stopped before a round ends.
///
/// # Errors
///
/// Returns an error if a data set cannot be made, opened or deleted.
pub(crate) fn measure(
    folder: &Path,
    streams: usize,
    time: Duration,
    control: &Control,
) -> Result<Option<MetadataFigures>> {
    let mut libraries = (0..streams)
        .map(|_| StreamLibrary::new(folder))
        .collect::<Result<Vec<_>>>()?;
    let course = Rounds {
        barrier: Barrier::new(streams),
        goes_on: AtomicBool::new(true),
        failure: Mutex::new(None),
        deadline: Instant::now() + time,
        control,
    };
    let seconds = thread::scope(|scope| {
        let threads: Vec<_> = libraries
            .iter_mut()
            .enumerate()
            .map(|(index, library)| {
                let course = &course;
                scope.spawn(move || course.run(library, index == 0))
            })
            .collect();
        let mut of_all = threads.into_iter().map(|thread| match thread.join() {
            Ok(seconds) => seconds,
            Err(panic) => std::panic::resume_unwind(panic),
        });
        // All streams wait for each other, so that the first one's times are those of all.
        let first = of_all.next().unwrap_or_default();
        of_all.for_each(drop);
        first
    });
    if let Some(failure) = course.failure.into_inner().unwrap_or_else(PoisonError::into_inner) {
        return Err(failure);
    }
    Ok(summarize(&libraries, seconds))
}

fn summarize(libraries: &[StreamLibrary], seconds: [f64; 4]) -> Option<MetadataFigures> {
    let micros = |latency: Duration| latency.as_secs_f64() * 1e6;
    let operations: Vec<_> = FileOperation::ALL
        .iter()
        .enumerate()
        .filter_map(|(index, &operation)| {
            let mut all = Latencies::new();
            libraries
                .iter()
                .for_each(|library| all.merge(&library.latencies[index]));
            (all.count() > 0).then(|| OperationFigures {
                operation,
                count: all.count(),
                per_second: all.count() as f64 / seconds[index].max(1e-9),
                p50_microseconds: micros(all.percentile(50.0)),
                p99_microseconds: micros(all.percentile(99.0)),
            })
        })
        .collect();
    (operations.len() == FileOperation::ALL.len()).then(|| MetadataFigures {
        streams: libraries.len(),
        data_set_bytes: libraries.iter().map(|library| library.bytes).max().unwrap_or(0),
        opened_cold: libraries.iter().all(|library| library.is_cold),
        operations,
    })
}

/// The rounds of all streams: each operation begins when all have ended the one before.
struct Rounds<'a> {
    barrier: Barrier,
    goes_on: AtomicBool,
    failure: Mutex<Option<Error>>,
    deadline: Instant,
    control: &'a Control,
}

impl Rounds<'_> {
    /// Runs a stream. Returns the seconds of each operation.
    fn run(&self, library: &mut StreamLibrary, leads: bool) -> [f64; 4] {
        let mut seconds = [0.0; 4];
        let mut round = 0;
        loop {
            self.barrier.wait();
            if leads {
                let failed = self.failure.lock().unwrap_or_else(PoisonError::into_inner).is_some();
                let is_over = round > 0 && Instant::now() >= self.deadline;
                self.goes_on
                    .store(!failed && !is_over && !self.control.is_stopped(), Ordering::SeqCst);
            }
            self.barrier.wait();
            if !self.goes_on.load(Ordering::SeqCst) {
                return seconds;
            }
            for (index, operation) in FileOperation::ALL.into_iter().enumerate() {
                if operation == FileOperation::Open {
                    self.keep(library.make_cold());
                }
                self.barrier.wait();
                let began = Instant::now();
                self.keep(library.carry_out(operation, index, self.control));
                self.barrier.wait();
                seconds[index] += began.elapsed().as_secs_f64();
            }
            round += 1;
        }
    }

    /// Keeps the first failure.
    fn keep(&self, outcome: Result<()>) {
        if let Err(error) = outcome {
            self.failure
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .get_or_insert(error);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::library::DATA_SETS;
    use super::*;

    #[test]
    fn each_operation_is_counted_and_nothing_is_left() {
        let folder = tempfile::tempdir().unwrap();
        let found = measure(folder.path(), 2, Duration::ZERO, &Control::default())
            .unwrap()
            .expect("a round");
        assert_eq!(found.streams, 2);
        assert!(found.data_set_bytes >= 4096, "{found:?}");
        for figures in &found.operations {
            assert_eq!(figures.count, 2 * DATA_SETS as u64);
            assert!(figures.per_second > 0.0 && figures.p50_microseconds <= figures.p99_microseconds);
        }
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
    }

    #[test]
    fn a_stopped_control_ends_it_at_once() {
        let folder = tempfile::tempdir().unwrap();
        let control = Control::default();
        control.stop();
        let found = measure(folder.path(), 3, Duration::from_secs(60), &control).unwrap();
        assert_eq!(found, None);
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
    }

    #[test]
    fn a_folder_that_refuses_is_told_and_no_stream_waits_for_ever() {
        let folder = tempfile::tempdir().unwrap();
        let missing = folder.path().join("missing");
        assert!(measure(&missing, 2, Duration::ZERO, &Control::default()).is_err());
        let mut library = StreamLibrary::new(folder.path()).unwrap();
        let refused = library.one(FileOperation::Delete, 0).unwrap_err().to_string();
        assert!(refused.contains("SMALL0"), "{refused}");
    }
}
