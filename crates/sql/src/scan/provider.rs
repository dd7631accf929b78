//! A data set as a table provider of DataFusion.

use std::sync::Arc;

use async_trait::async_trait;
use datafusion::arrow::datatypes::SchemaRef;
use datafusion::catalog::{Session, TableProvider};
use datafusion::common::{Result, exec_err};
use datafusion::logical_expr::{Expr, TableProviderFilterPushDown, TableType};
use datafusion::physical_plan::ExecutionPlan;

use super::columns::ScanColumn;
use super::leaf::Leaf;
use super::source::TableSource;
use crate::cluster::{SharedPages, SharedTable};

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

    /// The planner passes conditions by which rows can be looked up, and evaluates them all the same for the rows that
    /// are found: not all of them need satisfy these.
    fn supports_filters_pushdown(&self, filters: &[&Expr]) -> Result<Vec<TableProviderFilterPushDown>> {
        let supported = filters.iter().map(|filter| match self.source.limit(filter) {
            Some(_) => TableProviderFilterPushDown::Inexact,
            None => TableProviderFilterPushDown::Unsupported,
        });
        Ok(supported.collect())
    }

    async fn scan(
        &self,
        state: &dyn Session,
        projection: Option<&Vec<usize>>,
        filters: &[Expr],
        _: Option<usize>,
    ) -> Result<Arc<dyn ExecutionPlan>> {
        let limits: Vec<_> = filters.iter().filter_map(|filter| self.source.limit(filter)).collect();
        // An index is read to choose it.
        let table = tokio::task::block_in_place(|| self.source.limited(&limits));
        let Some(mut table) = table.map_err(|fault| self.source.shared.fail(fault))? else {
            return exec_err!("the data set was not looked for");
        };
        let schema = self.schema();
        let wanted: Vec<usize> = match projection {
            Some(wanted) => wanted.clone(),
            None => (0..schema.fields().len()).collect(),
        };
        let columns = &self.source.columns;
        let taken = wanted.iter().map(|&index| match columns.get(index) {
            Some(column) => ScanColumn::Column(column.column),
            None => ScanColumn::RowId,
        });
        let projected = Arc::new(schema.project(&wanted)?);
        let threads = state.config().target_partitions();
        let taken: Vec<_> = taken.collect();
        if self.source.is_elsewhere() {
            let Some(described) = self.source.described() else {
                return exec_err!("the data set was not looked for");
            };
            let shares = table.consecutive_parts(threads, LEAST_BYTES);
            let shared = SharedTable::new(described, Vec::new());
            return Ok(SharedPages::scan(Arc::new(shared), taken, shares, None));
        }
        // A plan that reads row numbers merges the rows of all threads into their order.
        let in_order = taken.contains(&ScanColumn::RowId);
        let ranges = table.ranges(threads, LEAST_BYTES, in_order);
        let columns = taken.iter().filter_map(|taken| match *taken {
            ScanColumn::Column(column) => Some(column),
            ScanColumn::RowId => None,
        });
        table.select_variables(&self.source.step, columns);
        Ok(Arc::new(Leaf::new(
            Arc::clone(&self.source),
            Arc::new(table),
            taken,
            projected,
            ranges,
        )))
    }
}
