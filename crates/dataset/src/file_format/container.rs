//! The interface of a format of files that have several data sets each.

use std::fmt::Debug;
use std::path::Path;

use super::{NewDataSet, RowSink, RowSource};
use crate::error::Result;
use crate::name::DataSetName;
use crate::pages::StreamWriter;
use crate::schema::Schema;
use crate::settings::CharacterExpansion;

/// A format of files that have several data sets each. A library of such a format is one file.
pub trait ContainerFormat: Debug + Send + Sync {
    /// Returns the name of the engine in output, in capitals.
    fn engine(&self) -> &'static str;

    /// Returns the name of such a file in messages, with its article.
    fn file_name(&self) -> &'static str;

    /// Returns the data sets of a file, in any order.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be read or is not of this format.
    fn members(&self, path: &Path) -> Result<Vec<ContainedDataSet>>;

    /// Opens a data set of a file for reading by its name, in either case, with more room for its texts if that is
    /// requested. Returns `None` if there is none of that name.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be read or is not of this format.
    fn open(
        &self,
        path: &Path,
        name: &str,
        expansion: Option<CharacterExpansion>,
    ) -> Result<Option<Box<dyn RowSource>>>;

    /// Begins a data set in a file, which need not be there. All of the new file is written to `stream`, with the other
    /// data sets of the present one at `path`.
    ///
    /// # Errors
    ///
    /// Fails if the present file cannot be read, if the format cannot hold the data set, or if the new file cannot be
    /// written.
    fn create(
        &self,
        path: &Path,
        name: &DataSetName,
        schema: &Schema,
        facts: &NewDataSet,
        stream: StreamWriter,
    ) -> Result<Box<dyn RowSink>>;
}

/// A data set of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ContainedDataSet {
    /// Its name.
    pub name: String,
    /// The bytes of its rows.
    pub bytes: u64,
}
