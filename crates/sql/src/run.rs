//! The execution of plans.

use std::io;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::time::{Duration, Instant};

use datafusion::arrow::record_batch::RecordBatch;
use datafusion::common::{DataFusionError, exec_err};
use datafusion::logical_expr::LogicalPlan;
use feedrate_dataset::{Libraries, guarded};
use feedrate_rows::environment::Environment;
use feedrate_rows::spill::SpillRoom;
use feedrate_rows::{Fault, StepResult};
use futures::FutureExt;
use tokio::runtime::Runtime;

use crate::cluster::ClusterQuery;
use crate::drive::{Resources, drive, drive_elsewhere, hand_over, workers_of};
use crate::function::SEVERAL;
use crate::scan::TableSource;
use crate::shared::SharedState;
use crate::spill::SpillFiles;
use crate::worker_limit::threads_at_most;

/// The interval at which cancellation is polled while a plan runs.
const LOOK: Duration = Duration::from_millis(50);

/// The stack size of a thread, in bytes: plans of as many tables as a query may have are deeply nested.
const STACK: usize = 64 << 20;

/// The most bytes of tables whose rows are sorted although the query has no ORDER BY.
const ORDERED_BYTES: u64 = 64 << 20;

/// The number of batches that may be queued for the receiver.
const AHEAD: usize = 2;

/// For how long to wait for threads that are in the middle of a transfer.
const PATIENCE: Duration = Duration::from_secs(10);

/// A plan and the data sets that it reads.
pub(crate) struct PlannedQuery {
    pub plan: LogicalPlan,
    pub sources: Vec<Arc<TableSource>>,
    pub shared: Arc<SharedState>,
    /// The same plan without the sort, if that sorts rows of a join for which the query has no ORDER BY.
    pub unordered: Option<LogicalPlan>,
    /// True if rows must be processed in their order, and so by one thread.
    pub in_order: bool,
}

/// The rows of a plan that runs. Dropping it ends the plan.
pub(crate) struct Rows<'a> {
    batches: Option<Receiver<Result<RecordBatch, DataFusionError>>>,
    runtime: Option<Runtime>,
    shared: Arc<SharedState>,
    room: Arc<SpillRoom>,
    stop: &'a AtomicBool,
}

impl PlannedQuery {
    /// Opens the data sets and starts the plan.
    pub(crate) fn start<'a>(&self, environment: &mut Environment<'a>) -> StepResult<Rows<'a>> {
        let options = environment.options;
        for source in &self.sources {
            source.find(environment.libraries, options, self.in_order)?;
        }
        let workers = match self.in_order {
            true => 1,
            false => workers_of(options),
        };
        let no_threads = |error| Box::new(Fault::Query(format!("no threads can be had: {error}")));
        let workers = threads_at_most(workers, STACK).map_err(no_threads)?;
        let mut builder = tokio::runtime::Builder::new_multi_thread();
        builder
            .worker_threads(workers)
            .thread_name("sql")
            .thread_stack_size(STACK);
        let elsewhere = self.elsewhere(environment.libraries)?;
        if elsewhere.is_some() {
            // It is reached over the network.
            builder.enable_all();
        }
        // The runtime panics if the first thread is refused, which can have happened since the check.
        let refused = || Err(io::ErrorKind::WouldBlock.into());
        let built = guarded(|| builder.build()).unwrap_or_else(refused);
        let runtime = built.map_err(no_threads)?;
        let (sender, batches) = sync_channel(AHEAD);
        // The size of a pipe is not known.
        let bytes = self.sources.iter().map(|source| source.bytes());
        let source_bytes = bytes.fold(0, u64::saturating_add);
        let plan = match &self.unordered {
            Some(unordered) if source_bytes > ORDERED_BYTES => unordered.clone(),
            _ => self.plan.clone(),
        };
        let resources = Resources::new(options, source_bytes, &plan, workers, self.in_order);
        let room = Arc::new(SpillRoom::new(environment.utility_folder));
        let shared = Arc::clone(&self.shared);
        let sources = self.sources.clone();
        let spilling = SpillFiles::new(Arc::clone(&room), Arc::clone(&shared));
        runtime.spawn(async move {
            let rows = async {
                if let Some(elsewhere) = elsewhere
                    && drive_elsewhere(&elsewhere, &plan, &sources, &shared, &sender).await?
                {
                    return Ok(());
                }
                drive(plan, &resources, spilling, shared, &sender).await
            };
            // Rows that end by a panic are not all.
            let ended = AssertUnwindSafe(rows).catch_unwind().await;
            let ended = ended.unwrap_or_else(|_| exec_err!("a thread of the query failed"));
            if let Err(error) = ended {
                // A receiver that has gone does not need the error.
                let _ = hand_over(&sender, Err(error));
            }
        });
        Ok(Rows {
            batches: Some(batches),
            runtime: Some(runtime),
            shared: Arc::clone(&self.shared),
            room,
            stop: environment.stop,
        })
    }

    /// Returns the cluster on which the plan is executed, if it is one of a cluster's data sets. That it is not
    /// although it reads some is noted.
    fn elsewhere(&self, libraries: &Libraries) -> StepResult<Option<ClusterQuery>> {
        let cluster = self.shared.cluster.as_ref();
        match ClusterQuery::of(cluster, &self.sources, libraries, self.in_order) {
            None if self.shared.only_on_cluster => {
                let why = "it reads no data set of one";
                self.shared.run_here(why).map(|()| None)
            }
            None => Ok(None),
            Some(Ok(elsewhere)) => Ok(Some(elsewhere)),
            Some(Err(why)) => self.shared.run_here(&why).map(|()| None),
        }
    }
}

impl Rows<'_> {
    /// Returns the next batch, or `None` after the last.
    pub(crate) fn next(&mut self) -> StepResult<Option<RecordBatch>> {
        let Some(batches) = &self.batches else {
            return Ok(None);
        };
        loop {
            let next = batches.recv_timeout(LOOK);
            if self.stop.load(Ordering::Relaxed) {
                return Err(Box::new(Fault::Interrupted));
            }
            return match next {
                Err(RecvTimeoutError::Timeout) => continue,
                Err(RecvTimeoutError::Disconnected) => match self.shared.take_fault() {
                    Some(fault) => Err(fault),
                    None => Ok(None),
                },
                Ok(Err(error)) => Err(self.shared.take_fault().unwrap_or_else(|| refused(&error))),
                Ok(Ok(batch)) => Ok(Some(batch)),
            };
        }
    }
}

impl Drop for Rows<'_> {
    fn drop(&mut self) {
        // A sender that waits finds the channel closed, and ends.
        self.batches = None;
        self.shared.stop.store(true, Ordering::Relaxed);
        let until = Instant::now() + PATIENCE;
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_timeout(PATIENCE);
        }
        let left = until.saturating_duration_since(Instant::now());
        self.shared.threads.wait(left);
        self.shared.add_utility(self.room.accounts());
    }
}

/// Converts an error of DataFusion about a query that it cannot execute.
fn refused(error: &DataFusionError) -> Box<Fault> {
    let root = error.find_root();
    if matches!(root, DataFusionError::ResourcesExhausted(_)) {
        let message = "its memory does not suffice; raise MEMSIZE=, or lower CPUCOUNT=";
        return Box::new(Fault::Query(message.to_owned()));
    }
    let text = root.message();
    let first = text.lines().next().unwrap_or_default();
    let message = match first.contains("Scalar subquery returned more than one row") {
        true => SEVERAL,
        false => first,
    };
    Box::new(Fault::Query(message.to_owned()))
}
