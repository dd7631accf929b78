//! Any bytes, read as a file of another format.

use std::fs::File;
use std::io::Write;

use feedrate_dataset::file_format::FileFormat;
use feedrate_dataset::{Reader, Settings};

/// The most rows that are read of a file, which may tell of any number that takes no bytes.
const MOST_ROWS: u64 = 100_000;

/// Reads all rows of a file with these bytes, where it can be opened.
pub fn read(format: &dyn FileFormat, bytes: &[u8]) {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let path = folder.path().join("file");
    let written = File::create(&path).and_then(|mut file| file.write_all(bytes));
    written.expect("a file can be written");
    let Ok(source) = format.open(&path, &Settings::default()) else {
        return;
    };
    let mut reader = Reader::of_source(format.engine(), &path, source);
    let (told, length) = (reader.rows(), reader.schema().row_length() as usize);
    let mut rows = 0;
    // Rows up to an error count too.
    while rows < MOST_ROWS
        && let Ok(Some(block)) = reader.next_block()
    {
        rows += block.len() as u64;
        assert!(block.iter().all(|row| row.len() == length));
    }
    assert!(rows <= told);
    // It has no line breaks that a log would show as lines of its own.
    let notes = reader.account().notes;
    assert!(notes.iter().all(|note| !note.contains('\n')), "{notes:?}");
}
