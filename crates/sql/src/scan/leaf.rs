//! The part of a plan that reads a data set: a range of its rows a partition, each on a thread of its own, so that no
//! worker of the plan waits for storage.

use std::fmt;
use std::ops::Range;
use std::sync::Arc;
use std::thread;

use datafusion::arrow::compute::SortOptions;
use datafusion::arrow::datatypes::SchemaRef;
use datafusion::arrow::record_batch::RecordBatch;
use datafusion::common::stats::Precision;
use datafusion::common::tree_node::TreeNodeRecursion;
use datafusion::common::{DataFusionError, Result, Statistics, internal_err};
use datafusion::execution::{SendableRecordBatchStream, TaskContext};
use datafusion::physical_expr::expressions::Column;
use datafusion::physical_expr::{EquivalenceProperties, PhysicalExpr, PhysicalSortExpr};
use datafusion::physical_plan::execution_plan::{
    Boundedness, EmissionType, ReplaceChildrenOptions,
};
use datafusion::physical_plan::stream::RecordBatchStreamAdapter;
use datafusion::physical_plan::{
    DisplayAs, DisplayFormatType, ExecutionPlan, Partitioning, PlanProperties, StatisticsArgs,
};
use feedrate_dataset::Rows;
use feedrate_steps::data::{Fault, Faulted, TakeRows};
use feedrate_values::Kind;
use tokio::sync::mpsc;

use super::columns::{Columns, Taken, rows_of_a_batch};
use super::source::TableSource;

/// Batches that are on their way from a thread that reads to who computes.
const AHEAD: usize = 2;

/// Reads the columns of a data set that are wanted.
#[derive(Debug)]
pub(super) struct Leaf {
    source: Arc<TableSource>,
    taken: Vec<Taken>,
    ranges: Vec<Vec<Range<u64>>>,
    properties: Arc<PlanProperties>,
}

impl Leaf {
    pub(super) fn new(
        source: Arc<TableSource>,
        taken: Vec<Taken>,
        schema: SchemaRef,
        ranges: Vec<Vec<Range<u64>>>,
    ) -> Self {
        // The rows of each partition come in their order, so that those of all can be had in it without a sort.
        let row_id = taken.iter().position(|taken| *taken == Taken::RowId);
        let ordering = row_id.map(|index| {
            let column = Column::new(schema.field(index).name(), index);
            [PhysicalSortExpr::new(
                Arc::new(column),
                SortOptions::new(false, true),
            )]
        });
        let properties = PlanProperties::new(
            EquivalenceProperties::new_with_orderings(schema, ordering),
            Partitioning::UnknownPartitioning(ranges.len()),
            EmissionType::Incremental,
            Boundedness::Bounded,
        );
        Self {
            source,
            taken,
            ranges,
            properties: Arc::new(properties),
        }
    }
}

impl Leaf {
    /// About how many bytes a row takes in columns.
    fn row_bytes(&self) -> usize {
        let Some(table) = self.source.table() else {
            return 0;
        };
        let variables = table.schema().variables();
        let bytes =
            |taken: &Taken| match *taken {
                Taken::RowId => 8,
                // A text lies in its column with a view of it.
                Taken::Column(column) => variables.get(column).map_or(0, |variable| match variable
                    .kind
                {
                    Kind::Number => 8,
                    Kind::Text => 16 + variable.length as usize,
                }),
            };
        self.taken.iter().map(bytes).sum()
    }
}

impl DisplayAs for Leaf {
    fn fmt_as(&self, _: DisplayFormatType, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self
            .source
            .table()
            .map_or_else(String::new, |table| table.location().name().to_string());
        write!(formatter, "Pages of {name}: {} columns", self.taken.len())
    }
}

impl ExecutionPlan for Leaf {
    fn name(&self) -> &str {
        "Pages"
    }

    fn properties(&self) -> &Arc<PlanProperties> {
        &self.properties
    }

    fn children(&self) -> Vec<&Arc<dyn ExecutionPlan>> {
        Vec::new()
    }

    fn replace_children(
        self: Arc<Self>,
        _: Vec<Arc<dyn ExecutionPlan>>,
        _: ReplaceChildrenOptions,
    ) -> Result<Arc<dyn ExecutionPlan>> {
        Ok(self)
    }

    fn with_new_children(
        self: Arc<Self>,
        _: Vec<Arc<dyn ExecutionPlan>>,
    ) -> Result<Arc<dyn ExecutionPlan>> {
        Ok(self)
    }

    fn apply_expressions(
        &self,
        _: &mut dyn FnMut(&Arc<dyn PhysicalExpr>) -> Result<TreeNodeRecursion>,
    ) -> Result<TreeNodeRecursion> {
        Ok(TreeNodeRecursion::Continue)
    }

