//! External sorting: rows that do not fit into memory are spilled in sorted runs.

use std::sync::Arc;

use datafusion::arrow::record_batch::RecordBatch;
use datafusion::common::Result;
use datafusion::execution::memory_pool::{MemoryConsumer, MemoryPool, MemoryReservation, UnboundedMemoryPool};
use datafusion::execution::spill_file::SpillFile;
use datafusion::execution::{SendableRecordBatchStream, TaskContext};
use datafusion::physical_expr::LexOrdering;
use datafusion::physical_plan::SpillManager;
use datafusion::physical_plan::metrics::{BaselineMetrics, ExecutionPlanMetricsSet, SpillMetrics};
use datafusion::physical_plan::sorts::streaming_merge::StreamingMergeBuilder;
use datafusion::physical_plan::stream::RecordBatchStreamAdapter;
use futures::{StreamExt, stream};

use super::in_memory::{BatchMerge, KeyedBatch, Keys};
use crate::footprint::compact;
use crate::system::trim_heap;

/// The memory of a file while it is merged: its blocks, and rows on their way.
const MERGED_BYTES: usize = 2 << 20;

/// The fewest files that are merged at once.
const LEAST_MERGED: usize = 2;

/// The number of spilled batches after which the task yields.
const TURN: usize = 8;

/// Returns the rows of `input` in order.
pub(super) async fn sorted(
    mut input: SendableRecordBatchStream,
    ordering: LexOrdering,
    partition: usize,
    context: Arc<TaskContext>,
) -> Result<SendableRecordBatchStream> {
    let schema = input.schema();
    let keys = Keys::new(ordering.clone(), &schema)?;
    let metrics = ExecutionPlanMetricsSet::new();
    let mut sorter = Sorter {
        held: Vec::new(),
        reservation: MemoryConsumer::new(format!("Sort[{partition}]"))
            .with_can_spill(true)
            .register(context.memory_pool()),
        files: SpillManager::new(context.runtime_env(), SpillMetrics::new(&metrics, partition), schema),
        metrics: BaselineMetrics::new(&metrics, partition),
        batch_rows: context.session_config().batch_size(),
        most_merged: context.runtime_env().disk_manager.max_spill_merge_fan_in(),
        runs: Vec::new(),
        ordering,
    };
    while let Some(batch) = input.next().await {
        let batch = batch?;
        if batch.num_rows() > 0 {
            sorter.take(KeyedBatch::new(batch, &keys)?).await?;
        }
    }
    drop(input);
    match sorter.runs.is_empty() {
        true => Ok(sorter.ordered()),
        false => sorter.merged().await,
    }
}

struct Sorter {
    ordering: LexOrdering,
    held: Vec<KeyedBatch>,
    reservation: MemoryReservation,
    files: SpillManager,
    metrics: BaselineMetrics,
    batch_rows: usize,
    most_merged: usize,
    runs: Vec<SortedRun>,
}

/// A sorted run that was spilled.
struct SortedRun {
    file: Arc<dyn SpillFile>,
    /// The most rows of one of its batches.
    batch_rows: usize,
}

impl Sorter {
    async fn take(&mut self, keyed: KeyedBatch) -> Result<()> {
        let bytes = keyed.bytes();
        if self.reservation.try_grow(bytes).is_err() {
            self.spill().await?;
            if self.reservation.try_grow(bytes).is_err() {
                // The memory is in use already: refusing it would free nothing.
                self.reservation.grow(bytes);
            }
        }
        self.held.push(keyed);
        Ok(())
    }

    /// Spills the rows in memory as a sorted run.
    async fn spill(&mut self) -> Result<()> {
        if self.held.is_empty() {
            return Ok(());
        }
        let held = std::mem::take(&mut self.held);
        let schema = Arc::clone(self.files.schema());
        let mut ordered = BatchMerge::new(held, schema, self.batch_rows);
        let batch_rows = ordered.at_once();
        let mut file = self.files.create_in_progress_file("sort")?;
        let mut turn = 0;
        while let Some(batch) = ordered.next()? {
            file.append_batch(&batch)?;
            turn += 1;
            if turn % TURN == 0 {
                tokio::task::yield_now().await;
            }
        }
        let file = file.finish()?;
        drop(ordered);
        trim_heap();
        self.reservation.free();
        self.runs.extend(file.map(|file| SortedRun { file, batch_rows }));
        Ok(())
    }

