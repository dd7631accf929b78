//! The execution of plans.

use std::io;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::time::{Duration, Instant};

use datafusion::arrow::record_batch::RecordBatch;
use datafusion::common::tree_node::TreeNode;
use datafusion::common::{DataFusionError, exec_err};
use datafusion::execution::disk_manager::DiskManagerBuilder;
use datafusion::execution::runtime_env::RuntimeEnvBuilder;
use datafusion::execution::session_state::SessionStateBuilder;
use datafusion::logical_expr::{Expr, LogicalPlan};
use datafusion::physical_plan::execute_stream;
use datafusion::prelude::{SessionConfig, SessionContext};
use feedrate_dataset::{Libraries, guarded};
use feedrate_rows::environment::{Environment, Options};
use feedrate_rows::spill::SpillRoom;
use feedrate_rows::{Fault, StepResult};
use futures::{FutureExt, StreamExt};
use tokio::runtime::Runtime;

use crate::aggregate::SortedGroups;
use crate::cluster::ClusterQuery;
use crate::function::SEVERAL;
use crate::join_keys::JoinKeys;
use crate::memory::PlanMemory;
use crate::remerge::RemergesWithinMemory;
use crate::scan::{TableSource, first_steps_on_readers};
use crate::sequential::sequential_plans;
use crate::shared::SharedState;
use crate::sort::SortsWithinMemory;
use crate::spill::Spilling;
use crate::stopping::StoppableJoins;
use crate::unnest::unnested;
use crate::worker_limit::threads_at_most;

/// A join side of at most one in `SHARED_FRACTION` times the number of threads of all bytes is put into one table by
/// one thread. This saves the other threads from sending each row of the other side to the thread with its part of the
/// table, which takes about as long for two rows as inserting one into the table.
const SHARED_FRACTION: u64 = 4;

/// The most rows of such a side if its bytes are not known.
const LEAST_SHARED_ROWS: usize = 1 << 17;

/// The number of rows after which a thread decides whether grouping its own rows first reduces them.
const PROBED_ROWS: usize = 1 << 19;

/// The interval at which cancellation is polled while a plan runs.
const LOOK: Duration = Duration::from_millis(50);

/// The stack size of a thread, in bytes: plans of as many tables as a query may have are deeply nested.
const STACK: usize = 64 << 20;

/// The most bytes of tables whose rows are sorted although the query has no ORDER BY.
const ORDERED_BYTES: u64 = 64 << 20;

/// The number of batches that may be queued for the receiver.
const AHEAD: usize = 2;

/// A batch has at most one row for so many bytes of a worker's memory: merges and queues hold several batches that
/// cannot be spilled, and rows may be wide.
const BATCH_FRACTION: usize = 32 << 10;

/// The fewest and the most rows of a batch.
const LEAST_BATCH_ROWS: usize = 512;
const MOST_BATCH_ROWS: usize = 8192;

/// The most and the fewest files that are merged at once: each has a thread and blocks of its own.
const MOST_MERGED: usize = 16;
const LEAST_MERGED: usize = 4;

/// The memory of a file while it is merged: its blocks, and rows on their way.
const MERGED_BYTES: usize = 2 << 20;

