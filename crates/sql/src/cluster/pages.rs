//! The operator that reads a shared data set on the machines of a cluster, a range of rows for each partition.
//!
//! It is a file scan of DataFusion, because the scheduler of Ballista gives a task its part of the partitions of such a
//! scan, and of no operator that it does not know. Each range of rows counts as a file.

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use datafusion::arrow::datatypes::{DataType, Field, Schema, SchemaRef};
use datafusion::common::stats::Precision;
use datafusion::common::tree_node::TreeNodeRecursion;
use datafusion::common::{Result, Statistics};
use datafusion::datasource::listing::PartitionedFile;
use datafusion::datasource::physical_plan::{
    FileGroup, FileOpenFuture, FileOpener, FileScanConfig, FileScanConfigBuilder, FileSource,
};
use datafusion::datasource::source::DataSourceExec;
use datafusion::datasource::table_schema::TableSchema;
use datafusion::execution::object_store::ObjectStoreUrl;
use datafusion::object_store::ObjectStore;
use datafusion::physical_expr::{LexOrdering, PhysicalExpr};
use datafusion::physical_plan::ExecutionPlan;
use datafusion::physical_plan::metrics::ExecutionPlanMetricsSet;
use feedrate_rows::Fault;
use feedrate_values::Kind;
use futures::future;

use super::shared_table::SharedTable;
use super::wire_table::WireColumn;
use crate::scan::{HELD, Reading, ScanColumn, on_own_thread, row_order};
use crate::typed::data_type;

/// Reads the required columns of a shared data set.
#[derive(Clone, Debug)]
pub(crate) struct SharedPages {
    pub(crate) table: Arc<SharedTable>,
    pub(crate) taken: Vec<ScanColumn>,
    schema: TableSchema,
    batch_rows: usize,
    metrics: ExecutionPlanMetricsSet,
}

/// The rows of each partition.
pub(crate) type Shares = Vec<Range<u64>>;

impl SharedPages {
    /// Returns the operator that reads `shares` of a data set.
    pub(crate) fn scan(
        table: Arc<SharedTable>,
        taken: Vec<ScanColumn>,
        shares: Shares,
        limit: Option<usize>,
    ) -> Arc<dyn ExecutionPlan> {
        let schema = schema(&table, &taken);
        let path = table.described.folder.join(&table.described.member);
        let groups = shares.iter().map(|share| {
            let rows = share.end - share.start;
            let file = PartitionedFile::new(path.to_string_lossy(), rows);
            let (start, end) = (share.start as i64, share.end as i64);
            FileGroup::new(vec![file.with_range(start, end)])
        });
        let groups = groups.collect();
        let ordering = row_order(&taken, &schema).and_then(|key| LexOrdering::new([key]));
        let statistics = statistics(&table, &taken, &schema, &shares);
        let source = Self {
            table,
            taken,
            schema: TableSchema::from(schema),
            batch_rows: 0,
            metrics: ExecutionPlanMetricsSet::new(),
        };
        let config = FileScanConfigBuilder::new(ObjectStoreUrl::local_filesystem(), Arc::new(source))
            .with_file_groups(groups)
            .with_statistics(statistics)
            .with_limit(limit)
            .with_preserve_order(true)
            .with_output_ordering(ordering.into_iter().collect())
            .build();
        DataSourceExec::from_data_source(config)
    }

    /// Returns the scan that an operator is, with the rows of its partitions, if it reads a shared data set.
    pub(crate) fn of(plan: &dyn ExecutionPlan) -> Option<(&Self, Shares, Option<usize>)> {
        let scan = plan.downcast_ref::<DataSourceExec>()?;
        let source: &dyn std::any::Any = scan.data_source().as_ref();
        let config = source.downcast_ref::<FileScanConfig>()?;
        let own = config.file_source.downcast_ref::<Self>()?;
        let shares = config.file_groups.iter().map(|group| {
            let range = group.files().first().and_then(|file| file.range.as_ref());
            range.map_or(0..0, |range| range.start as u64..range.end as u64)
        });
        Some((own, shares.collect(), config.limit))
    }
}

