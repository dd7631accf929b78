//! The execution of a plan, in this process or on a cluster, which hands over its rows.

use std::sync::Arc;
use std::sync::mpsc::SyncSender;

use datafusion::arrow::record_batch::RecordBatch;
use datafusion::common::tree_node::TreeNode;
use datafusion::common::{Result, exec_err};
use datafusion::execution::disk_manager::DiskManagerBuilder;
use datafusion::execution::runtime_env::RuntimeEnvBuilder;
use datafusion::execution::session_state::{SessionState, SessionStateBuilder};
use datafusion::logical_expr::LogicalPlan;
use datafusion::physical_plan::execute_stream;
use datafusion::prelude::{SessionConfig, SessionContext};
use feedrate_rows::environment::Options;
use futures::StreamExt;

use crate::aggregate::sorted_groups;
use crate::cluster::ClusterQuery;
use crate::join_keys::JoinKeys;
use crate::memory::PlanMemory;
use crate::remerge::remerges_within_memory;
use crate::scan::{TableSource, first_steps_on_readers};
use crate::sequential::sequential_plans;
use crate::shared::SharedState;
use crate::sort::sorts_within_memory;
use crate::spill::SpillFiles;
use crate::stopping::stoppable_joins;
use crate::typed::has_query;
use crate::unnest::physical_plan;

/// A join side of at most one in `SHARED_FRACTION` times the number of threads of all bytes is put into one table by
/// one thread. This saves the other threads from sending each row of the other side to the thread with its part of the
/// table, which takes about as long for two rows as inserting one into the table.
const SHARED_FRACTION: u64 = 4;

/// The most rows of such a side if its bytes are not known.
const LEAST_SHARED_ROWS: usize = 1 << 17;

/// The number of rows after which a thread decides whether grouping its own rows first reduces them.
const PROBED_ROWS: usize = 1 << 19;

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

/// The channel on which batches are handed over.
pub(crate) type BatchSender = SyncSender<Result<RecordBatch>>;

/// The resources of a plan in this process.
pub(crate) struct Resources {
    pub options: Options,
    /// The bytes of the tables that it reads.
    pub source_bytes: u64,
    /// The number of threads that execute it, at least.
    pub partitions: usize,
}

impl Resources {
    /// Returns those of a plan that at most so many threads execute; if it is `in_order`, only one does.
    pub(crate) fn new(options: Options, source_bytes: u64, plan: &LogicalPlan, workers: usize, in_order: bool) -> Self {
        let is_small = is_small(source_bytes, options);
        Self {
            options,
            source_bytes,
            // With one partition the planner makes no sort-merge join.
            partitions: match workers {
                1 if !in_order && !is_small && has_join(plan) => 2,
                workers => workers,
            },
        }
    }

    /// Returns the state in which DataFusion plans and executes.
    fn state(&self, spilling: SpillFiles, shared: Arc<SharedState>) -> Result<SessionState> {
        let (memory, partitions) = (memory_of(self.options), self.partitions);
        let is_small = is_small(self.source_bytes, self.options);
        let merged = (memory / partitions / MERGED_BYTES / 4).clamp(LEAST_MERGED, MOST_MERGED);
        let runtime = RuntimeEnvBuilder::new()
            .with_memory_pool(Arc::new(PlanMemory::new(memory)))
            .with_disk_manager_builder(
                DiskManagerBuilder::default()
                    .with_temp_file_factory(Arc::new(spilling))
                    .with_max_spill_merge_fan_in(merged),
            )
            .build_arc()?;
        let mut state = SessionStateBuilder::new_with_default_features()
            .with_config(self.config(memory, is_small))
            .with_runtime_env(runtime)
            .with_optimizer_rule(Arc::new(JoinKeys));
        if !is_small {
            state = state.with_physical_optimizer_rule(Arc::new(sorted_groups()));
        }
        let state = state
            .with_physical_optimizer_rule(Arc::new(sorts_within_memory()))
            .with_physical_optimizer_rule(Arc::new(remerges_within_memory()))
            .with_physical_optimizer_rule(Arc::new(first_steps_on_readers()))
            .with_physical_optimizer_rule(Arc::new(stoppable_joins(shared)));
        Ok(state.build())
    }

    fn config(&self, memory: usize, is_small: bool) -> SessionConfig {
        let batch_rows = (memory / self.partitions / BATCH_FRACTION).clamp(LEAST_BATCH_ROWS, MOST_BATCH_ROWS);
        let shared_bytes = self.source_bytes / (SHARED_FRACTION * self.partitions as u64);
        SessionConfig::new()
            .with_target_partitions(self.partitions)
            .with_batch_size(batch_rows)
            .set_bool("datafusion.optimizer.prefer_hash_join", is_small)
            // Threads group rows before they pass them on, unless the first rows show about as many groups as rows.
            // Cyclic keys look like that until they repeat.
            .set_usize(
                "datafusion.execution.skip_partial_aggregation_probe_rows_threshold",
                PROBED_ROWS,
            )
            // No leaf accepts a filter that is made while a plan runs.
            .set_bool("datafusion.optimizer.enable_dynamic_filter_pushdown", false)
            .set_usize(
                "datafusion.optimizer.hash_join_single_partition_threshold",
                usize::try_from(shared_bytes).unwrap_or(usize::MAX),
            )
            .set_usize(
                "datafusion.optimizer.hash_join_single_partition_threshold_rows",
                LEAST_SHARED_ROWS,
            )
    }
}

/// Returns how many bytes of MEMSIZE= plans may hold. The rest is for what is not counted: rows on their way, and
/// blocks of files.
fn memory_of(options: Options) -> usize {
    let memory = usize::try_from(options.memory_bytes / 8 * 7).unwrap_or(usize::MAX);
    memory.max(WORKER_BYTES)
}

/// Returns how many workers a plan may have.
pub(crate) fn workers_of(options: Options) -> usize {
    (options.workers() as usize).min(memory_of(options) / WORKER_BYTES)
}

/// Returns whether joins may keep one side in memory, and groups all their sums. A hash join fails if the memory does
/// not suffice; a sort-merge join spills.
fn is_small(source_bytes: u64, options: Options) -> bool {
    source_bytes <= options.memory_bytes / 2
}

/// Returns whether the plan joins tables, or will once its subqueries are rewritten.
fn has_join(plan: &LogicalPlan) -> bool {
    let found =
        plan.exists(|part| Ok(matches!(part, LogicalPlan::Join(_)) || part.expressions().iter().any(has_query)));
    found.unwrap_or(true)
}

/// Executes a plan on a cluster. Returns whether it was; if it cannot travel, the reason is noted.
pub(crate) async fn drive_elsewhere(
    elsewhere: &ClusterQuery,
    plan: &LogicalPlan,
    sources: &[Arc<TableSource>],
    shared: &SharedState,
    sender: &BatchSender,
) -> Result<bool> {
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

/// Executes a plan in this process.
pub(crate) async fn drive(
    plan: LogicalPlan,
    resources: &Resources,
    spilling: SpillFiles,
    shared: Arc<SharedState>,
    sender: &BatchSender,
) -> Result<()> {
    let context = SessionContext::new_with_state(resources.state(spilling, shared)?);
    let state = context.state();
    let mut plans = Vec::new();
    for part in sequential_plans(&plan)?.unwrap_or_else(|| vec![plan]) {
        plans.push(physical_plan(&state, &part).await?);
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
pub(crate) fn hand_over(sender: &BatchSender, batch: Result<RecordBatch>) -> bool {
    tokio::task::block_in_place(|| sender.send(batch).is_ok())
}
