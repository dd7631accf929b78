//! The library of a stream, with its small data sets.

use std::path::{Path, PathBuf};
use std::time::Instant;

use feedrate_dataset::library::WORK;
use feedrate_dataset::writer::NewDataSet;
use feedrate_dataset::{DataSetName, Libraries, RequestedSettings, Schema, Variable};
use feedrate_pageio::{Latencies, Method, OpenRequest, PageFile};
use feedrate_workload::Control;

use super::operation::FileOperation;
use crate::error::{Error, Result};

/// The data sets of a stream that exist at the same time.
pub(super) const DATA_SETS: usize = 16;

/// The library of one stream.
pub(super) struct StreamLibrary {
    libraries: Libraries,
    /// Each with its file, once it has one.
    names: Vec<(DataSetName, PathBuf)>,
    schema: Schema,
    pub(super) latencies: [Latencies; 4],
    pub(super) is_cold: bool,
    pub(super) bytes: u64,
}

impl StreamLibrary {
    /// Creates one whose WORK will be in a folder. Nothing is made yet.
    pub(super) fn new(folder: &Path) -> Result<Self> {
        let names = (0..DATA_SETS)
            .map(|index| {
                let name = DataSetName::new(WORK, &format!("small{index}"));
                name.map(|name| (name, PathBuf::new()))
                    .map_err(|error| failed(folder, &error))
            })
            .collect::<Result<Vec<_>>>()?;
        let schema = Schema::lay_out(vec![Variable::number("x")]).map_err(|error| failed(folder, &error))?;
        Ok(Self {
            libraries: Libraries::new(Some(folder.into())),
            names,
            schema,
            latencies: std::array::from_fn(|_| Latencies::new()),
            is_cold: true,
            bytes: 0,
        })
    }

    /// Carries out an operation on each data set, until the control is stopped.
    pub(super) fn carry_out(&mut self, operation: FileOperation, index: usize, control: &Control) -> Result<()> {
        for place in 0..self.names.len() {
            if control.is_stopped() {
                return Ok(());
            }
            let began = Instant::now();
            self.one(operation, place)?;
            self.latencies[index].record(began.elapsed());
        }
        Ok(())
    }

    pub(super) fn one(&mut self, operation: FileOperation, place: usize) -> Result<()> {
        let (name, path) = &mut self.names[place];
        let settings = RequestedSettings::default();
        let done = match operation {
            FileOperation::Create => {
                let facts = NewDataSet {
                    step: "DATASTEP".to_owned(),
                    ..NewDataSet::default()
                };
                self.libraries
                    .create(name, self.schema.clone(), facts, &settings)
                    .and_then(|mut writer| {
                        writer.next_row()?.fill(0);
                        writer.path().clone_into(path);
                        writer.commit().map(drop)
                    })
            }
            FileOperation::Stat => {
                let found = std::fs::metadata(&*path).map_err(|error| failed(path, &error))?;
                self.bytes = found.len();
                return Ok(());
            }
            FileOperation::Open => self.libraries.open(name, &settings).map(drop),
            FileOperation::Delete => self.libraries.delete(name),
        };
        done.map_err(|error| failed(path, &error))
    }

    /// Removes the data sets from the page cache.
    pub(super) fn make_cold(&mut self) -> Result<()> {
        for (_, path) in &self.names {
            // One that could not be made has failed already.
            if path.exists() {
                let file = PageFile::open(path, OpenRequest::read(Method::Cached))?;
                self.is_cold &= file.evict()?.is_cold();
            }
        }
        Ok(())
    }
}

fn failed(path: &Path, what: &dyn std::fmt::Display) -> Error {
    Error::Metadata {
        path: path.into(),
        what: what.to_string(),
    }
}