    /// Returns the rows in memory, in order.
    fn ordered(self) -> SendableRecordBatchStream {
        let schema = Arc::clone(self.files.schema());
        let ordered = BatchMerge::new(self.held, Arc::clone(&schema), self.batch_rows);
        let batches = stream::iter(Batches {
            ordered,
            _reservation: self.reservation,
        });
        Box::pin(RecordBatchStreamAdapter::new(schema, batches))
    }

    /// Returns the spilled rows, in order.
    async fn merged(mut self) -> Result<SendableRecordBatchStream> {
        self.spill().await?;
        let most = self.merged_at_once();
        while self.runs.len() > most {
            let count = most.min(self.runs.len() - most + 1);
            let runs: Vec<SortedRun> = self.runs.drain(..count).collect();
            let batch_rows = least_rows(&runs);
            let mut rows = self.merge(&runs)?;
            let mut file = self.files.create_in_progress_file("merge")?;
            while let Some(batch) = rows.next().await {
                file.append_batch(&batch?)?;
            }
            let file = file.finish()?;
            self.runs.extend(file.map(|file| SortedRun { file, batch_rows }));
        }
        let runs = std::mem::take(&mut self.runs);
        let rows = self.merge(&runs)?;
        let schema = Arc::clone(self.files.schema());
        // The receiver does not account for blocks that a batch shares with others.
        let reservation = self.reservation;
        let rows = rows.map(move |batch| {
            let _held = &reservation;
            compact(batch?)
        });
        Ok(Box::pin(RecordBatchStreamAdapter::new(schema, rows)))
    }

    /// Returns how many runs can be merged at once in the memory that is left, which is reserved until the rows were
    /// emitted.
    fn merged_at_once(&self) -> usize {
        let mut count = 0;
        while count < self.most_merged.max(LEAST_MERGED) && count < self.runs.len() {
            if self.reservation.try_grow(MERGED_BYTES).is_err() {
                if count >= LEAST_MERGED {
                    break;
                }
                self.reservation.grow(MERGED_BYTES);
            }
            count += 1;
        }
        count.max(LEAST_MERGED)
    }

    fn merge(&self, runs: &[SortedRun]) -> Result<SendableRecordBatchStream> {
        let read = |run: &SortedRun| {
            let file = Arc::clone(&run.file);
            self.files.read_spill_as_stream_unbuffered(file, None)
        };
        let [only] = runs else {
            // The memory of the merge was reserved before.
            let pool: Arc<dyn MemoryPool> = Arc::new(UnboundedMemoryPool::default());
            return StreamingMergeBuilder::new()
                .with_streams(runs.iter().map(read).collect::<Result<_>>()?)
                .with_schema(Arc::clone(self.files.schema()))
                .with_expressions(&self.ordering)
                .with_metrics(self.metrics.intermediate())
                .with_batch_size(least_rows(runs))
                .with_reservation(MemoryConsumer::new("merge").register(&pool))
                .with_round_robin_tie_breaker(false)
                .build();
        };
        read(only)
    }
}

/// Returns the smallest batch size of the runs.
fn least_rows(runs: &[SortedRun]) -> usize {
    runs.iter().map(|run| run.batch_rows).min().unwrap_or(1)
}

/// The batches of rows in memory.
struct Batches {
    ordered: BatchMerge,
    /// Freed together with the batches.
    _reservation: MemoryReservation,
}

impl Iterator for Batches {
    type Item = Result<RecordBatch>;

    fn next(&mut self) -> Option<Self::Item> {
        self.ordered.next().transpose()
    }
}

