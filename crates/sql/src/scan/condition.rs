//! A condition of a query that is evaluated where rows are read, so that only those that satisfy it are decoded.

use std::sync::Arc;

use datafusion::arrow::array::{Array, AsArray, BooleanArray};
use datafusion::arrow::buffer::BooleanBuffer;
use datafusion::arrow::compute::filter_record_batch;
use datafusion::arrow::datatypes::SchemaRef;
use datafusion::arrow::record_batch::RecordBatch;
use datafusion::common::tree_node::TreeNode;
use datafusion::common::{Result, internal_err};
use datafusion::physical_expr::ScalarFunctionExpr;
use datafusion::physical_expr::utils::{collect_columns, conjunction, reassign_expr_columns};
use datafusion::physical_expr_common::physical_expr::is_volatile;
use datafusion::physical_plan::PhysicalExpr;
use feedrate_dataset::file_format::{ColumnBlock, RowChoice};

use super::column_batches::ColumnBatches;
use super::columns::ScanColumn;
use crate::function::RowFunction;

/// A condition over the columns of a scan.
#[derive(Debug)]
pub(crate) struct ScanCondition {
    /// The condition over all columns of the scan.
    whole: Arc<dyn PhysicalExpr>,
    /// The condition over its own columns.
    own: Arc<dyn PhysicalExpr>,
    own_columns: ColumnBatches,
    variables: Vec<usize>,
}

impl ScanCondition {
    /// Returns whether a condition can be evaluated where rows are read: it depends on nothing but values of variables,
    /// and has no functions that may complain of the values of rows that no other condition would leave.
    pub(super) fn accepts(condition: &Arc<dyn PhysicalExpr>, taken: &[ScanColumn]) -> bool {
        let columns = collect_columns(condition);
        let are_variables = columns
            .iter()
            .all(|column| matches!(taken.get(column.index()), Some(ScanColumn::Column(_))));
        are_variables && !columns.is_empty() && !is_volatile(condition) && !complains(condition)
    }

    /// Creates the conjunction of conditions that are [accepted](Self::accepts), over the columns of a scan.
    ///
    /// # Errors
    ///
    /// Returns an error if a condition has another column.
    pub(super) fn new(
        conditions: Vec<Arc<dyn PhysicalExpr>>,
        taken: &[ScanColumn],
        schema: &SchemaRef,
    ) -> Result<Self> {
        let whole = conjunction(conditions);
        let columns = collect_columns(&whole);
        let mut places: Vec<usize> = columns.iter().map(|column| column.index()).collect();
        places.sort_unstable();
        let own_schema = Arc::new(schema.project(&places)?);
        let own_taken: Vec<_> = places.iter().filter_map(|place| taken.get(*place).copied()).collect();
        let variables = own_taken.iter().filter_map(|taken| match *taken {
            ScanColumn::Column(variable) => Some(variable),
            ScanColumn::RowId => None,
        });
        Ok(Self {
            own: reassign_expr_columns(Arc::clone(&whole), &own_schema)?,
            whole,
            variables: variables.collect(),
            own_columns: ColumnBatches {
                taken: own_taken,
                schema: own_schema,
                batch_rows: usize::MAX,
            },
        })
    }

    /// Returns the rows of a batch of the scan that satisfy it.
    ///
    /// # Errors
    ///
    /// Returns the error of the condition.
    pub(super) fn satisfied(&self, batch: &RecordBatch) -> Result<RecordBatch> {
        Ok(filter_record_batch(batch, &truths(&self.whole, batch)?)?)
    }

    fn chosen(&self, block: ColumnBlock) -> Result<BooleanBuffer> {
        let Some(batch) = self.own_columns.whole(block)? else {
            return Ok(BooleanBuffer::new_unset(0));
        };
        let truths = truths(&self.own, &batch)?;
        Ok(match truths.nulls() {
            None => truths.values().clone(),
            Some(nulls) => truths.values() & nulls.inner(),
        })
    }
}

/// Returns whether an expression has a function whose faults are noted in the log.
fn complains(condition: &Arc<dyn PhysicalExpr>) -> bool {
    let is_such = |part: &Arc<dyn PhysicalExpr>| {
        let function = part.downcast_ref::<ScalarFunctionExpr>();
        Ok(function.is_some_and(|function| function.fun().inner().downcast_ref::<RowFunction>().is_some()))
    };
    // The closure never fails.
    condition.exists(is_such).unwrap_or(true)
}

fn truths(condition: &Arc<dyn PhysicalExpr>, batch: &RecordBatch) -> Result<BooleanArray> {
    let truths = condition.evaluate(batch)?.into_array(batch.num_rows())?;
    match truths.as_boolean_opt() {
        Some(truths) => Ok(truths.clone()),
        None => internal_err!("a condition is no truth value"),
    }
}

impl RowChoice for ScanCondition {
    fn variables(&self) -> &[usize] {
        &self.variables
    }

    fn choose(&self, block: ColumnBlock) -> std::result::Result<BooleanBuffer, String> {
        self.chosen(block).map_err(|error| error.to_string())
    }
}
