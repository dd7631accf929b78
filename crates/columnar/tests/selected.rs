//! Variables that are left out are not read.

#![expect(clippy::unwrap_used, reason = "a test may fail at what it needs")]

mod files;

use std::fs;
use std::path::Path;
use std::sync::Arc;

use arrow_array::{ArrayRef, Float64Array, RecordBatch, StringArray};
use feedrate_columnar::{ArrowFile, Parquet};
use feedrate_dataset::file_format::FileFormat;
use feedrate_dataset::format::field::Order;
use feedrate_dataset::{Reader, Settings};
use files::{arrow, parquet};

const COLUMNS: usize = 20;
const ROWS: usize = 100_000;

fn batch() -> RecordBatch {
    let number = |column: usize, row: usize| (row * (column + 1)) as f64 + 0.25;
    let columns = (0..COLUMNS).map(|column| {
        let values = (0..ROWS).map(|row| number(column, row));
        let array: ArrayRef = match column {
            3 => Arc::new(StringArray::from_iter_values(values.map(|value| value.to_string()))),
            _ => Arc::new(Float64Array::from_iter_values(values)),
        };
        (format!("x{column}"), array)
    });
    RecordBatch::try_from_iter(columns).unwrap()
}

/// Opens a file, whose description is kept, and selects variables.
fn select(format: &dyn FileFormat, path: &Path, wanted: &[usize]) -> Reader {
    let source = format.open(path, &Settings::default()).unwrap();
    let mut reader = Reader::of_source(format.engine(), path, source);
    let wanted: Vec<bool> = (0..COLUMNS).map(|column| wanted.contains(&column)).collect();
    reader.select_variables(&wanted);
    reader
}

/// Checks the values of some variables of all rows of a window.
fn check(reader: &mut Reader, wanted: &[usize], first: usize, last: usize) {
    let schema = reader.schema().clone();
    reader.set_window(first as u64 + 1, Some(last as u64)).unwrap();
    for row in first..last {
        let bytes = reader.next_row().unwrap().unwrap();
        for &column in wanted {
            let value = (row * (column + 1)) as f64 + 0.25;
            let variable = &schema.variables()[column];
            match variable.number_field(Order::Little) {
                Some(field) => assert_eq!(field.get(bytes), value),
                None => {
                    let text = String::from_utf8_lossy(variable.text_field().unwrap().get(bytes)).into_owned();
                    assert_eq!(text.trim_end(), value.to_string());
                }
            }
        }
    }
    assert!(reader.next_row().unwrap().is_none());
}

/// Checks the values of some selections of a file, in whole and in a window.
fn check_selections(format: &dyn FileFormat, path: &Path) {
    let all: Vec<usize> = (0..COLUMNS).collect();
    for wanted in [&[][..], &[0], &[3], &[19], &[2, 3, 17], &all] {
        check(&mut select(format, path, wanted), wanted, 0, ROWS);
        check(&mut select(format, path, wanted), wanted, 30_000, 80_000);
    }
}

#[test]
fn values_are_those_of_the_selected_variables() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x");
    parquet(&path, &batch(), ROWS / 4, false);
    check_selections(&Parquet::default(), &path);
    arrow(&path, &batch(), ROWS / 4);
    check_selections(&ArrowFile::default(), &path);
}

#[test]
fn columns_of_parquet_that_are_left_out_are_not_moved() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.parquet");
    parquet(&path, &batch(), ROWS / 4, false);
    let size = fs::metadata(&path).unwrap().len();
    let format = Parquet::default();
    // The lengths of character values are looked for once.
    select(&format, &path, &[]);
    let moved = |wanted: &[usize]| {
        let mut reader = select(&format, &path, wanted);
        check(&mut reader, wanted, 0, ROWS);
        reader.account().moved.bytes
    };
    let column = (ROWS * 8) as u64;
    let one = moved(&[7]);
    // Parts of 64 KiB are moved as a whole: at both ends of each of four row groups.
    assert!((column..column + 10 * (64 << 10)).contains(&one), "{one} of {size}");
    let none = moved(&[]);
    assert!(none < 64 << 10, "{none} of {size}");
}
