//! A data set as a table provider of DataFusion.

use std::sync::Arc;

use async_trait::async_trait;
use datafusion::arrow::datatypes::SchemaRef;
use datafusion::catalog::{Session, TableProvider};
use datafusion::common::{Result, exec_err};
use datafusion::logical_expr::{Expr, TableType};
use datafusion::physical_plan::ExecutionPlan;

use super::columns::ScanColumn;
use super::leaf::Leaf;
use super::source::TableSource;

/// The fewest bytes of rows for which a thread is worthwhile.
const LEAST_BYTES: u64 = 1 << 20;

/// A data set as a table of DataFusion.
#[derive(Debug)]
pub(crate) struct Provider {
    source: Arc<TableSource>,
}

impl Provider {
    pub(crate) fn new(source: Arc<TableSource>) -> Self {
        Self { source }
    }
}

#[async_trait]
impl TableProvider for Provider {
    fn schema(&self) -> SchemaRef {
        self.source.schema()
    }

    fn table_type(&self) -> TableType {
        TableType::Base
    }

    async fn scan(
        &self,
        state: &dyn Session,
        projection: Option<&Vec<usize>>,
        _: &[Expr],
        _: Option<usize>,
    ) -> Result<Arc<dyn ExecutionPlan>> {
        let Some(table) = self.source.table() else {
            return exec_err!("the data set was not looked for");
        };
        let schema = self.schema();
        let wanted: Vec<usize> = match projection {
            Some(wanted) => wanted.clone(),
            None => (0..schema.fields().len()).collect(),
        };
        let columns = self.source.columns();
        let taken = wanted.iter().map(|&index| match columns.get(index) {
            Some(column) => ScanColumn::Column(column.column),
            None => ScanColumn::RowId,
        });
        let projected = Arc::new(schema.project(&wanted)?);
        let threads = state.config().target_partitions();
        let taken: Vec<_> = taken.collect();
        // A plan that reads row numbers merges the rows of all threads into their order.
        let in_order = taken.contains(&ScanColumn::RowId);
        let ranges = table.ranges(threads, LEAST_BYTES, in_order);
        Ok(Arc::new(Leaf::new(
            Arc::clone(&self.source),
            taken,
            projected,
            ranges,
        )))
    }
}
