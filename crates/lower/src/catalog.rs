//! The interface through which lowering queries the session.

use std::path::{Path, PathBuf};

use feedrate_dataset::delimited::{Shape, SharedTally, Transfer};
use feedrate_dataset::{DataSetName, Reader, Schema};
use feedrate_language::Position;
use feedrate_language::tree::InfileOption;
use feedrate_program::{Device, Site};
use feedrate_values::{Kind, Spec, format, informat};

pub use feedrate_options::{Reaction, StepOptions as Options};

/// The session as lowering sees it. Errors are complete sentences for the user.
pub trait Catalog {
    /// Returns the variables of a data set that is to be read.
    fn data_set(&mut self, name: &DataSetName) -> Result<DataSetFacts, String>;

    /// Completes an interrupted update of a data set that is to be read, if there is one and it can be changed.
    fn repair(&mut self, _: &DataSetName) -> Result<(), String> {
        Ok(())
    }

    /// Checks that a data set of that name can be created: the library exists and is writable.
    fn check_output(&mut self, name: &DataSetName) -> Result<(), String>;

    /// Returns the statement that defines a view, or `None` if there is no view of that name.
    fn view(&mut self, _: &DataSetName) -> Result<Option<String>, String> {
        Ok(None)
    }

    /// Returns whether queries over a library run on a cluster.
    fn is_on_cluster(&self, _library: &str) -> bool {
        false
    }

    /// Calls the function for all data sets of all libraries, in the order of their names.
    fn show_data_sets(&mut self, _: &mut dyn FnMut(&DataSetName, &Reader)) -> Result<(), String> {
        Ok(())
    }

    /// Returns the names of the data sets and views of a library, in upper case and sorted.
    fn members(&mut self, library: &str) -> Result<Vec<String>, String>;

    /// Returns the names of all views of all libraries, sorted.
    fn views(&mut self) -> Result<Vec<DataSetName>, String> {
        Ok(Vec::new())
    }

    /// Returns the state of the session other than its data sets.
    fn session(&mut self) -> SessionFacts {
        SessionFacts::default()
    }

    /// Makes a delimited file available as a data set, for a step that names it by its path.
    fn add_file(&mut self, path: &Path, _: Shape, _: Transfer) -> Result<LentFile, String> {
        Err(format!("{} cannot be read or written here", path.display()))
    }

    /// Returns the name of the data set in the `.sas7bdat` file of a path, whose folder becomes a library.
    fn data_set_by_path(&mut self, path: &str) -> Result<DataSetName, String> {
        Err(format!("the data set {path} cannot be named by its path here"))
    }

    /// Returns the library of data sets that are named without one, in upper case.
    fn default_library(&self) -> String;

    /// Returns the data set that was created last, `_LAST_`.
    fn last_data_set(&self) -> Option<DataSetName>;

    /// Returns a name for a data set that is given none: `DATA1`, `DATA2`, ….
    fn next_data_set(&mut self) -> Result<DataSetName, String>;

    /// Returns the formats of the session.
    fn formats(&self) -> &format::Formats;

    /// Returns the format of a spec for values of a kind. `length` is that of a character value in bytes, and is the
    /// width of a format that specifies none.
    fn format(&self, spec: &Spec, kind: Kind, length: u32) -> Result<format::Format, String> {
        let found = self.formats().resolve(spec, kind, length as usize);
        found.map_err(|error| error.to_string())
    }

    /// Returns the informat of a spec for values of a kind. `length` is as for [`Catalog::format`].
    fn informat(&self, spec: &Spec, kind: Kind, length: u32) -> Result<informat::Informat, String>;

    /// Returns the path that a FILENAME statement assigned to a file reference, given in upper case.
    fn file(&self, reference: &str) -> Option<PathBuf>;

    /// Returns what INFILE reads and FILE writes by a file reference, given in upper case.
    fn lines_of(&self, reference: &str) -> Option<FileFacts> {
        self.file(reference).map(FileFacts::from)
    }

    /// Returns the options of the FILENAME statement of a file reference.
    fn file_options(&self, _reference: &str) -> Vec<InfileOption> {
        Vec::new()
    }

    /// Returns the position in the source with the line number that the log shows.
    fn site(&self, position: Position) -> Site;
}

/// The file or the command of a file reference.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileFacts {
    /// The path, or the command.
    pub path: PathBuf,
    /// The files that are read behind it.
    pub further: Vec<PathBuf>,
    /// The kind of thing that the path names.
    pub device: Device,
}

impl From<PathBuf> for FileFacts {
    fn from(path: PathBuf) -> Self {
        Self {
            path,
            further: Vec::new(),
            device: Device::Disk,
        }
    }
}

/// The state of a session other than its data sets.
#[derive(Clone, Debug, Default)]
pub struct SessionFacts {
    /// The libraries, sorted by name.
    pub libraries: Vec<LibraryFacts>,
    /// The system options, sorted by name.
    pub options: Vec<OptionFacts>,
    /// The title lines, from the first to the last that is set.
    pub titles: Vec<String>,
    /// The footnote lines, from the first to the last that is set.
    pub footnotes: Vec<String>,
    /// The file references of FILENAME statements and their paths, sorted by name.
    pub files: Vec<(String, PathBuf)>,
}

/// A library of the session.
#[derive(Clone, Debug)]
pub struct LibraryFacts {
    /// Its name, in upper case.
    pub name: String,
    /// The name of its engine.
    pub engine: String,
    /// Its folder or file.
    pub path: PathBuf,
    /// True if it is read-only.
    pub is_read_only: bool,
}

/// A system option and its value.
#[derive(Clone, Debug)]
pub struct OptionFacts {
    /// Its name, in upper case.
    pub name: String,
    /// Its value; of an on/off option its name, with NO before it if the option is off.
    pub setting: String,
    /// A description of its purpose.
    pub description: String,
}

/// A file that a step uses as a data set.
#[derive(Clone, Debug)]
pub struct LentFile {
    /// The name of the data set.
    pub name: DataSetName,
    /// True if the file exists.
    pub is_there: bool,
    /// Its lines, which are known when the step has ended.
    pub tally: SharedTally,
}

/// The facts about a data set that lowering needs.
#[derive(Clone, Debug)]
pub struct DataSetFacts {
    /// Its variables.
    pub schema: Schema,
}