/// The memory that a worker needs to sort, merge and group spilled rows; with less memory there are fewer workers. It
/// is what MEMSIZE=32M leaves.
const WORKER_BYTES: usize = 28 << 20;

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
        let memory = memory_of(options);
        let workers = match self.in_order {
            true => 1,
            false => (options.workers() as usize).min(memory / WORKER_BYTES),
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
        // With one partition the planner makes no sort-merge join.
        let partitions = match workers {
            1 if !self.in_order && !is_small(source_bytes, options) && has_join(&plan) => 2,
            workers => workers,
        };
        let room = Arc::new(SpillRoom::new(environment.utility_folder));
        let shared = Arc::clone(&self.shared);
        let sources = self.sources.clone();
        let spilling = Spilling::new(Arc::clone(&room), Arc::clone(&shared));
        runtime.spawn(async move {
            let rows = async {
                if let Some(elsewhere) = elsewhere
                    && drive_elsewhere(&elsewhere, &plan, &sources, &shared, &sender).await?
                {
                    return Ok(());
                }
                drive(plan, partitions, options, source_bytes, spilling, shared, &sender).await
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
}

impl PlannedQuery {
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

/// Returns how many bytes of MEMSIZE= plans may hold. The rest is for what is not counted: rows on their way, and
/// blocks of files.
fn memory_of(options: Options) -> usize {
    let memory = usize::try_from(options.memory_bytes / 8 * 7).unwrap_or(usize::MAX);
    memory.max(WORKER_BYTES)
}

/// Returns whether joins may keep one side in memory, and groups all their sums. A hash join fails if the memory does
/// not suffice; a sort-merge join spills.
fn is_small(source_bytes: u64, options: Options) -> bool {
    source_bytes <= options.memory_bytes / 2
}

/// Returns whether the plan joins tables, or will once its subqueries are rewritten.
fn has_join(plan: &LogicalPlan) -> bool {
    let is_query = |part: &Expr| {
        Ok(matches!(
            part,
            Expr::ScalarSubquery(_) | Expr::InSubquery(_) | Expr::Exists(_)
        ))
    };
    let found = plan.exists(|part| {
        let mut has_query = false;
        for own in part.expressions() {
            has_query |= own.exists(is_query)?;
        }
        Ok(has_query || matches!(part, LogicalPlan::Join(_)))
    });
    found.unwrap_or(true)
}

/// Executes a plan on a cluster. Returns whether it was; if it cannot travel, the reason is noted.
async fn drive_elsewhere(
    elsewhere: &ClusterQuery,
    plan: &LogicalPlan,
    sources: &[Arc<TableSource>],
    shared: &SharedState,
    sender: &SyncSender<Result<RecordBatch, DataFusionError>>,
) -> Result<bool, DataFusionError> {
    for source in sources {
        source.set_elsewhere(true);
    }
    let address = elsewhere.address();
    let parts = match elsewhere.encoded(plan).await {
        Ok(parts) => parts,
        Err(error) => {
            for source in sources {
                source.set_elsewhere(false);
            }
            let text = error.find_root().message().into_owned();
            let why = text.lines().next().unwrap_or_default().trim_end_matches('.');
            return match shared.run_here(why) {
                Ok(()) => Ok(false),
                Err(fault) => exec_err!("{fault}"),
            };
        }
    };
    let (mut stages, mut partitions, left) = (0, 0, parts.len());
    for (part, left) in parts.into_iter().zip((0..left).rev()) {
        let mut ready = elsewhere.run(part).await?;
        stages += ready.stages;
        partitions += ready.partitions;
        // The receiver may want no more rows than the first ones.
        if left == 0 {
            shared.note(ran_elsewhere(address, stages, partitions));
        }
        while let Some(batch) = ready.rows.next().await {
            if !hand_over(sender, batch) {
                return Ok(true);
            }
        }
    }
    Ok(true)
}

/// Returns the note about a plan that was executed on a cluster.
fn ran_elsewhere(address: &str, stages: usize, partitions: usize) -> String {
    let counted = |count: usize, what: &str| match count {
        1 => format!("1 {what}"),
        several => format!("{several} {what}s"),
    };
    let (stages, partitions) = (counted(stages, "stage"), counted(partitions, "partition"));
    format!("The query was run on the cluster {address}: {stages}, {partitions}.")
}

async fn drive(
    plan: LogicalPlan,
    partitions: usize,
    options: Options,
    source_bytes: u64,
    spilling: Spilling,
    shared: Arc<SharedState>,
    sender: &SyncSender<Result<RecordBatch, DataFusionError>>,
) -> Result<(), DataFusionError> {
    let memory = memory_of(options);
    let is_small = is_small(source_bytes, options);
    let merged = (memory / partitions / MERGED_BYTES / 4).clamp(LEAST_MERGED, MOST_MERGED);
    let runtime = RuntimeEnvBuilder::new()
        .with_memory_pool(Arc::new(PlanMemory::new(memory)))
        .with_disk_manager_builder(
            DiskManagerBuilder::default()
                .with_temp_file_factory(Arc::new(spilling))
                .with_max_spill_merge_fan_in(merged),
        )
        .build_arc()?;
    let batch_rows = (memory / partitions / BATCH_FRACTION).clamp(LEAST_BATCH_ROWS, MOST_BATCH_ROWS);
    let config = SessionConfig::new()
        .with_target_partitions(partitions)
        .with_batch_size(batch_rows)
        .set_bool("datafusion.optimizer.prefer_hash_join", is_small)
        // Threads group rows before they pass them on, unless the first rows show about as many groups as rows. Cyclic
        // keys look like that until they repeat.
        .set_usize(
            "datafusion.execution.skip_partial_aggregation_probe_rows_threshold",
            PROBED_ROWS,
        )
        // No leaf accepts a filter that is made while a plan runs.
        .set_bool("datafusion.optimizer.enable_dynamic_filter_pushdown", false)
        .set_usize(
            "datafusion.optimizer.hash_join_single_partition_threshold",
            usize::try_from(source_bytes / (SHARED_FRACTION * partitions as u64)).unwrap_or(usize::MAX),
        )
        .set_usize(
            "datafusion.optimizer.hash_join_single_partition_threshold_rows",
            LEAST_SHARED_ROWS,
        );
    let mut state = SessionStateBuilder::new_with_default_features()
        .with_config(config)
        .with_runtime_env(runtime)
        .with_optimizer_rule(Arc::new(JoinKeys));
    if !is_small {
        state = state.with_physical_optimizer_rule(Arc::new(SortedGroups));
    }
    let state = state
        .with_physical_optimizer_rule(Arc::new(SortsWithinMemory))
        .with_physical_optimizer_rule(Arc::new(RemergesWithinMemory))
        .with_physical_optimizer_rule(Arc::new(first_steps_on_readers()))
        .with_physical_optimizer_rule(Arc::new(StoppableJoins(shared)))
        .build();
    let context = SessionContext::new_with_state(state);
    let state = context.state();
    let mut plans = Vec::new();
    for part in sequential_plans(&plan)?.unwrap_or_else(|| vec![plan]) {
        plans.push(match state.create_physical_plan(&part).await {
            Ok(plan) => plan,
            // DataFusion unnests most subqueries itself, and better than `unnested` does.
            Err(error) => match unnested(&part) {
                Ok(part) => state.create_physical_plan(&part).await?,
                Err(_) => return Err(error),
            },
        });
    }
    for plan in plans {
        let mut stream = execute_stream(plan, context.task_ctx())?;
        while let Some(batch) = stream.next().await {
            if !hand_over(sender, batch) {
                return Ok(());
            }
        }
    }
    Ok(())
}

/// Sends a batch, waiting until there is room. Returns whether the receiver is still there.
fn hand_over(
    sender: &SyncSender<Result<RecordBatch, DataFusionError>>,
    batch: Result<RecordBatch, DataFusionError>,
) -> bool {
    tokio::task::block_in_place(|| sender.send(batch).is_ok())
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
