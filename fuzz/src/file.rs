//! Any bytes, read as a file of another format.

use std::fs::File;
use std::io::Write;
use std::path::Path;
use std::sync::Arc;

use arrow_buffer::BooleanBuffer;
use feedrate_dataset::file_format::{ColumnBlock, FileFormat, RowChoice};
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
    read_columns(format, &path, false);
    read_columns(format, &path, true);
}

/// Reads all values of a file column by column, or those of every other row.
fn read_columns(format: &dyn FileFormat, path: &Path, chooses: bool) {
    let Ok(source) = format.open(path, &Settings::default()) else {
        return;
    };
    let mut reader = Reader::of_source(format.engine(), path, source);
    let variables = reader.schema().variables().len();
    if chooses {
        reader.choose_rows(&(Arc::new(EveryOther) as _));
    }
    let mut rows = 0;
    while rows < MOST_ROWS
        && let Ok(Some(block)) = reader.next_columns()
    {
        rows += block.examined;
        assert!(block.count == 0 || block.columns.len() == variables);
    }
}

/// Chooses every other row.
#[derive(Debug)]
struct EveryOther;

impl RowChoice for EveryOther {
    fn variables(&self) -> &[usize] {
        &[0]
    }

    fn choose(&self, block: ColumnBlock) -> Result<BooleanBuffer, String> {
        Ok((0..block.count).map(|row| row % 2 == 0).collect())
    }
}
