//! Data sets that would be made or read, for plans of steps that are not run.

use std::path::PathBuf;

use feedrate_pageio::Method;

use crate::error::Result;
use crate::format::{self, CompressionOptions};
use crate::library::storage::{Folder, LibraryStorage};
use crate::library::{Libraries, WORK, member};
use crate::name::DataSetName;
use crate::native::Extent;
use crate::native::extent_of_new;
use crate::pages::{Sizes, planned_method};
use crate::schema::Schema;
use crate::settings::{RequestedSettings, Settings};
use crate::writer::NewDataSet;

/// The name of the folder of WORK in plans, which has no such folder yet. That of a session ends with a number.
const PLANNED_WORK: &str = "feedrate-work";

/// The file of a data set that would be made.
#[derive(Clone, Debug)]
pub struct PlannedFile {
    /// Its path, or the address of a pipe. If the folder of WORK does not exist yet, its name in the path is that of no
    /// session.
    pub path: PathBuf,
    /// Its size, which is that without compression; `None` for other formats and pipes.
    pub extent: Option<Extent>,
    /// The compression that its rows would get.
    pub compression: Option<CompressionOptions>,
    /// The effective settings.
    pub settings: Settings,
    /// True if the step waits until it has reached the device.
    pub durable: bool,
}

impl Libraries {
    /// Returns the file that [`create`](Self::create) would make with this many rows.
    ///
    /// # Errors
    ///
    /// Fails if the library is not assigned or read-only, or if no page holds a row.
    pub fn plan(
        &self,
        name: &DataSetName,
        schema: &Schema,
        facts: &NewDataSet,
        data_set: &RequestedSettings,
        rows: u64,
    ) -> Result<PlannedFile> {
        let settings = self.settings(name.library(), data_set);
        let other = |path: PathBuf, settings| PlannedFile {
            path,
            extent: None,
            compression: None,
            settings,
            durable: true,
        };
        if let Some(file) = self.file_by_path(name) {
            return Ok(other(file.path.clone(), settings));
        }
        let path = match self.storage_of(name.library())? {
            LibraryStorage::Pipe(assignment, _) => {
                let pipe = other(assignment.place.clone(), settings);
                return Ok(PlannedFile { durable: false, ..pipe });
            }
            LibraryStorage::Container(assignment, _) => {
                self.check_container(name, assignment)?;
                return Ok(other(assignment.place.clone(), settings));
            }
            LibraryStorage::NoFolder => {
                let folder = self.work_parent.join(PLANNED_WORK);
                member::file_of(&folder, name.member(), format::EXTENSION)
            }
            _ => {
                let Folder {
                    path,
                    extension,
                    format,
                    ..
                } = self.writable(name)?;
                let path = match member::find(path, name.member(), extension)? {
                    Some(there) => there,
                    None => member::file_of(path, name.member(), extension),
                };
                if format.is_some() {
                    return Ok(other(path, settings));
                }
                path
            }
        };
        let (extent, compression) = extent_of_new(name, schema, facts, &settings, rows)?;
        Ok(PlannedFile {
            path,
            extent: Some(extent),
            compression,
            settings,
            durable: name.library() != WORK,
        })
    }
}

impl Settings {
    /// Returns how the pages of a file of this size are to be moved, and the requests that cannot be met. That a file
    /// system refuses direct I/O is not known before a file is opened there.
    pub fn method_of(&self, extent: &Extent) -> (Method, Vec<String>) {
        planned_method(
            self,
            Sizes {
                header_bytes: extent.header_bytes(),
                page_bytes: extent.page_bytes(),
            },
        )
    }
}
