//! What the lowering of a step asks of the session.

use std::collections::HashMap;
use std::path::PathBuf;

use feedrate_dataset::{Asked, DataSetName, Libraries, Schema};
use feedrate_program::Position;
use feedrate_program::lower::{Catalog, DataSetFacts};
use feedrate_steps::ir::Site;
use feedrate_values::format::{Format, Formats};
use feedrate_values::informat::{Informat, InformatSettings};
use feedrate_values::{Kind, Spec};

use crate::lines::LineNumbers;

/// Data sets by name: what has been made, and what only would have been.
#[derive(Debug, Default)]
pub struct DataSets {
    /// The one that was made last.
    pub last: Option<DataSetName>,
    /// How many were made without a name.
    pub unnamed: u32,
    /// What steps that were checked and not run would have made.
    pub checked: HashMap<DataSetName, Schema>,
}

/// The session as the lowering sees it.
pub struct SessionCatalog<'s> {
    pub libraries: &'s mut Libraries,
    pub formats: &'s Formats,
    pub informats: InformatSettings,
    pub files: &'s HashMap<String, PathBuf>,
    pub lines: &'s LineNumbers,
    pub data_sets: &'s mut DataSets,
    /// `USER=`, or WORK.
    pub default_library: String,
}

impl Catalog for SessionCatalog<'_> {
    fn data_set(&mut self, name: &DataSetName) -> Result<DataSetFacts, String> {
        if let Some(schema) = self.data_sets.checked.get(name) {
            return Ok(DataSetFacts {
                schema: schema.clone(),
            });
        }
        let reader = self
            .libraries
            .open(name, &Asked::default())
            .map_err(|error| error.to_string())?;
        Ok(DataSetFacts {
            schema: reader.schema().clone(),
        })
    }

    fn check_output(&mut self, name: &DataSetName) -> Result<(), String> {
        let library = name.library();
        if self.libraries.has(library) {
            return Ok(());
        }
        Err(format!(
            "there is no library {library}; assign it with LIBNAME {library} 'folder';"
        ))
    }

    fn default_library(&self) -> String {
        self.default_library.clone()
    }

    fn last_data_set(&self) -> Option<DataSetName> {
        self.data_sets.last.clone()
    }

    fn next_data_set(&mut self) -> Result<DataSetName, String> {
        self.data_sets.unnamed += 1;
        let member = format!("DATA{}", self.data_sets.unnamed);
        DataSetName::new(&self.default_library, &member).map_err(|error| error.to_string())
    }

    fn format(&self, spec: &Spec, kind: Kind, length: u32) -> Result<Format, String> {
        self.formats
            .resolve(spec, kind, length as usize)
            .map_err(|error| error.to_string())
    }

    fn informat(&self, spec: &Spec, kind: Kind, length: u32) -> Result<Informat, String> {
        Informat::resolve(spec, kind, length as usize, self.informats)
            .map_err(|error| error.to_string())
    }

    fn file(&self, reference: &str) -> Option<PathBuf> {
        self.files.get(reference).cloned()
    }

    fn site(&self, position: Position) -> Site {
        self.lines.site(position)
    }
}
