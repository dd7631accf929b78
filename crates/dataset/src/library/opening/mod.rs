//! Opens data sets to read them.

mod location;
mod opened;

pub use location::Location;
pub(super) use opened::OpenedFiles;

use crate::error::Result;
use crate::index::{IndexFacts, Indexes};
use crate::library::Libraries;
use crate::library::storage::LibraryStorage;
use crate::name::DataSetName;
use crate::random::RandomReader;
use crate::reader::Reader;
use crate::settings::RequestedSettings;

impl Libraries {
    /// Opens a data set for reading.
    ///
    /// # Errors
    ///
    /// Fails if it does not exist, cannot be read or is not valid.
    pub fn open(&self, name: &DataSetName, data_set: &RequestedSettings) -> Result<Reader> {
        match self.locate(name, data_set)?.open() {
            Err(error) if error.is_missing() => Err(self.missing(name)),
            opened => opened,
        }
    }

    /// Opens a data set to read observations by their numbers.
    ///
    /// # Errors
    ///
    /// Fails if it does not exist, is not a `.sas7bdat` file or cannot be read, or if its rows have no numbers.
    pub fn open_random(&self, name: &DataSetName, data_set: &RequestedSettings) -> Result<RandomReader> {
        match self.locate(name, data_set)?.open_random() {
            Err(error) if error.is_missing() => Err(self.missing(name)),
            opened => opened,
        }
    }

    /// Opens a data set to read observations by the numbers that its indexes give.
    ///
    /// # Errors
    ///
    /// Fails if it does not exist, is not a `.sas7bdat` file or cannot be read.
    pub fn open_indexed(&self, name: &DataSetName, data_set: &RequestedSettings) -> Result<RandomReader> {
        match self.locate(name, data_set)?.open_indexed() {
            Err(error) if error.is_missing() => Err(self.missing(name)),
            opened => opened,
        }
    }

    /// Returns what is known of the indexes of a data set as it is now.
    ///
    /// # Errors
    ///
    /// Fails if it does not exist or cannot be read, or if its indexes are not those of its observations.
    pub fn index_facts(&self, name: &DataSetName) -> Result<IndexFacts> {
        // Other formats have none, and a pipe is read once.
        let may_have = match self.storage_of(name.library())? {
            LibraryStorage::Folder(folder) => folder.is_native(),
            LibraryStorage::NoFolder => true,
            LibraryStorage::Files | LibraryStorage::Container(..) | LibraryStorage::Pipe(..) => false,
        };
        if !may_have {
            return Ok(IndexFacts::default());
        }
        let reader = self.open_to_describe(name)?;
        let facts = reader.index_facts();
        facts.map_err(|error| error.in_terms_of(name))
    }

    /// Opens the indexes of a data set. Returns `None` if it has none.
    ///
    /// # Errors
    ///
    /// Fails if it does not exist or cannot be read, or if its indexes are not those of its observations.
    pub fn open_indexes(&self, name: &DataSetName, data_set: &RequestedSettings) -> Result<Option<Indexes>> {
        match self.locate(name, data_set)?.open_indexes() {
            Err(error) if error.is_missing() => Err(self.missing(name)),
            opened => opened,
        }
    }

    /// Ends the reading of a data set in the current step: nothing of it is kept.
    pub fn close(&self, name: &DataSetName) {
        if let Ok(path) = self.path(name) {
            self.opened.close(&path);
        }
    }

    /// Opens a data set to describe it as it is now, and not to read its rows in the current step.
    ///
    /// # Errors
    ///
    /// As [`open`](Self::open).
    pub fn open_to_describe(&self, name: &DataSetName) -> Result<Reader> {
        match self.locate(name, &RequestedSettings::default())?.open_afresh() {
            Err(error) if error.is_missing() => Err(self.missing(name)),
            opened => opened,
        }
    }

    /// Opens a data set whose description the current step is compiled with. When the step reads it, it must have the
    /// same variables; see also [`claim`](Self::claim).
    ///
    /// # Errors
    ///
    /// As [`open`](Self::open).
    pub fn describe(&self, name: &DataSetName) -> Result<Reader> {
        let mut location = self.locate(name, &RequestedSettings::default())?;
        // Only where it is opened is it known whether DLDMGACTION= repairs it.
        location.allow_interrupted();
        let reader = match location.open_afresh() {
            Err(error) if error.is_missing() => return Err(self.missing(name)),
            opened => opened?,
        };
        self.opened.understand_by(reader.path(), &reader);
        Ok(reader)
    }
}
