//! The tables of a report as CSV files in a folder.

use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use feedrate_document::Document;
use feedrate_document::csv::{self, NamedCsv};
use feedrate_pageio::named_file;

use super::destination::Destination;
use super::files::make_folder;
use super::standard::to_stdout;

/// The destination of tables.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum CsvFolder {
    /// Standard output, one table after the other.
    Stdout,
    /// A folder, which is made if necessary.
    Folder(PathBuf),
}

impl CsvFolder {
    /// Returns the destination of a name given by the user.
    ///
    /// # Errors
    ///
    /// Returns a message if it can be no folder.
    pub(super) fn of(path: &Path) -> Result<Self, String> {
        if path == Path::new("-") {
            return Ok(Self::Stdout);
        }
        if path.exists() && !path.is_dir() {
            return Err(format!("{} is no folder; name one for the CSV files", path.display()));
        }
        named_file::check_links(path).map_err(|error| format!("cannot use the folder {}: {error}", path.display()))?;
        Ok(Self::Folder(path.to_owned()))
    }

    /// Writes the tables of a document. A file is replaced if its columns are the same, because CSV has no place that
    /// tells who wrote it. Either all are written or none, unless a disk fails.
    ///
    /// # Errors
    ///
    /// Returns a message if the folder cannot be made, or a file is another one or cannot be written.
    pub(super) fn write(&self, document: &Document, stop: &Arc<AtomicBool>) -> Result<(), String> {
        let tables = csv::tables(document);
        let folder = match self {
            Self::Stdout => {
                let texts: Vec<String> = tables.into_iter().map(|table| table.text).collect();
                return to_stdout(texts.join("\r\n").as_bytes(), stop);
            }
            Self::Folder(folder) => folder,
        };
        make_folder(folder)?;
        let mut files = Vec::new();
        for table in &tables {
            let path = folder.join(format!("{}.csv", table.name));
            if !may_replace(&path, table) {
                return Err(format!(
                    "{} exists and has other columns; name another folder",
                    path.display()
                ));
            }
            files.push((Destination::of(&path)?, table));
        }
        for (destination, table) in files {
            destination.write_over(&table.text, stop)?;
        }
        Ok(())
    }
}

/// Returns whether there is no such file, or one that is empty or has the columns of a table.
fn may_replace(path: &Path, table: &NamedCsv) -> bool {
    let Ok(about) = fs::metadata(path) else {
        return true;
    };
    let head = table.text.split_inclusive('\n').next().unwrap_or_default();
    let mut start = Vec::new();
    let length = head.len() as u64;
    let is_read = File::open(path).and_then(|file| file.take(length).read_to_end(&mut start));
    about.is_file() && is_read.is_ok() && (start.is_empty() || start == head.as_bytes())
}
