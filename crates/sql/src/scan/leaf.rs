//! The operator that reads a data set: a range of rows for each partition, each on a thread of its own, so that no
//! worker of the plan waits for storage.

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use datafusion::arrow::datatypes::SchemaRef;
use datafusion::common::config::ConfigOptions;
use datafusion::common::stats::Precision;
use datafusion::common::{Result, Statistics, internal_err};
use datafusion::execution::{SendableRecordBatchStream, TaskContext};
use datafusion::physical_expr::EquivalenceProperties;
use datafusion::physical_plan::execution_plan::{Boundedness, EmissionType};
use datafusion::physical_plan::filter_pushdown::{
    ChildPushdownResult, FilterPushdownPhase, FilterPushdownPropagation, PushedDown,
};
use datafusion::physical_plan::{
    DisplayAs, DisplayFormatType, ExecutionPlan, Partitioning, PlanProperties, StatisticsArgs,
};
use feedrate_rows::Scan;
use feedrate_values::Kind;

use super::columns::{ScanColumn, row_order};
use super::condition::ScanCondition;
use super::reading::{HELD, Reading, on_own_thread};
use super::source::TableSource;

/// Defines the methods of an operator that has neither inputs nor expressions.
macro_rules! without_inputs {
    () => {
        fn children(&self) -> Vec<&Arc<dyn ExecutionPlan>> {
            Vec::new()
        }

        fn replace_children(
            self: Arc<Self>,
            _: Vec<Arc<dyn ExecutionPlan>>,
            _: ::datafusion::physical_plan::execution_plan::ReplaceChildrenOptions,
        ) -> Result<Arc<dyn ExecutionPlan>> {
            Ok(self)
        }

        fn with_new_children(self: Arc<Self>, _: Vec<Arc<dyn ExecutionPlan>>) -> Result<Arc<dyn ExecutionPlan>> {
            Ok(self)
        }

        fn apply_expressions(
            &self,
            _: &mut dyn FnMut(
                &Arc<dyn ::datafusion::physical_expr::PhysicalExpr>,
            ) -> Result<::datafusion::common::tree_node::TreeNodeRecursion>,
        ) -> Result<::datafusion::common::tree_node::TreeNodeRecursion> {
            Ok(::datafusion::common::tree_node::TreeNodeRecursion::Continue)
        }
    };
}
pub(super) use without_inputs;

/// One in so many rows is assumed to satisfy a condition.
const SATISFIED: usize = 5;

/// Reads the required columns of a data set.
#[derive(Clone, Debug)]
pub(super) struct Leaf {
    source: Arc<TableSource>,
    /// The data set, with the rows that an index has found if it limits those of this leaf.
    table: Arc<Scan>,
    taken: Vec<ScanColumn>,
    ranges: Vec<Vec<Range<u64>>>,
    /// The condition that its rows satisfy, if not all are returned.
    condition: Option<Arc<ScanCondition>>,
    properties: Arc<PlanProperties>,
}

impl Leaf {
    pub(super) fn new(
        source: Arc<TableSource>,
        table: Arc<Scan>,
        taken: Vec<ScanColumn>,
        schema: SchemaRef,
        ranges: Vec<Vec<Range<u64>>>,
    ) -> Self {
        let ordering = row_order(&taken, &schema).map(|key| [key]);
        let properties = PlanProperties::new(
            EquivalenceProperties::new_with_orderings(schema, ordering),
            Partitioning::UnknownPartitioning(ranges.len()),
            EmissionType::Incremental,
            Boundedness::Bounded,
        );
        Self {
            source,
            table,
            taken,
            ranges,
            condition: None,
            properties: Arc::new(properties),
        }
    }
}

impl Leaf {
    /// Returns what to read for a partition, which is about to be read.
    pub(super) fn reading(&self, partition: usize, context: &TaskContext) -> Result<Reading> {
        let Some(ranges) = self.ranges.get(partition).cloned() else {
            return internal_err!("there is no partition {partition}");
        };
        if partition == 0 {
            self.source.begin(&self.table);
        }
        Ok(Reading {
            source: Arc::clone(&self.source),
            table: Arc::clone(&self.table),
            taken: self.taken.clone(),
            schema: self.schema(),
            batch_rows: context.session_config().batch_size(),
            ranges,
            condition: self.condition.clone(),
        })
    }

