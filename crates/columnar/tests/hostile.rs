//! Tests with damaged and malicious files: each is read or is an error, within little memory.

#![expect(clippy::unwrap_used, reason = "a test may fail at what it needs")]

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use arrow_array::types::Int32Type;
use arrow_array::{ArrayRef, DictionaryArray, Float64Array, Int64Array, RecordBatch, StringArray};
use arrow_buffer::BooleanBuffer;
use arrow_ipc::CompressionType;
use arrow_ipc::writer::{FileWriter, IpcWriteOptions};
use feedrate_columnar::formats;
use feedrate_dataset::file_format::{ColumnBlock, RowChoice};
use feedrate_dataset::{Reader, Result, Settings};
use parquet::arrow::ArrowWriter;
use parquet::basic::{Compression, Encoding};
use parquet::file::properties::{WriterProperties, WriterVersion};

/// The most memory of the process. Some of the files state a thousand times as much.
#[cfg(unix)]
const MEMORY: u64 = 2 << 30;

/// The rows of the files.
const ROWS: i64 = 200;

/// The most rows that are read of a file, which may state any number.
const MOST_ROWS: u64 = 20_000;

#[cfg(unix)]
fn within_little_memory() {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

    let before = getrlimit(Resource::As);
    let limit = Rlimit {
        current: Some(MEMORY),
        ..before
    };
    setrlimit(Resource::As, limit).unwrap();
}

/// Does nothing: the system sets no such limit to a process that runs.
#[cfg(windows)]
fn within_little_memory() {}

fn batch() -> RecordBatch {
    let names: Vec<String> = (0..ROWS).map(|row| format!("name {}", row % 7)).collect();
    let texts: Vec<&str> = names.iter().map(String::as_str).collect();
    let numbers: Vec<Option<f64>> = (0..ROWS).map(|row| (row % 5 > 0).then_some(row as f64 / 3.0)).collect();
    let keyed: DictionaryArray<Int32Type> = texts.iter().copied().collect();
    let columns: Vec<(&str, ArrayRef)> = vec![
        ("id", Arc::new(Int64Array::from_iter_values(0..ROWS))),
        ("number", Arc::new(Float64Array::from(numbers))),
        ("name", Arc::new(StringArray::from(texts))),
        ("keyed", Arc::new(keyed)),
    ];
    RecordBatch::try_from_iter(columns).unwrap()
}

fn parquet(properties: WriterProperties) -> Vec<u8> {
    let batch = batch();
    let mut bytes = Vec::new();
    let mut writer = ArrowWriter::try_new(&mut bytes, batch.schema(), Some(properties)).unwrap();
    writer.write(&batch).unwrap();
    writer.close().unwrap();
    bytes
}

fn arrow(compression: Option<CompressionType>) -> Vec<u8> {
    let batch = batch();
    let options = IpcWriteOptions::default().try_with_compression(compression).unwrap();
    let mut writer = FileWriter::try_new_with_options(Vec::new(), &batch.schema(), options).unwrap();
    writer.write(&batch).unwrap();
    writer.finish().unwrap();
    writer.into_inner().unwrap()
}

fn with_encoding(encoding: Encoding) -> Vec<u8> {
    let properties = WriterProperties::builder()
        .set_dictionary_enabled(false)
        .set_column_encoding("name".into(), encoding)
        .build();
    parquet(properties)
}

/// Returns files of every kind, each with the engine that reads it.
fn files() -> Vec<(&'static str, Vec<u8>)> {
    let compressed = |codec| {
        let properties = WriterProperties::builder()
            .set_compression(codec)
            .set_writer_version(WriterVersion::PARQUET_2_0)
            .build();
        parquet(properties)
    };
    vec![
        ("PARQUET", compressed(Compression::SNAPPY)),
        ("PARQUET", compressed(Compression::ZSTD(Default::default()))),
        ("PARQUET", compressed(Compression::GZIP(Default::default()))),
        ("PARQUET", compressed(Compression::LZ4_RAW)),
        ("PARQUET", compressed(Compression::BROTLI(Default::default()))),
        ("PARQUET", with_encoding(Encoding::PLAIN)),
        ("PARQUET", with_encoding(Encoding::DELTA_BYTE_ARRAY)),
        ("PARQUET", with_encoding(Encoding::DELTA_LENGTH_BYTE_ARRAY)),
        ("ARROW", arrow(None)),
        ("ARROW", arrow(Some(CompressionType::LZ4_FRAME))),
        ("ARROW", arrow(Some(CompressionType::ZSTD))),
    ]
}

/// Reads a file, and returns its number of rows.
fn read(engine: &str, path: &Path) -> Result<u64> {
    // Formats are created anew, so that nothing is known of the file.
    let formats = formats();
    let mut formats = formats.iter();
    let format = formats.find(|format| format.engine() == engine).unwrap();
    let source = format.open(path, &Settings::default())?;
    let mut reader = Reader::of_source(format.engine(), path, source);
    let mut rows = 0;
    while rows < MOST_ROWS
        && let Some(block) = reader.next_block()?
    {
        rows += block.len() as u64;
    }
    Ok(rows)
}

/// Reads the values of every other row column by column, or of all rows where none are left out.
fn read_columns(engine: &str, path: &Path) -> Result<()> {
    let formats = formats();
    let mut formats = formats.iter();
    let format = formats.find(|format| format.engine() == engine).unwrap();
    let source = format.open(path, &Settings::default())?;
    let mut reader = Reader::of_source(format.engine(), path, source);
    reader.choose_rows(&(Arc::new(EveryOther) as _));
    let mut rows = 0;
    while rows < MOST_ROWS
        && let Some(block) = reader.next_columns()?
    {
        rows += block.examined;
    }
    Ok(())
}