/// Returns the columns of a scan.
fn schema(table: &SharedTable, taken: &[ScanColumn]) -> SchemaRef {
    let columns = &table.described.columns;
    let fields = taken.iter().map(|taken| match *taken {
        ScanColumn::RowId => Field::new(&table.described.row_id, DataType::UInt64, false),
        ScanColumn::Column(column) => {
            let own = columns.iter().find(|own| own.column == column);
            let kind = own.map_or(Kind::Number, WireColumn::kind);
            Field::new(own.map_or("", |own| &own.id), data_type(kind), false)
        }
    });
    Arc::new(Schema::new(fields.collect::<Vec<_>>()))
}

/// Estimates the number of rows and bytes, so that the smaller side of a join is sent to all machines.
fn statistics(table: &SharedTable, taken: &[ScanColumn], schema: &SchemaRef, shares: &Shares) -> Statistics {
    let rows: u64 = shares.iter().map(|share| share.end - share.start).sum();
    let rows = usize::try_from(rows).unwrap_or(usize::MAX);
    let columns = &table.described.columns;
    let bytes = taken.iter().map(|taken| match *taken {
        ScanColumn::RowId => 8,
        ScanColumn::Column(column) => match columns.iter().find(|own| own.column == column) {
            Some(own) if own.is_text => 16 + own.length as usize,
            _ => 8,
        },
    });
    let row_bytes: usize = bytes.sum();
    Statistics {
        num_rows: Precision::Exact(rows),
        total_byte_size: Precision::Inexact(rows.saturating_mul(row_bytes)),
        ..Statistics::new_unknown(schema)
    }
}

impl FileSource for SharedPages {
    fn create_file_opener(&self, _: Arc<dyn ObjectStore>, _: &FileScanConfig, _: usize) -> Result<Arc<dyn FileOpener>> {
        Ok(Arc::new(self.clone()))
    }

    fn table_schema(&self) -> &TableSchema {
        &self.schema
    }

    fn with_batch_size(&self, batch_size: usize) -> Arc<dyn FileSource> {
        Arc::new(Self {
            batch_rows: batch_size,
            ..self.clone()
        })
    }

    fn metrics(&self) -> &ExecutionPlanMetricsSet {
        &self.metrics
    }

    fn file_type(&self) -> &str {
        "pages"
    }

    fn fmt_extra(
        &self,
        _: datafusion::physical_plan::DisplayFormatType,
        formatter: &mut fmt::Formatter<'_>,
    ) -> fmt::Result {
        write!(formatter, ", of {}", self.table.described.member)
    }

    fn supports_repartitioning(&self) -> bool {
        false
    }

    fn apply_expressions(
        &self,
        _: &mut dyn FnMut(&Arc<dyn PhysicalExpr>) -> Result<TreeNodeRecursion>,
    ) -> Result<TreeNodeRecursion> {
        Ok(TreeNodeRecursion::Continue)
    }
}

impl FileOpener for SharedPages {
    /// Starts a thread that reads the rows of a range.
    fn open(&self, file: PartitionedFile) -> Result<FileOpenFuture> {
        let range = file.range.map_or(0..0, |range| range.start as u64..range.end as u64);
        let pages = self.clone();
        let shared = Arc::new(crate::shared::SharedState::for_reading());
        let schema = Arc::clone(self.schema.table_schema());
        let stream = on_own_thread(shared, Arc::clone(&schema), move |sender| {
            let source = pages.table.open()?;
            let Some(scan) = source.table().cloned() else {
                return Err(Box::new(Fault::NoDataSet));
            };
            let reading = Reading {
                source,
                table: Arc::new(scan),
                taken: pages.taken,
                schema,
                batch_rows: pages.batch_rows,
                ranges: vec![range],
                condition: None,
            };
            reading.read(HELD, |batch| sender.send(Ok(batch)))
        })?;
        Ok(Box::pin(future::ready(Ok(Box::pin(stream) as _))))
    }
}
