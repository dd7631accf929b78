//! A data set in a folder that the machines of a cluster share.

use std::sync::{Arc, Mutex};

use feedrate_dataset::file_format::FileFormat;
use feedrate_dataset::{DataSetName, Libraries};
use feedrate_program::{DataStep, IndexUse, NumberSlot, ReadKind, ReadStatement, SiteId, Source, Vector};
use feedrate_rows::environment::Options;
use feedrate_rows::{Fault, StepResult};

use super::wire_table::{WireColumn, WireTable};
use crate::scan::{SourceColumn, TableSource};
use crate::shared::SharedState;

/// The library of the folder in the process that reads it.
const LIBREF: &str = "SHARED";

/// A data set that this process reads for a plan of another one. It is opened when its first range is read.
#[derive(Debug)]
pub(crate) struct SharedTable {
    pub(crate) described: WireTable,
    formats: Vec<Arc<dyn FileFormat>>,
    source: Mutex<Option<Arc<TableSource>>>,
}

impl SharedTable {
    /// Creates one that is not yet open. `formats` are those of files other than `.sas7bdat`.
    pub(crate) fn new(described: WireTable, formats: Vec<Arc<dyn FileFormat>>) -> Self {
        Self {
            described,
            formats,
            source: Mutex::new(None),
        }
    }

    /// Opens the data set, unless it is open.
    ///
    /// # Errors
    ///
    /// Fails if the data set cannot be read, or if it is not the one for which the query was planned.
    pub(super) fn open(&self) -> StepResult<Arc<TableSource>> {
        let changed = || Box::new(Fault::Changed(self.described.member.clone()));
        let Ok(mut source) = self.source.lock() else {
            return Err(changed());
        };
        if let Some(open) = &*source {
            return Ok(Arc::clone(open));
        }
        let opened = Arc::new(self.opened()?);
        if !self.is_as_described(&opened) {
            return Err(changed());
        }
        Ok(Arc::clone(source.insert(opened)))
    }

    fn opened(&self) -> StepResult<TableSource> {
        let mut libraries = Libraries::new(None);
        libraries.leave_files();
        for format in &self.formats {
            libraries.engines_mut().add(Arc::clone(format));
        }
        let assignment = libraries.cluster_assignment(LIBREF, "", &self.described.folder)?;
        libraries.assign(assignment)?;
        let name = DataSetName::new(LIBREF, &self.described.member)
            .map_err(|error| Box::new(Fault::Query(error.to_string())))?;
        let shared = SharedState::for_reading();
        let columns = self.described.columns.iter().map(|own| SourceColumn {
            id: own.id.clone(),
            kind: own.kind(),
            column: own.column,
        });
        let row_id = self.described.row_id.clone();
        let source = TableSource::new(step(name), columns.collect(), row_id, Arc::new(shared));
        source.find(&libraries, Options::default(), true)?;
        Ok(source)
    }

    fn is_as_described(&self, source: &TableSource) -> bool {
        let Some(table) = source.table() else {
            return false;
        };
        let variables = table.schema().variables();
        let is_same = |own: &WireColumn| {
            variables.get(own.column).is_some_and(|variable| {
                variable.name.eq_ignore_ascii_case(&own.name)
                    && variable.kind == own.kind()
                    && variable.length == own.length
            })
        };
        table.all_rows() == self.described.rows && self.described.columns.iter().all(is_same)
    }
}

/// Returns the step that reads a data set and does nothing else.
fn step(data_set: DataSetName) -> DataStep {
    let source = Source {
        data_set,
        settings: feedrate_dataset::RequestedSettings::default(),
        first: 1,
        last: None,
        filter: None,
        loads: Vec::new(),
        contributes: None,
        index_use: IndexUse::Never,
    };
    let read = ReadStatement {
        kind: ReadKind::Concatenate,
        sources: vec![source],
        by: Vec::new(),
        end: None,
        nobs: None,
        current: None,
        output_due: None,
        key: None,
        site: SiteId(0),
    };
    DataStep {
        vector: Vector {
            numbers: 2,
            ..Vector::default()
        },
        arrays: Vec::new(),
        iteration: NumberSlot(0),
        error: NumberSlot(1),
        reset: Vec::new(),
        reads: vec![read],
        writes: Vec::new(),
        modified: None,
        externals: Vec::new(),
        lags: Vec::new(),
        body: Vec::new(),
        objects: Vec::new(),
        implicit_output: false,
        sites: Vec::new(),
        notes: Vec::new(),
    }
}
