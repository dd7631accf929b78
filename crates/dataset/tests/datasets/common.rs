//! Helpers of the tests.

use std::fs;
use std::path::Path;

use feedrate_dataset::format::field::Order;
use feedrate_dataset::library::Assignment;
use feedrate_dataset::settings::SettingScope;
use feedrate_dataset::writer::NewDataSet;
use feedrate_dataset::{DataSetName, FileAccount, Libraries, RequestedSettings, Schema, Variable, Writer};
use tempfile::TempDir;

/// Returns a folder beside the crate: that for temporary files may be in memory, without direct I/O.
pub fn folder() -> TempDir {
    tempfile::tempdir_in(env!("CARGO_MANIFEST_DIR")).unwrap()
}

/// Returns libraries with WORK in a folder `temporary` and a library A on `folder` itself.
pub fn libraries(folder: &Path) -> Libraries {
    let temporary = folder.join("temporary");
    fs::create_dir_all(&temporary).unwrap();
    let mut libraries = Libraries::new(Some(temporary));
    libraries.assign(Assignment::new("a", None, folder).unwrap()).unwrap();
    libraries
}

pub fn name(text: &str) -> DataSetName {
    DataSetName::parse(text, "WORK").unwrap()
}

/// Parses data set options, such as `bufsize=4k sgio=yes`.
pub fn options(text: &str) -> RequestedSettings {
    let mut requested = RequestedSettings::default();
    for option in text.split_whitespace() {
        let (word, value) = option.split_once('=').unwrap();
        requested.set(SettingScope::DataSet, word, Some(value)).unwrap();
    }
    requested
}

/// Returns a schema of a number and a character value.
pub fn schema() -> Schema {
    Schema::lay_out(vec![Variable::text("t", 9), Variable::number("n")]).unwrap()
}

pub fn facts() -> NewDataSet {
    NewDataSet {
        label: "of a test".into(),
        step: "DATASTEP".into(),
        created: 2e9,
        ..NewDataSet::default()
    }
}

/// Writes the rows of these numbers.
pub fn fill(writer: &mut Writer, numbers: std::ops::Range<u64>) -> feedrate_dataset::Result<()> {
    fill_rows(writer, Writer::next_row, numbers)
}

/// Writes the rows of these numbers into any rows.
pub fn fill_rows<W>(
    writer: &mut W,
    next_row: impl Fn(&mut W) -> feedrate_dataset::Result<&mut [u8]>,
    numbers: std::ops::Range<u64>,
) -> feedrate_dataset::Result<()> {
    let schema = schema();
    let number_field = schema.find("n").unwrap().number_field(Order::Little).unwrap();
    let text_field = schema.find("t").unwrap().text_field().unwrap();
    for number in numbers {
        let row = next_row(writer)?;
        number_field.set(row, number as f64);
        text_field.set(row, format!("r{number}").as_bytes());
    }
    Ok(())
}

/// Creates a data set with the rows from 0 to before `rows`.
pub fn make(libraries: &mut Libraries, text: &str, rows: u64, requested: &str) -> FileAccount {
    let mut writer = libraries
        .create(&name(text), schema(), facts(), &options(requested))
        .unwrap();
    fill(&mut writer, 0..rows).unwrap();
    assert_eq!(writer.rows(), rows);
    writer.commit().unwrap()
}

/// Returns the numbers of a data set's rows, whose character values must match them.
pub fn numbers(libraries: &Libraries, text: &str, requested: &str) -> Vec<u64> {
    let mut reader = libraries.open(&name(text), &options(requested)).unwrap();
    let schema = reader.schema().clone();
    let number_field = schema.find("N").unwrap().number_field(Order::Little).unwrap();
    let text_field = schema.find("T").unwrap().text_field().unwrap();
    let mut numbers = Vec::new();
    while let Some(row) = reader.next_row().unwrap() {
        let number = number_field.get(row) as u64;
        assert_eq!(text_field.get(row), format!("{:<9}", format!("r{number}")).as_bytes());
        numbers.push(number);
    }
    assert!(reader.next_row().unwrap().is_none());
    numbers
}

/// Returns the names of the files in a folder.
pub fn files(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap())
        .filter(|entry| entry.file_type().unwrap().is_file())
        .map(|entry| entry.file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}
