//! Data sets that are named by the paths of their files.

use std::path::Path;

use super::{Assignment, Engine};
use crate::error::{Error, Result};
use crate::format::EXTENSION;
use crate::library::Libraries;
use crate::name::DataSetName;

/// The beginning of the names of libraries that are made for such data sets.
const LIBREF: &str = "WC";

impl Libraries {
    /// Returns the name of the data set in the `.sas7bdat` file of a path, which need not be there. Its folder becomes
    /// a library, `WC000001` and so on, unless it is one already. The extension may be left out.
    ///
    /// # Errors
    ///
    /// Fails if its folder is not there, or if the file has no name of a data set.
    pub fn data_set_by_path(&mut self, path: &str) -> Result<DataSetName> {
        let path = Path::new(path.trim());
        let file = path.file_name().map(|name| name.to_string_lossy()).unwrap_or_default();
        let extension = file.len().checked_sub(EXTENSION.len()).and_then(|at| file.get(at..));
        let is_whole = extension.is_some_and(|end| end.eq_ignore_ascii_case(EXTENSION));
        let stem = match is_whole {
            true => &file[..file.len() - EXTENSION.len()],
            false => &file[..],
        };
        let folder = match path.parent() {
            Some(folder) if folder.as_os_str().is_empty() => Path::new("."),
            Some(folder) => folder,
            None => Path::new("/"),
        };
        let libref = self.free_libref();
        let assignment = Assignment::new(&libref, None, folder)?;
        if let Some(absent) = assignment.absent() {
            return Err(Error::NoLibraryFolder {
                libref,
                path: absent.to_owned(),
            });
        }
        let is_same = |other: &&Assignment| {
            let is_made = other.libref.starts_with(LIBREF) && other.libref.len() == libref.len();
            is_made && other.engine == Engine::Native && other.place == assignment.place
        };
        if let Some(there) = self.assigned.values().find(is_same) {
            return Ok(DataSetName::new(&there.libref, stem)?);
        }
        let name = DataSetName::new(&libref, stem)?;
        self.assign(assignment)?;
        Ok(name)
    }

    fn free_libref(&self) -> String {
        let mut numbers = 1_u32..;
        let name = numbers.find_map(|number| {
            let name = format!("{LIBREF}{number:06}");
            (!self.assigned.contains_key(&name)).then_some(name)
        });
        name.unwrap_or_default()
    }
}
