//! A data set that a query names.

use std::ops::Range;
use std::sync::{Arc, Mutex, OnceLock};

use datafusion::arrow::datatypes::{DataType, Field, Schema, SchemaRef};
use feedrate_dataset::Libraries;
use feedrate_steps::data::{Faulted, Scan, ScanRead, TakeRows};
use feedrate_steps::environment::Options;
use feedrate_steps::ir::DataStep;
use feedrate_values::Kind;

use crate::shared::Shared;

/// A column of the data set in the query.
#[derive(Clone, Debug)]
pub(crate) struct SourceColumn {
    /// The name in the plan, which no other column of the plan has.
    pub id: String,
    /// Its kind.
    pub kind: Kind,
    /// Its index in the schema of the data set.
    pub column: usize,
}

/// A data set that a query reads, opened when the query runs.
#[derive(Debug)]
pub(crate) struct TableSource {
    /// One SET of the data set with its options.
    step: Arc<DataStep>,
    columns: Vec<SourceColumn>,
    /// The plan's name of the row number.
    row_id: String,
    found: OnceLock<(Scan, Options)>,
    shared: Arc<Shared>,
    reads: Mutex<Vec<ScanRead>>,
}

impl TableSource {
    pub(crate) fn new(
        step: DataStep,
        columns: Vec<SourceColumn>,
        row_id: String,
        shared: Arc<Shared>,
    ) -> Self {
        Self {
            step: Arc::new(step),
            columns,
            row_id,
            found: OnceLock::new(),
            shared,
            reads: Mutex::new(Vec::new()),
        }
    }

    /// Opens the data set, which must be done before it is read.
    pub(crate) fn find(&self, libraries: &Libraries, options: Options) -> Faulted<()> {
        if let Some((_, scan)) = Scan::find(&self.step, libraries)? {
            // It is opened once; a second result would be ignored.
            let _ = self.found.set((scan, options));
        }
        Ok(())
    }

    pub(crate) fn table(&self) -> Option<&Scan> {
        self.found.get().map(|(scan, _)| scan)
    }

    /// Reads ranges of rows on this thread. The account is kept whether or not `taker` takes all rows.
    pub(super) fn read(&self, ranges: &[Range<u64>], taker: &mut impl TakeRows) -> Faulted<()> {
        let Some((scan, options)) = self.found.get() else {
            return Ok(());
        };
        let (setting, stop) = (self.shared.setting(), &self.shared.stop);
        let read = scan.read(&self.step, ranges, &setting, *options, stop, taker)?;
        if let Ok(mut reads) = self.reads.lock() {
            reads.push(read);
        }
        Ok(())
    }

    /// Returns whether some rows may be filtered out.
    pub(crate) fn has_condition(&self) -> bool {
        let source = self
            .step
            .reads
            .first()
            .and_then(|read| read.sources.first());
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

    pub(crate) fn step(&self) -> &DataStep {
        &self.step
    }

    pub(crate) fn columns(&self) -> &[SourceColumn] {
        &self.columns
    }

    pub(crate) fn shared(&self) -> &Arc<Shared> {
        &self.shared
    }

    /// Returns the columns of the plan: those of the data set, and the row number after them.
    pub(crate) fn schema(&self) -> SchemaRef {
        let fields = self.columns.iter().map(|column| {
            let of_kind = match column.kind {
                Kind::Number => DataType::Float64,
                Kind::Text => DataType::BinaryView,
            };
            Field::new(&column.id, of_kind, false)
        });
        let row_id = Field::new(&self.row_id, DataType::UInt64, false);
        Arc::new(Schema::new(fields.chain([row_id]).collect::<Vec<_>>()))
    }

    /// Returns how many character values have lost something so far when they were converted to UTF-8.
    pub(crate) fn lost(&self) -> u64 {
        let reads = self.reads.lock();
        reads.map_or(0, |reads| reads.iter().map(|read| read.lost.values()).sum())
    }

    /// Returns the accounts of the ranges read so far.
    pub(crate) fn take_reads(&self) -> Vec<ScanRead> {
        self.reads
            .lock()
            .map(|mut reads| std::mem::take(&mut *reads))
            .unwrap_or_default()
    }
}
