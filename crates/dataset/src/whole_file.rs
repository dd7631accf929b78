//! A file other than a data set that appears complete or not at all: it has a temporary name until it is complete.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use feedrate_pageio::Error as PagesError;

use crate::drafts::Draft;
use crate::drafts::sweep;
use crate::error::{Error, Result};

/// The bytes that are written at a time.
const BUFFER: usize = 64 << 10;

/// A file that is being written. Dropping it before it is complete removes it, and an existing file is unchanged.
#[derive(Debug)]
pub struct WholeFile {
    file: BufWriter<File>,
    draft: Draft,
    path: PathBuf,
}

impl WholeFile {
    /// Begins a file that will be at `path` and replaces an existing one.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be created or `path` may not be written.
    pub fn create(path: &Path) -> Result<Self> {
        let (draft, file) = Draft::begin_unclaimed(path, |file, _| {
            let opened = file.try_clone();
            opened.map_err(|source| Error::file("write", path, source))
        })
        .map_err(|error| match error {
            Error::Pages(PagesError::Open { source, .. }) => Error::file("write", path, source),
            error => error,
        })?;
        // Removes what killed processes left in its folder.
        sweep(draft.destination().parent().unwrap_or(Path::new("/")));
        Ok(Self {
            file: BufWriter::with_capacity(BUFFER, file),
            draft,
            path: path.to_owned(),
        })
    }

    /// Returns the final path.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Converts an error of writing to it.
    pub fn failure(&self, source: io::Error) -> Error {
        Error::file("write", &self.path, source)
    }

    /// Completes the file and puts it in place.
    ///
    /// # Errors
    ///
    /// Fails if it cannot be written or put in place.
    pub fn put_in_place(self) -> Result<()> {
        let Self { mut file, draft, path } = self;
        let failed = |source| Error::file("write", path, source);
        file.flush().map_err(failed)?;
        draft.put_in_place()
    }
}

impl Write for WholeFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn a_file_is_there_when_it_is_complete_and_not_before() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.csv");
        fs::write(&path, "old").unwrap();
        let mut dropped = WholeFile::create(&path).unwrap();
        dropped.write_all(b"half").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"old");
        drop(dropped);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
        let mut whole = WholeFile::create(&path).unwrap();
        whole.write_all(b"new").unwrap();
        whole.put_in_place().unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"new");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn what_is_no_file_is_not_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let devices: &[&str] = if Path::new("/dev/null").exists() {
            &["/dev/null", "/proc/x"]
        } else {
            &["NUL"]
        };
        for path in devices.iter().map(Path::new).chain([folder.path()]) {
            let error = WholeFile::create(path).unwrap_err().to_string();
            assert!(error.contains("no file that another can take"), "{error}");
        }
    }

    #[test]
    fn a_folder_that_is_not_there_is_named() {
        let error = WholeFile::create(Path::new("/no/such/x.html")).unwrap_err();
        assert_eq!(
            error.to_string(),
            "cannot write /no/such/x.html: no such file or folder"
        );
    }
}
