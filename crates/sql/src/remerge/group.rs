//! The rows of groups until these are complete.

use std::ops::Range;
use std::sync::Arc;

use datafusion::arrow::array::{ArrayRef, UInt32Array};
use datafusion::arrow::compute::take;
use datafusion::arrow::datatypes::SchemaRef;
use datafusion::arrow::record_batch::{RecordBatch, RecordBatchOptions};
use datafusion::arrow::row::{RowConverter, SortField};
use datafusion::common::{DataFusionError, Result, ScalarValue};
use datafusion::execution::TaskContext;
use datafusion::execution::memory_pool::{MemoryConsumer, MemoryReservation};
use datafusion::execution::spill_file::SpillFile;
use datafusion::logical_expr::Accumulator;
use datafusion::physical_expr::PhysicalExpr;
use datafusion::physical_expr::aggregate::AggregateFunctionExpr;
use datafusion::physical_plan::SpillManager;
use datafusion::physical_plan::metrics::{ExecutionPlanMetricsSet, SpillMetrics};
use futures::StreamExt;

use super::BatchSender;
use crate::footprint::{bytes_of, compact};
use crate::system::trim_heap;

/// The memory that is never refused, in bytes.
const LITTLE: usize = 1 << 20;

/// Consumes rows, and holds those of the group that is not complete yet.
pub(super) struct RemergeState {
    by: Vec<Arc<dyn PhysicalExpr>>,
    converter: RowConverter,
    summaries: Vec<Arc<AggregateFunctionExpr>>,
    schema: SchemaRef,
    files: SpillManager,
    reservation: MemoryReservation,
    /// The key of the group; `None` before the first row.
    key: Option<Vec<u8>>,
    /// The summaries of the group so far.
    group: Vec<Box<dyn Accumulator>>,
    /// The rows of the group: first those that were spilled, then those in memory.
    spilled: Vec<Arc<dyn SpillFile>>,
    held: Vec<RecordBatch>,
    /// The bytes of the rows in memory.
    held_bytes: usize,
}

/// The value of each summary of a group.
type Values = Vec<ScalarValue>;

impl RemergeState {
    /// Creates the operator without rows. Its input has the first of the schemas, and its output, with the summaries,
    /// the second.
    pub(super) fn new(
        by: Vec<Arc<dyn PhysicalExpr>>,
        summaries: Vec<Arc<AggregateFunctionExpr>>,
        (without, schema): (SchemaRef, SchemaRef),
        partition: usize,
        context: &TaskContext,
    ) -> Result<Self> {
        let fields = by.iter().map(|key| Ok(SortField::new(key.data_type(&without)?)));
        let metrics = SpillMetrics::new(&ExecutionPlanMetricsSet::new(), partition);
        Ok(Self {
            converter: RowConverter::new(fields.collect::<Result<_>>()?)?,
            by,
            summaries,
            schema,
            files: SpillManager::new(context.runtime_env(), metrics, without),
            reservation: MemoryConsumer::new(format!("Remerge[{partition}]"))
                .with_can_spill(true)
                .register(context.memory_pool()),
            key: None,
            group: Vec::new(),
            spilled: Vec::new(),
            held: Vec::new(),
            held_bytes: 0,
        })
    }

    /// Consumes a batch, and emits the rows of the groups that are complete.
    pub(super) async fn take(&mut self, batch: RecordBatch, given: &BatchSender) -> Result<()> {
        if batch.num_rows() == 0 {
            return Ok(());
        }
        let groups = self.groups_of(&batch)?;
        let arguments = self.arguments_of(&batch)?;
        let mut groups = groups.into_iter();
        // The first rows may continue the incomplete group.
        let Some((first, key)) = groups.next() else {
            return Ok(());
        };
        if self.key.as_ref() != Some(&key) {
            self.end(given).await?;
            self.begin(key)?;
        }
        self.add(&arguments, &first)?;
        let mut current = first;
        let (mut complete, mut values) = (current.end..current.end, Vec::new());
        for (rows, key) in groups {
            let known = self.values()?;
            if current.start == 0 {
                self.hold(batch.slice(0, current.len()))?;
                self.give_held(&known, given).await?;
            } else {
                complete.end = current.end;
                values.push((current.len(), known));
            }
            self.begin(key)?;
            self.add(&arguments, &rows)?;
            current = rows;
        }
        if !complete.is_empty() {
            let rows = batch.slice(complete.start, complete.len());
            give(given, self.with(rows, &values)?).await?;
        }
        self.hold(batch.slice(current.start, current.len()))
    }

    /// Emits the rows of the last group.
    pub(super) async fn end(&mut self, given: &BatchSender) -> Result<()> {
        if self.key.is_none() {
            return Ok(());
        }
        let values = self.values()?;
        self.give_held(&values, given).await?;
        self.key = None;
        Ok(())
    }