/// Chooses every other row.
#[derive(Debug)]
struct EveryOther;

impl RowChoice for EveryOther {
    fn variables(&self) -> &[usize] {
        &[0]
    }

    fn choose(&self, block: ColumnBlock) -> std::result::Result<BooleanBuffer, String> {
        Ok((0..block.count).map(|row| row % 2 == 0).collect())
    }
}

/// A file in a folder of its own, into which changed bytes are written.
struct TestFile {
    _folder: tempfile::TempDir,
    path: PathBuf,
}

impl TestFile {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x");
        Self { _folder: folder, path }
    }

    fn read(&self, engine: &str, bytes: &[u8]) -> Result<u64> {
        fs::write(&self.path, bytes).unwrap();
        let read = read(engine, &self.path);
        if let Err(error) = &read {
            let told = error.to_string();
            assert!(!told.contains('\n') && told.len() < 1000, "{told}");
        }
        read
    }

    /// Reads the file that was written last, column by column.
    fn read_columns(&self, engine: &str) -> Result<()> {
        read_columns(engine, &self.path)
    }
}

#[test]
fn whole_files_are_read() {
    let place = TestFile::new();
    for (engine, bytes) in files() {
        assert_eq!(place.read(engine, &bytes).unwrap(), ROWS as u64);
        place.read_columns(engine).unwrap();
    }
}

#[test]
fn files_that_end_anywhere_are_refused() {
    within_little_memory();
    let place = TestFile::new();
    for (engine, bytes) in files() {
        for length in (0..bytes.len()).rev().step_by(11) {
            let read = place.read(engine, &bytes[..length]);
            assert!(read.is_err(), "{engine}: {length} of {} bytes", bytes.len());
        }
    }
}

#[test]
fn files_with_any_byte_changed_are_read_or_refused() {
    within_little_memory();
    let place = TestFile::new();
    for (engine, bytes) in files() {
        for at in (engine.len() % 7..bytes.len()).step_by(7) {
            let mut changed = bytes.clone();
            // Each byte is changed in another way, so that all ways are tried in time.
            changed[at] = match (at * 7 + bytes.len()) % 6 {
                0 => 0,
                1 => 0xFF,
                2 => 0x7F,
                3 => bytes[at] ^ 0x80,
                4 => bytes[at] ^ 1,
                _ => bytes[at].wrapping_add(16),
            };
            let _ = place.read(engine, &changed);
            if at % 3 == 0 {
                let _ = place.read_columns(engine);
            }
        }
        // Lengths and offsets often have four or eight bytes.
        for at in (0..bytes.len().saturating_sub(8)).step_by(20) {
            let mut changed = bytes.clone();
            changed[at..at + 4].fill(if at % 40 == 0 { 0xFF } else { 0x7F });
            let _ = place.read(engine, &changed);
        }
    }
}

/// Replaces the first occurrence of bytes, which must exist.
fn replaced(bytes: &[u8], before: &[u8], after: &[u8]) -> Vec<u8> {
    let mut windows = bytes.windows(before.len());
    let at = windows.position(|window| window == before).unwrap();
    [&bytes[..at], after, &bytes[at + before.len()..]].concat()
}

#[test]
fn what_tells_of_more_than_there_is_takes_no_memory() {
    within_little_memory();
    let place = TestFile::new();
    let refused = |engine: &str, bytes: &[u8]| place.read(engine, bytes).unwrap_err().to_string();
    let damaged = |engine: &str, bytes: &[u8]| {
        let told = refused(engine, bytes);
        assert!(told.contains("damaged"), "{told}");
    };
    // Two thousand million row groups: the list contains one structure, after the number of rows.
    let whole = parquet(WriterProperties::default());
    let list = [0x16, 0x90, 0x03, 0x19, 0x1C];
    let mut end = 0;
    let longer = replaced(
        &whole,
        &list,
        &[0x16, 0x90, 0x03, 0x19, 0xFC, 0xFF, 0xFF, 0xFF, 0xFF, 7],
    );
    let footer = longer.len() - 8;
    for (index, byte) in whole[whole.len() - 8..whole.len() - 4].iter().enumerate() {
        end |= u32::from(*byte) << (8 * index);
    }
    let mut longer = longer;
    longer[footer..footer + 4].copy_from_slice(&(end + 5).to_le_bytes());
    damaged("PARQUET", &longer);
    // As many strings in a page: the number of delta-packed integers, after the parameters of packing.
    for encoding in [Encoding::DELTA_BYTE_ARRAY, Encoding::DELTA_LENGTH_BYTE_ARRAY] {
        let whole = with_encoding(encoding);
        let count = [0x80, 0x01, 0x04, 0xC8, 0x01];
        let at = whole.windows(5).position(|window| window == count).unwrap();
        let mut changed = whole.clone();
        changed[at + 3..at + 9].copy_from_slice(&[0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x3F]);
        damaged("PARQUET", &changed);
    }
    // A buffer of a petabyte when it is unpacked. The same number is also in the metadata.
    for codec in [CompressionType::LZ4_FRAME, CompressionType::ZSTD] {
        let whole = arrow(Some(codec));
        let bytes = (ROWS * 8).to_le_bytes();
        let places = (0..whole.len()).filter(|at| whole[*at..].starts_with(&bytes));
        let told = places.filter_map(|at| {
            let mut changed = whole.clone();
            changed[at..at + 8].copy_from_slice(&(1_i64 << 50).to_le_bytes());
            Some(place.read("ARROW", &changed).err()?.to_string())
        });
        let of_buffers = told.filter(|told| told.contains("a batch does not have what it says"));
        assert!(of_buffers.count() > 0);
    }
}
