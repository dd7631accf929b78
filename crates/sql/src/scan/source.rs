//! A data set that a query names.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock};

use datafusion::arrow::datatypes::{DataType, Field, Schema, SchemaRef};
use datafusion::logical_expr::Expr;
use feedrate_dataset::file_format::{ColumnBlock, RowChoice};
use feedrate_dataset::{DataSetName, Libraries};
use feedrate_program::DataStep;
use feedrate_rows::environment::{Options, Severity};
use feedrate_rows::{OtherUse, Scan, ScanRead, StepResult, TakeRows};
use feedrate_values::Kind;

use super::columns::SourceColumn;
use super::limit::Limit;
use crate::cluster::{WireColumn, WireTable};
use crate::shared::{SharedState, taken};
use crate::typed::data_type;

/// A data set that a query reads, opened when the query runs.
#[derive(Debug)]
pub(crate) struct TableSource {
    /// One SET of the data set with its options.
    pub step: Arc<DataStep>,
    pub columns: Vec<SourceColumn>,
    /// The plan's name of the row number.
    row_id: String,
    found: OnceLock<FoundFile>,
    pub shared: Arc<SharedState>,
    done: Mutex<Use>,
    /// Set when plans read it on a cluster.
    is_elsewhere: AtomicBool,
}

/// The data set as it was found.
#[derive(Debug)]
struct FoundFile {
    scan: Scan,
    options: Options,
    /// True if rows may be left out that do not satisfy the conditions of the query.
    takes_limits: bool,
    /// True if something counts the rows that are read, or draws a random number for each.
    is_in_order: bool,
}

/// The use of a data set.
#[derive(Debug, Default)]
pub(crate) struct Use {
    /// The accounts of the ranges that were read.
    pub reads: Vec<ScanRead>,
    /// The transfers of the first index that was used.
    pub index: Option<OtherUse>,
    /// The messages about indexes for the log.
    pub messages: Vec<(Severity, String)>,
}

impl TableSource {
    pub(crate) fn new(step: DataStep, columns: Vec<SourceColumn>, row_id: String, shared: Arc<SharedState>) -> Self {
        Self {
            step: Arc::new(step),
            columns,
            row_id,
            found: OnceLock::new(),
            shared,
            done: Mutex::default(),
            is_elsewhere: AtomicBool::new(false),
        }
    }

    /// Sets whether plans that are made from now on read it on a cluster.
    pub(crate) fn set_elsewhere(&self, is_elsewhere: bool) {
        self.is_elsewhere.store(is_elsewhere, Ordering::Relaxed);
    }

    /// Returns whether plans read it on a cluster.
    pub(crate) fn is_elsewhere(&self) -> bool {
        self.is_elsewhere.load(Ordering::Relaxed)
    }

    /// Returns its name.
    pub(crate) fn data_set(&self) -> Option<&DataSetName> {
        let source = self.step.reads.first()?.sources.first()?;
        Some(&source.data_set)
    }

    /// Returns the description with which other processes read it; `None` if it was not found.
    pub(super) fn described(&self) -> Option<WireTable> {
        let table = self.table()?;
        let variables = table.schema().variables();
        let columns = self.columns.iter().map(|own| {
            let variable = variables.get(own.column)?;
            Some(WireColumn {
                id: own.id.clone(),
                name: variable.name.clone(),
                is_text: own.kind == Kind::Text,
                length: variable.length,
                column: own.column,
            })
        });
        Some(WireTable {
            folder: table.location().path().parent()?.to_path_buf(),
            member: table.location().name().member().to_owned(),
            rows: table.all_rows(),
            columns: columns.collect::<Option<_>>()?,
            row_id: self.row_id.clone(),
        })
    }

    /// Opens the data set, which must be done before it is read. With `in_order` something counts the rows that are
    /// read, so all are.
    pub(crate) fn find(&self, libraries: &Libraries, options: Options, in_order: bool) -> StepResult<()> {
        if let Some(scan) = Scan::locate(&self.step, libraries)? {
            let takes_limits = !in_order && scan.takes_restrictions(&self.step);
            // It is opened once; a second result would be ignored.
            let _ = self.found.set(FoundFile {
                scan,
                options,
                takes_limits,
                is_in_order: in_order,
            });
        }
        Ok(())
    }

    pub(crate) fn table(&self) -> Option<&Scan> {
        self.found.get().map(|found| &found.scan)
    }