    /// Estimates the bytes of a row in columns.
    fn row_bytes(&self) -> usize {
        let variables = self.table.schema().variables();
        let bytes = |taken: &ScanColumn| match *taken {
            ScanColumn::RowId => 8,
            // A character value takes its bytes and a view.
            ScanColumn::Column(column) => variables.get(column).map_or(0, |variable| match variable.kind {
                Kind::Number => 8,
                Kind::Text => 16 + variable.length as usize,
            }),
        };
        self.taken.iter().map(bytes).sum()
    }
}

impl DisplayAs for Leaf {
    fn fmt_as(&self, _: DisplayFormatType, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.table.location().name();
        write!(formatter, "Pages of {name}: {} columns", self.taken.len())?;
        match self.condition {
            Some(_) => write!(formatter, " of rows that satisfy a condition"),
            None => Ok(()),
        }
    }
}

impl ExecutionPlan for Leaf {
    fn name(&self) -> &str {
        "Pages"
    }

    fn properties(&self) -> &Arc<PlanProperties> {
        &self.properties
    }

    without_inputs!();

    /// Estimates the number of rows, so that the smaller side of a join is kept in memory.
    fn statistics_from_inputs(&self, _: &[Arc<Statistics>], args: &StatisticsArgs) -> Result<Arc<Statistics>> {
        let mut statistics = Statistics::new_unknown(&self.schema());
        // The number of rows of a pipe is not known in advance.
        if self.table.is_pipe() {
            return Ok(Arc::new(statistics));
        }
        let ranges = match args.partition() {
            Some(partition) => self
                .ranges
                .get(partition)
                .map_or(&[][..], |ranges| std::slice::from_ref(ranges)),
            None => &self.ranges[..],
        };
        let rows: u64 = ranges.iter().flatten().map(|range| range.end - range.start).sum();
        let rows = rows.min(self.table.expected_rows());
        let mut rows = usize::try_from(rows).unwrap_or(usize::MAX);
        if self.condition.is_some() {
            rows /= SATISFIED;
        }
        let is_selective = self.source.has_condition() || self.condition.is_some();
        statistics.num_rows = match is_selective || self.table.is_by_index() {
            true => Precision::Inexact(rows),
            false => Precision::Exact(rows),
        };
        statistics.total_byte_size = Precision::Inexact(rows.saturating_mul(self.row_bytes()));
        Ok(Arc::new(statistics))
    }

    /// Takes over conditions where rows are read column by column, as the other columns of rows that do not satisfy
    /// them need not be decoded then.
    fn handle_child_pushdown_result(
        &self,
        phase: FilterPushdownPhase,
        result: ChildPushdownResult,
        _: &ConfigOptions,
    ) -> Result<FilterPushdownPropagation<Arc<dyn ExecutionPlan>>> {
        let can_choose = phase == FilterPushdownPhase::Pre && self.condition.is_none();
        if !can_choose || !self.source.takes_conditions(&self.table) {
            return Ok(FilterPushdownPropagation::if_all(result));
        }
        let filters = result.parent_filters.into_iter().map(|found| found.filter);
        let filters: Vec<_> = filters.collect();
        let is_accepted = |filter: &Arc<_>| ScanCondition::accepts(filter, &self.taken);
        let answers = filters.iter().map(|filter| match is_accepted(filter) {
            true => PushedDown::Yes,
            false => PushedDown::No,
        });
        let answer = FilterPushdownPropagation::with_parent_pushdown_result(answers.collect());
        let accepted: Vec<_> = filters.into_iter().filter(is_accepted).collect();
        if accepted.is_empty() {
            return Ok(answer);
        }
        let condition = ScanCondition::new(accepted, &self.taken, &self.schema())?;
        Ok(answer.with_updated_node(Arc::new(Self {
            condition: Some(Arc::new(condition)),
            ..self.clone()
        })))
    }

    fn execute(&self, partition: usize, context: Arc<TaskContext>) -> Result<SendableRecordBatchStream> {
        let reading = self.reading(partition, &context)?;
        let shared = Arc::clone(&self.source.shared);
        on_own_thread(shared, self.schema(), move |sender| {
            reading.read(HELD, |batch| sender.send(Ok(batch)))
        })
    }
}
