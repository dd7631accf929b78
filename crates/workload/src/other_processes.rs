//! Runs of several processes, such as those of several machines, that start at the same time.
//!
//! A [`Control`](crate::Control) may have [`OtherProcesses`]. Then each run first waits until all of its streams or
//! loads are ready, as always, and then for the others; while it runs it reports what it moved, and at its end what
//! came of it.

use std::fmt;
use std::sync::Arc;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use feedrate_pageio::cache::{CacheShare, StorageIo};
use feedrate_pageio::{CpuUse, Latencies};
use serde::{Deserialize, Serialize};

use crate::load::BatchOutcome;
use crate::outcome::Outcome;

/// The interval at which a run reports what it has moved.
const TICK: Duration = Duration::from_millis(100);

/// The other processes.
pub trait OtherProcesses: fmt::Debug + Send + Sync {
    /// Waits until all are ready. Returns the moment at which all start, or `None` if this run is to stop instead.
    fn start(&self, is_stopped: &dyn Fn() -> bool) -> Option<Instant>;

    /// Receives the bytes that the run has moved by a moment, including ramps.
    fn moved(&self, at: Instant, bytes: u64);

    /// Receives the outcome of the run.
    fn ended(&self, round: &Round);
}

/// The bytes and operations in one direction.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct RoundFlow {
    /// Bytes.
    pub bytes: u64,
    /// Transfers.
    pub operations: u64,
    /// The time that each took.
    pub latencies: Latencies,
}

/// The outcome of a run in one of the processes.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Round {
    /// Reads after the ramp.
    pub read: RoundFlow,
    /// Writes after the ramp.
    pub write: RoundFlow,
    /// The time from the common start to the moment from which all streams counted.
    pub ramped: Duration,
    /// The time from there to the end of the last stream.
    pub elapsed: Duration,
    /// The processor time of the whole process; of loads with ramps that of their threads, without the kernel's
    /// workers.
    pub cpu: CpuUse,
    /// The share of the bytes read that the page cache of its machine served, 0 to 1; `None` if it is unknown, or
    /// nothing was read.
    pub cache_share: Option<f64>,
    /// The bytes actually moved to and from storage; `None` if unknown, as those of loads with ramps are.
    pub storage: Option<StorageIo>,
    /// True if all writes had reached the device within the time.
    pub durable: bool,
    /// True if it was stopped before its end.
    pub stopped: bool,
    /// The errors of its streams.
    pub errors: Vec<String>,
}

impl Round {
    /// Returns that of a process that took no part.
    pub fn of_nothing() -> Self {
        Self {
            read: RoundFlow::default(),
            write: RoundFlow::default(),
            ramped: Duration::ZERO,
            elapsed: Duration::ZERO,
            cpu: CpuUse::default(),
            cache_share: None,
            storage: None,
            durable: false,
            stopped: false,
            errors: Vec::new(),
        }
    }

    /// Returns whether its process took part in the run.
    pub fn took_part(&self) -> bool {
        !self.elapsed.is_zero()
    }

    /// Returns that of streams.
    pub(crate) fn of_streams(outcome: &Outcome) -> Self {
        let flow = |flow: &feedrate_pageio::account::Flow| RoundFlow {
            bytes: flow.bytes,
            operations: flow.operations,
            latencies: flow.latencies.clone(),
        };
        let ramped = outcome.streams.iter().map(|stream| stream.ramped).min();
        Self {
            read: flow(&outcome.account.read),
            write: flow(&outcome.account.write),
            ramped: ramped.unwrap_or_default(),
            elapsed: outcome.last_done,
            cpu: outcome.cpu,
            cache_share: known(outcome.cache_share, outcome.account.read.bytes),
            storage: outcome.storage,
            durable: outcome.is_durable(),
            stopped: outcome.stopped,
            errors: Vec::new(),
        }
    }

    /// Returns that of loads.
    pub(crate) fn of_loads(outcome: &BatchOutcome, stopped: bool) -> Self {
        let (mut read, mut write) = (RoundFlow::default(), RoundFlow::default());
        for load in &outcome.loads {
            for (sum, flow) in [(&mut read, &load.flow.read), (&mut write, &load.flow.write)] {
                sum.bytes += flow.bytes;
                sum.operations += flow.operations;
                sum.latencies.merge(&flow.total);
            }
        }
        let ran = || outcome.loads.iter().filter(|load| load.began_after.is_some());
        let counted = ran().map(|load| load.began_after.unwrap_or_default() + load.ramped);
        let ramped = counted.min().unwrap_or_default();
        let done = ran().map(|load| load.began_after.unwrap_or_default() + load.ramped + load.run_time);
        // The counters of the process begin before the ramps; those of threads after them.
        let is_ramped = ran().any(|load| !load.ramped.is_zero());
        let of_threads = || {
            let used = outcome.loads.iter().map(|load| load.cpu);
            used.fold(CpuUse::default(), |sum, cpu| sum + cpu)
        };
        Self {
            cache_share: known(outcome.cache, read.bytes),
            read,
            write,
            ramped,
            elapsed: done.max().unwrap_or_default().saturating_sub(ramped),
            cpu: match is_ramped {
                true => of_threads(),
                false => outcome.cpu,
            },
            storage: outcome.storage.filter(|_| !is_ramped),
            durable: false,
            stopped,
            errors: outcome
                .loads
                .iter()
                .filter_map(|load| Some(format!("{}: {}", load.name, load.error.as_ref()?.text)))
                .collect(),
        }
    }
}

fn known(share: CacheShare, read: u64) -> Option<f64> {
    share.known().filter(|_| read > 0)
}

/// Does the work of a run while another thread reports what it has moved. Without a thread, or without other processes,
/// nothing is reported.
pub(crate) fn reporting<T>(
    others: Option<&Arc<dyn OtherProcesses>>,
    bytes: impl Fn() -> u64 + Sync,
    work: impl FnOnce() -> T,
) -> T {
    let Some(others) = others else {
        return work();
    };
    let (end, ended) = mpsc::channel::<()>();
    thread::scope(|scope| {
        let bytes = &bytes;
        let report = move || {
            while ended.recv_timeout(TICK) == Err(RecvTimeoutError::Timeout) {
                others.moved(Instant::now(), bytes());
            }
            others.moved(Instant::now(), bytes());
        };
        let reporter = thread::Builder::new().name("moved".to_owned());
        let _reporter = reporter.spawn_scoped(scope, report);
        let done = work();
        drop(end);
        done
    })
}
