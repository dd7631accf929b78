//! The data sets that are there, or would be if the program were run.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::path::PathBuf;

use feedrate_dataset::format::Compression;
use feedrate_dataset::reader::Extent;
use feedrate_dataset::{DataSetName, Libraries, RequestedSettings, Schema};

use super::PlannedStep;

/// A data set that is there, or that an earlier step would have made.
#[derive(Clone, Debug)]
pub(super) struct KnownDataSet {
    pub(super) path: PathBuf,
    /// True if its file is there now.
    pub(super) is_there: bool,
    /// `None` for files without pages.
    pub(super) extent: Option<Extent>,
    /// The length of a file without pages.
    pub(super) bytes: u64,
    pub(super) rows: u64,
    /// True if the number of rows is assumed.
    pub(super) is_estimated: bool,
    pub(super) is_compressed: bool,
    pub(super) has_indexes: bool,
    pub(super) schema: Schema,
    pub(super) label: String,
    pub(super) data_set_type: String,
    /// Its page size and compression, for a copy that keeps them.
    pub(super) attributes: RequestedSettings,
}

/// The plan of a program so far.
#[derive(Debug, Default)]
pub(crate) struct ProgramPlan {
    pub(super) steps: Vec<PlannedStep>,
    /// The data sets that earlier steps would have made.
    pub(super) made: HashMap<DataSetName, KnownDataSet>,
    /// Data sets whose size is not known, and why.
    pub(super) unknown: HashMap<DataSetName, String>,
    /// The files whose descriptions the current step has read.
    pub(super) described: HashSet<PathBuf>,
    pub(super) assumptions: BTreeSet<String>,
}

impl ProgramPlan {
    /// Returns a data set that a step reads.
    ///
    /// # Errors
    ///
    /// Returns the reason if it is not there, or if nothing is known of its size.
    pub(super) fn find(&self, name: &DataSetName, libraries: &Libraries) -> Result<KnownDataSet, String> {
        if let Some(why) = self.unknown.get(name) {
            return Err(why.clone());
        }
        if let Some(made) = self.made.get(name) {
            return Ok(made.clone());
        }
        if libraries.is_pipe(name.library()) {
            return Err(format!("{name} comes through a pipe"));
        }
        let reader = libraries.describe(name).map_err(|error| error.to_string())?;
        let metadata = reader.metadata();
        Ok(KnownDataSet {
            path: reader.path().to_owned(),
            is_there: true,
            extent: reader.extent(),
            bytes: std::fs::metadata(reader.path()).map_or(0, |metadata| metadata.len()),
            rows: reader.rows(),
            is_estimated: false,
            is_compressed: metadata.is_some_and(|it| it.compression != Compression::None),
            has_indexes: reader.has_indexes(),
            schema: reader.schema().clone(),
            label: reader.label().to_owned(),
            data_set_type: reader.data_set_type().to_owned(),
            attributes: metadata.map(RequestedSettings::like).unwrap_or_default(),
        })
    }

    /// Returns whether a data set that an earlier step would have made or changed is known.
    pub(super) fn is_made(&self, name: &DataSetName) -> bool {
        self.made.contains_key(name)
    }

    /// Returns whether the size of a data set is not known, or whether it would be deleted.
    pub(super) fn is_unknown(&self, name: &DataSetName) -> bool {
        self.unknown.contains_key(name)
    }

    /// Returns the data sets of a library that earlier steps would have made.
    pub(super) fn made_in(&self, library: &str) -> impl Iterator<Item = DataSetName> {
        let names = self.made.keys();
        names.filter(move |name| name.library() == library).cloned()
    }

    /// Records a data set that a step would have made.
    pub(super) fn make(&mut self, name: &DataSetName, known: KnownDataSet) {
        self.unknown.remove(name);
        self.made.insert(name.clone(), known);
    }

    /// Records that the size of a data set is not known after a step that makes or changes it.
    pub(super) fn forget(&mut self, name: &DataSetName, why: String) {
        self.made.remove(name);
        self.unknown.insert(name.clone(), why);
    }
}