#[cfg(test)]
mod tests {
    use datafusion::arrow::array::{ArrayRef, AsArray, BinaryViewArray, Float64Array};
    use datafusion::arrow::compute::SortOptions;
    use datafusion::arrow::datatypes::{DataType, Field, Float64Type, Schema};
    use datafusion::execution::disk_manager::DiskManagerBuilder;
    use datafusion::execution::runtime_env::RuntimeEnvBuilder;
    use datafusion::physical_expr::PhysicalSortExpr;
    use datafusion::physical_expr::expressions::Column;
    use feedrate_rows::spill::SpillRoom;
    use feedrate_values::format::Formats;
    use feedrate_values::function::FixedClock;

    use super::*;
    use crate::memory::PlanMemory;
    use crate::shared::SharedState;
    use crate::spill::SpillFiles;

    /// Sorts `rows` pairs of a character value and a number, descending by the first and then ascending by the second,
    /// with `bytes` of memory.
    async fn sorted_with(bytes: usize, rows: usize) -> Vec<(Vec<u8>, f64)> {
        let folder = tempfile::tempdir_in(env!("CARGO_MANIFEST_DIR")).unwrap();
        let room = Arc::new(SpillRoom::new(folder.path()));
        let shared = Arc::new(SharedState::new(Formats::new(), FixedClock(0.0), 0));
        let disk = DiskManagerBuilder::default()
            .with_temp_file_factory(Arc::new(SpillFiles::new(room, shared)))
            .with_max_spill_merge_fan_in(3);
        let runtime = RuntimeEnvBuilder::new()
            .with_memory_pool(Arc::new(PlanMemory::new(bytes)))
            .with_disk_manager_builder(disk)
            .build_arc()
            .unwrap();
        let context = Arc::new(TaskContext::default().with_runtime(runtime));
        let schema = Arc::new(Schema::new(vec![
            Field::new("t", DataType::BinaryView, false),
            Field::new("x", DataType::Float64, false),
        ]));
        let batches = (0..rows).step_by(500).map(|first| {
            let own = first..(first + 500).min(rows);
            let texts = own.clone().map(text);
            let numbers: Float64Array = own.map(|row| row as f64).collect();
            let texts = BinaryViewArray::from_iter_values(texts);
            let columns: Vec<ArrayRef> = vec![Arc::new(texts), Arc::new(numbers)];
            Ok(RecordBatch::try_new(Arc::clone(&schema), columns)?)
        });
        let batches = stream::iter(batches.collect::<Vec<_>>());
        let input = Box::pin(RecordBatchStreamAdapter::new(Arc::clone(&schema), batches));
        let key = |name, index, descending| {
            let options = SortOptions::new(descending, true);
            PhysicalSortExpr::new(Arc::new(Column::new(name, index)), options)
        };
        let ordering = LexOrdering::new([key("t", 0, true), key("x", 1, false)]).unwrap();
        let mut sorted = sorted(input, ordering, 0, context).await.unwrap();
        let mut found = Vec::new();
        while let Some(batch) = sorted.next().await {
            let batch = batch.unwrap();
            let texts = batch.column(0).as_binary_view();
            let numbers = batch.column(1).as_primitive::<Float64Type>();
            found.extend((0..batch.num_rows()).map(|row| (texts.value(row).to_vec(), numbers.value(row))));
        }
        found
    }

    /// One of a thousand values of two hundred bytes.
    fn text(row: usize) -> Vec<u8> {
        format!("{:0200}", row * 7919 % 1009).into_bytes()
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn rows_come_in_order_whatever_memory_there_is() {
        const ROWS: usize = 20_000;
        let mut expected: Vec<_> = (0..ROWS).map(|row| (text(row), row as f64)).collect();
        expected.sort_by(|left, right| right.0.cmp(&left.0).then(left.1.total_cmp(&right.1)));
        // All rows in memory; a few runs; a run for each batch, three of which are merged at once; and no memory at
        // all.
        for bytes in [64 << 20, 4 << 20, 300 << 10, 0] {
            assert!(sorted_with(bytes, ROWS).await == expected, "{bytes}");
        }
        assert!(sorted_with(0, 0).await.is_empty());
    }
}
