//! What lowering asks of the session.

use std::path::{Path, PathBuf};

use feedrate_dataset::delimited::Shape;
use feedrate_dataset::{DataSetName, Reader, Schema};
use feedrate_language::Position;
use feedrate_steps::ir::Site;
use feedrate_values::{Kind, Spec, format, informat};

pub use feedrate_options::{Reaction, StepOptions as Options};

/// What the session knows that a step depends on. Refusals are whole sentences for the user.
pub trait Catalog {
    /// The variables of a data set that is to be read.
    fn data_set(&mut self, name: &DataSetName) -> Result<DataSetFacts, String>;

    /// Whether a data set of that name can be made: the library is there and may be written.
    fn check_output(&mut self, name: &DataSetName) -> Result<(), String>;

    /// The statement that made a view; `None` where none is called so.
    fn view(&mut self, _: &DataSetName) -> Result<Option<String>, String> {
        Ok(None)
    }

    /// Shows all data sets of all libraries, in the order of their names.
    fn show_data_sets(&mut self, _: &mut dyn FnMut(&DataSetName, &Reader)) -> Result<(), String> {
        Ok(())
    }

    /// The names of the data sets and views of a library, in capitals and in their order.
    fn members(&mut self, library: &str) -> Result<Vec<String>, String>;

    /// The names of all views of all libraries, in their order.
    fn views(&mut self) -> Result<Vec<DataSetName>, String> {
        Ok(Vec::new())
    }

    /// What the session knows of itself beside its data sets.
    fn session(&mut self) -> SessionFacts {
        SessionFacts::default()
    }

    /// Makes a file of values with a character between them a data set, for a step that names it by its path.
    fn add_file(&mut self, path: &Path, _: Shape) -> Result<LentFile, String> {
        Err(format!("{} cannot be read or written here", path.display()))
    }

    /// The library of data sets that are named without one, in capitals.
    fn default_library(&self) -> String;

    /// The data set that was made last, `_LAST_`.
    fn last_data_set(&self) -> Option<DataSetName>;

    /// A name for a data set that has none: `DATA1`, `DATA2`, ….
    fn next_data_set(&mut self) -> Result<DataSetName, String>;

    /// A format that is ready to be used for values of a kind. `length` is that of a text, in bytes, which
    /// is the width of a format that says none.
    fn format(&self, spec: &Spec, kind: Kind, length: u32) -> Result<format::Format, String>;

    /// An informat that is ready to be used for values of a kind; `length` likewise.
    fn informat(&self, spec: &Spec, kind: Kind, length: u32) -> Result<informat::Informat, String>;

    /// The path that a FILENAME statement gave a name in capitals.
    fn file(&self, reference: &str) -> Option<PathBuf>;

    /// The place in the source as the log numbers its lines.
    fn site(&self, position: Position) -> Site;
}

/// What a session knows of itself beside its data sets.
#[derive(Clone, Debug, Default)]
pub struct SessionFacts {
    /// The libraries, in the order of their names.
    pub libraries: Vec<LibraryFacts>,
    /// The system options, in the order of their names.
    pub options: Vec<OptionFacts>,
    /// The title lines, from the first down to the last that is set.
    pub titles: Vec<String>,
    /// The footnote lines, likewise.
    pub footnotes: Vec<String>,
    /// What FILENAME statements have named, in the order of the names.
    pub files: Vec<(String, PathBuf)>,
}

/// A library.
#[derive(Clone, Debug)]
pub struct LibraryFacts {
    /// Its name, in capitals.
    pub name: String,
    /// What its files are.
    pub engine: String,
    /// Its folder or file.
    pub path: PathBuf,
    /// Whether nothing can be written to it.
    pub is_read_only: bool,
}

/// A system option.
#[derive(Clone, Debug)]
pub struct OptionFacts {
    /// Its name, in capitals.
    pub name: String,
    /// Its value; of one that is on or off its name, or that with NO before it.
    pub setting: String,
    /// What it is for.
    pub description: String,
}

/// A file that is a data set for a step.
#[derive(Clone, Debug)]
pub struct LentFile {
    /// The name that it has.
    pub name: DataSetName,
    /// Whether there is a file of that path.
    pub is_there: bool,
}

/// What lowering needs to know of a data set.
#[derive(Clone, Debug)]
pub struct DataSetFacts {
    /// Its variables.
    pub schema: Schema,
}