    /// Splits a batch into ranges of one group each, with the key of the group. Without keys all rows are one group.
    fn groups_of(&self, batch: &RecordBatch) -> Result<Vec<(Range<usize>, Vec<u8>)>> {
        let columns = evaluated(&self.by, batch)?;
        let rows = batch.num_rows();
        if columns.is_empty() {
            return Ok(vec![(0..rows, Vec::new())]);
        }
        let keys = self.converter.convert_columns(&columns)?;
        let mut groups = Vec::new();
        let mut start = 0;
        for row in 1..=rows {
            if row == rows || keys.row(row) != keys.row(start) {
                groups.push((start..row, keys.row(start).data().to_vec()));
                start = row;
            }
        }
        Ok(groups)
    }

    fn arguments_of(&self, batch: &RecordBatch) -> Result<Vec<Vec<ArrayRef>>> {
        let of_each = self.summaries.iter();
        of_each
            .map(|summary| evaluated(&summary.expressions(), batch))
            .collect()
    }

    /// Begins another group.
    fn begin(&mut self, key: Vec<u8>) -> Result<()> {
        self.key = Some(key);
        let summaries = self.summaries.iter();
        self.group = summaries
            .map(|summary| summary.create_accumulator())
            .collect::<Result<_>>()?;
        Ok(())
    }

    /// Adds rows to the summaries of the group.
    fn add(&mut self, arguments: &[Vec<ArrayRef>], rows: &Range<usize>) -> Result<()> {
        for (known, arguments) in self.group.iter_mut().zip(arguments) {
            let values = arguments.iter().map(|values| values.slice(rows.start, rows.len()));
            known.update_batch(&values.collect::<Vec<_>>())?;
        }
        Ok(())
    }

    fn values(&mut self) -> Result<Values> {
        self.group.iter_mut().map(|known| known.evaluate()).collect()
    }

    /// Keeps rows of the group, in memory or spilled.
    fn hold(&mut self, batch: RecordBatch) -> Result<()> {
        let batch = compact(batch)?;
        self.held_bytes += bytes_of(&batch);
        self.held.push(batch);
        let known: usize = self.group.iter().map(|known| known.size()).sum();
        if self.reservation.try_resize(self.held_bytes + known).is_ok() {
            return Ok(());
        }
        let held = std::mem::take(&mut self.held);
        self.held_bytes = 0;
        let file = self.files.spill_record_batch_and_finish(&held, "remerge")?;
        self.spilled.extend(file);
        drop(held);
        trim_heap();
        // The states of the summaries of a group cannot be spilled.
        match known > LITTLE {
            true => self.reservation.try_resize(known)?,
            false => self.reservation.resize(known),
        }
        Ok(())
    }

    /// Emits the rows of the group.
    async fn give_held(&mut self, values: &Values, given: &BatchSender) -> Result<()> {
        for file in std::mem::take(&mut self.spilled) {
            let mut rows = self.files.read_spill_as_stream_unbuffered(file, None)?;
            while let Some(batch) = rows.next().await {
                self.give_group(batch?, values, given).await?;
            }
        }
        for batch in std::mem::take(&mut self.held) {
            self.give_group(batch, values, given).await?;
        }
        self.held_bytes = 0;
        self.reservation.free();
        Ok(())
    }

    async fn give_group(&self, rows: RecordBatch, values: &Values, given: &BatchSender) -> Result<()> {
        let of_all = [(rows.num_rows(), values.clone())];
        give(given, self.with(rows, &of_all)?).await
    }

    /// Returns rows with the summaries of their groups, given the number of rows of each group.
    fn with(&self, rows: RecordBatch, groups: &[(usize, Values)]) -> Result<RecordBatch> {
        let mut columns = rows.columns().to_vec();
        let of_rows = (0..).zip(groups).flat_map(|(group, (rows, _))| {
            // A batch has fewer rows than `u32::MAX`.
            std::iter::repeat_n::<u32>(group, *rows)
        });
        let of_rows: UInt32Array = of_rows.collect();
        for index in 0..self.summaries.len() {
            let values = groups.iter().map(|(_, values)| values[index].clone());
            let values = ScalarValue::iter_to_array(values)?;
            columns.push(match groups {
                [(rows, values)] => values[index].to_array_of_size(*rows)?,
                _ => take(&values, &of_rows, None)?,
            });
        }
        let options = RecordBatchOptions::new().with_row_count(Some(rows.num_rows()));
        let schema = Arc::clone(&self.schema);
        Ok(RecordBatch::try_new_with_options(schema, columns, &options)?)
    }
}

fn evaluated(expressions: &[Arc<dyn PhysicalExpr>], batch: &RecordBatch) -> Result<Vec<ArrayRef>> {
    expressions
        .iter()
        .map(|own| own.evaluate(batch)?.into_array(batch.num_rows()))
        .collect()
}

/// Sends rows, and waits while the channel is full.
async fn give(given: &BatchSender, rows: RecordBatch) -> Result<()> {
    let nobody = |_| DataFusionError::Execution("nobody takes the rows".to_owned());
    given.send(Ok(rows)).await.map_err(nobody)
}