    /// Returns what a condition of the query, which is a conjunct of WHERE, ON or HAVING, says of the rows that the
    /// plan needs; `None` if that is nothing by which they can be looked up.
    pub(super) fn limit(&self, condition: &Expr) -> Option<Limit> {
        let found = self.found.get().filter(|found| found.takes_limits)?;
        if self.is_elsewhere() {
            return None;
        }
        Limit::of(condition, &self.columns, found.scan.schema())
    }

    /// Returns the data set with an index for limits, if one is worthwhile.
    pub(super) fn limited(&self, limits: &[Limit]) -> StepResult<Option<Scan>> {
        let Some(found) = self.found.get() else {
            return Ok(None);
        };
        let limits: Vec<_> = limits.iter().map(Limit::restriction).collect();
        found.scan.restricted(&self.step, &limits).map(Some)
    }

    /// Notes that rows are read as it was chosen for `scan`.
    pub(super) fn begin(&self, scan: &Scan) {
        let (Some(found), Ok(mut done)) = (self.found.get(), self.done.lock()) else {
            return;
        };
        for (severity, text) in scan.index_messages(found.options) {
            done.messages.push((severity, text.to_owned()));
        }
        if done.index.is_none() {
            done.index = scan.index_use();
        }
    }

    /// Reads ranges of rows on this thread. The account is kept whether or not `taker` takes all rows.
    pub(super) fn read(&self, scan: &Scan, ranges: &[Range<u64>], taker: &mut impl TakeRows) -> StepResult<()> {
        let Some(found) = self.found.get() else {
            return Ok(());
        };
        let (setting, stop) = (self.shared.setting(), &self.shared.stop);
        let read = scan.read(&self.step, ranges, &setting, found.options, stop, taker)?;
        if let Ok(mut done) = self.done.lock() {
            done.reads.push(read);
        }
        Ok(())
    }

    /// Returns whether conditions of the query can be evaluated where rows are read: these are read column by column,
    /// and nothing in the query depends on how many they are, as a condition may come from above what counts them.
    pub(super) fn takes_conditions(&self, scan: &Scan) -> bool {
        let is_in_order = self.found.get().is_none_or(|found| found.is_in_order);
        !is_in_order && self.has_columns(scan)
    }

    /// Returns whether rows can be read column by column.
    pub(super) fn has_columns(&self, scan: &Scan) -> bool {
        scan.has_columns(&self.step)
    }

    /// Reads ranges of rows on this thread, column by column. With a `choice`, rows that are not chosen may be left
    /// out.
    pub(super) fn read_columns(
        &self,
        scan: &Scan,
        ranges: &[Range<u64>],
        choice: Option<&Arc<dyn RowChoice>>,
        take: &mut impl FnMut(ColumnBlock) -> StepResult<bool>,
    ) -> StepResult<()> {
        let read = scan.read_columns(ranges, choice, &self.shared.stop, take)?;
        if let Ok(mut done) = self.done.lock() {
            done.reads.push(read);
        }
        Ok(())
    }

    /// Returns whether some rows may be filtered out.
    pub(crate) fn has_condition(&self) -> bool {
        let source = self.step.reads.first().and_then(|read| read.sources.first());
        source.is_some_and(|source| source.filter.is_some())
    }

    /// Estimates the bytes of the rows as columns, if all rows are read.
    pub(crate) fn bytes(&self) -> u64 {
        let Some(table) = self.table() else {
            return 0;
        };
        let a_row = u64::from(table.schema().row_length()) + 16 * self.columns.len() as u64;
        table.row_count().saturating_mul(a_row)
    }

    /// Returns the columns of the plan: those of the data set, and the row number after them.
    pub(crate) fn schema(&self) -> SchemaRef {
        let fields = self
            .columns
            .iter()
            .map(|column| Field::new(&column.id, data_type(column.kind), false));
        let row_id = Field::new(&self.row_id, DataType::UInt64, false);
        Arc::new(Schema::new(fields.chain([row_id]).collect::<Vec<_>>()))
    }

    /// Returns how many character values have lost something so far when they were converted to UTF-8.
    pub(crate) fn lost(&self) -> u64 {
        let done = self.done.lock();
        done.map_or(0, |done| done.reads.iter().map(|read| read.lost.values()).sum())
    }

    /// Returns what was done so far.
    pub(crate) fn take_use(&self) -> Use {
        taken(&self.done)
    }
}
