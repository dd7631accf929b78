//! MFILE: the statements that macros make go to a file of their own.

use std::fs::File;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use feedrate_pageio::named_file::{self, WriteMode};

use super::Log;

/// The file of the statements that macros make, and its path. There is no file if it could not be written.
pub(super) type GeneratedFile = Option<(PathBuf, Option<File>)>;

impl Log<'_> {
    /// Writes a statement that a macro has made to a file, which is begun anew by the first one.
    pub(crate) fn write_generated(&mut self, path: &Path, text: &str) {
        if self.generated_file.as_ref().is_none_or(|(before, _)| before != path) {
            let file = match named_file::open(path, WriteMode::Anew) {
                Ok(file) => Some(file),
                Err(error) => {
                    self.warning(&format!(
                        "MFILE has no effect: cannot write {}: {error}.",
                        path.display()
                    ));
                    None
                }
            };
            self.generated_file = Some((path.to_owned(), file));
        }
        let Some((_, Some(file))) = &mut self.generated_file else {
            return;
        };
        if let Err(error) = writeln!(file, "{text}") {
            self.warning(&format!("MFILE ends: cannot write {}: {error}.", path.display()));
            self.generated_file = Some((path.to_owned(), None));
        }
    }
}