    /// How many rows there are, so that the smaller side of a join is kept in memory.
    fn statistics_from_inputs(
        &self,
        _: &[Arc<Statistics>],
        args: &StatisticsArgs,
    ) -> Result<Arc<Statistics>> {
        let mut statistics = Statistics::new_unknown(&self.schema());
        let ranges = match args.partition() {
            Some(partition) => self
                .ranges
                .get(partition)
                .map_or(&[][..], |ranges| std::slice::from_ref(ranges)),
            None => &self.ranges[..],
        };
        let rows: u64 = ranges
            .iter()
            .flatten()
            .map(|range| range.end - range.start)
            .sum();
        let rows = usize::try_from(rows).unwrap_or(usize::MAX);
        statistics.num_rows = match self.source.has_condition() {
            true => Precision::Inexact(rows),
            false => Precision::Exact(rows),
        };
        statistics.total_byte_size = Precision::Inexact(rows.saturating_mul(self.row_bytes()));
        Ok(Arc::new(statistics))
    }

    fn execute(
        &self,
        partition: usize,
        context: Arc<TaskContext>,
    ) -> Result<SendableRecordBatchStream> {
        let Some(ranges) = self.ranges.get(partition).cloned() else {
            return internal_err!("there is no partition {partition}");
        };
        let (sender, receiver) = mpsc::channel(AHEAD);
        let work = Work {
            source: Arc::clone(&self.source),
            taken: self.taken.clone(),
            schema: self.schema(),
            batch_rows: context.session_config().batch_size(),
            sender,
        };
        let guard = self.source.shared().threads.begin();
        let reading = thread::Builder::new()
            .name("sql-pages".into())
            .spawn(move || {
                work.run(&ranges);
                drop(guard);
            });
        if let Err(error) = reading {
            return Err(DataFusionError::IoError(error));
        }
        let batches = futures::stream::unfold(receiver, |mut receiver| async {
            receiver.recv().await.map(|batch| (batch, receiver))
        });
        let stream = RecordBatchStreamAdapter::new(self.schema(), batches);
        Ok(Box::pin(stream))
    }
}

/// What the thread of a partition does.
struct Work {
    source: Arc<TableSource>,
    taken: Vec<Taken>,
    schema: SchemaRef,
    batch_rows: usize,
    sender: mpsc::Sender<Result<RecordBatch>>,
}

impl Work {
    fn run(self, ranges: &[Range<u64>]) {
        if let Err(fault) = self.read(ranges) {
            let message = fault.to_string();
            self.source.shared().fail(fault);
            // Who takes no more batches does not want to know either.
            let told = Err(DataFusionError::Execution(message));
            let _ = self.sender.blocking_send(told);
        }
    }

    fn read(&self, ranges: &[Range<u64>]) -> Faulted<()> {
        let (Some(table), shared) = (self.source.table(), self.source.shared()) else {
            return Ok(());
        };
        let changed = || Box::new(Fault::Changed(table.location().name().to_string()));
        let row_bytes = table.schema().row_length() as usize;
        let capacity = rows_of_a_batch(self.batch_rows, row_bytes);
        let schema = Arc::clone(&self.schema);
        let columns =
            Columns::new(&self.taken, table.schema(), schema, capacity).ok_or_else(changed)?;
        let mut taker = Taker {
            columns,
            id: 0,
            sender: &self.sender,
        };
        let read = table.read(ranges, &shared.setting(), &shared.stop, &mut taker)?;
        // What was read is told whether or not anybody takes the rest of it.
        self.source.add(read);
        taker.send();
        Ok(())
    }
}

/// Makes batches of rows.
struct Taker<'a> {
    columns: Columns,
    /// The number of the next row.
    id: u64,
    sender: &'a mpsc::Sender<Result<RecordBatch>>,
}

impl TakeRows for Taker<'_> {
    fn begin(&mut self, first: u64) {
        self.id = first;
    }

    fn rows(&mut self, rows: Rows<'_>) -> Faulted<bool> {
        let mut taken = 0;
        while taken < rows.len() {
            let count = self.columns.room().min(rows.len() - taken);
            self.columns.extend(rows, taken, count, self.id);
            self.id += count as u64;
            taken += count;
            if self.columns.room() == 0 && !self.send() {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn row(&mut self, row: &[u8]) -> Faulted<bool> {
        self.columns.push(row, self.id);
        self.id += 1;
        Ok(self.columns.room() > 0 || self.send())
    }
}

impl Taker<'_> {
    /// Hands a batch over; whether more is wanted.
    fn send(&mut self) -> bool {
        let batch = self
            .columns
            .take()
            .map(|batch| batch.map_err(DataFusionError::from));
        batch.is_none_or(|batch| self.sender.blocking_send(batch).is_ok())
    }
}
