//! Values that are read column by column are those of the rows, also where rows are chosen.

#![expect(clippy::unwrap_used, reason = "a test may fail at what it needs")]

mod files;

use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use arrow_array::{
    Array, ArrayRef, BinaryViewArray, Date32Array, Float64Array, Int32Array, LargeBinaryArray, RecordBatch, StringArray,
};
use arrow_buffer::BooleanBuffer;
use feedrate_columnar::{ArrowFile, Parquet};
use feedrate_dataset::file_format::{ColumnBlock, ColumnValues, FileFormat, RowChoice, RowNumbers};
use feedrate_dataset::format::field::Order;
use feedrate_dataset::{Reader, Settings};
use files::{arrow, parquet};

const ROWS: usize = 20_000;
const GROUP: usize = 3000;

fn batch() -> RecordBatch {
    let is_missing = |row: usize, of: usize| row.is_multiple_of(of);
    let numbers = (0..ROWS).map(|row| match row % 9 {
        0 => None,
        1 => Some(-0.0),
        2 => Some(f64::NAN),
        3 => Some(f64::INFINITY),
        _ => Some(row as f64 / 4.0),
    });
    let short = ["a", "b ", "", "  ", "exactly12byt", "ä"];
    let long = [
        "longer than a view is",
        "with blanks after it   ",
        "short",
        "                  ",
    ];
    let bytes = (0..ROWS).map(|row| match row % 5 {
        0 => None,
        1 => Some(&b"\xFFno UTF-8 at all"[..]),
        _ => Some(&b"bytes "[..]),
    });
    let columns: [(&str, ArrayRef); 6] = [
        ("number", Arc::new(Float64Array::from_iter(numbers))),
        (
            "whole",
            Arc::new(Int32Array::from_iter_values((0..ROWS).map(|row| (row % 100) as i32))),
        ),
        (
            "day",
            Arc::new(Date32Array::from_iter(
                (0..ROWS).map(|row| (!is_missing(row, 7)).then_some(row as i32)),
            )),
        ),
        (
            "short",
            Arc::new(StringArray::from_iter_values((0..ROWS).map(|row| short[row % 6]))),
        ),
        (
            "long",
            Arc::new(StringArray::from_iter(
                (0..ROWS).map(|row| (!is_missing(row, 11)).then_some(long[row % 4])),
            )),
        ),
        ("bytes", Arc::new(LargeBinaryArray::from_iter(bytes))),
    ];
    RecordBatch::try_from_iter(columns).unwrap()
}

fn open(format: &dyn FileFormat, path: &Path) -> Reader {
    let source = format.open(path, &Settings::default()).unwrap();
    Reader::of_source(format.engine(), path, source)
}

/// A value as it is compared: the bits of a number, or a text without trailing blanks.
#[derive(Clone, Debug, PartialEq)]
enum Seen {
    Number(u64),
    Text(String),
}

/// Returns the rows of a window.
fn rows(reader: &mut Reader, window: &Range<usize>) -> Vec<Vec<Seen>> {
    let schema = reader.schema().clone();
    reader
        .set_window(window.start as u64 + 1, Some(window.end as u64))
        .unwrap();
    let mut rows = Vec::new();
    while let Some(row) = reader.next_row().unwrap() {
        let values = schema
            .variables()
            .iter()
            .map(|variable| match variable.number_field(Order::Little) {
                Some(field) => Seen::Number(field.get(row).to_bits()),
                None => {
                    let text = String::from_utf8_lossy(variable.text_field().unwrap().get(row)).into_owned();
                    Seen::Text(text.trim_end_matches(' ').to_owned())
                }
            });
        rows.push(values.collect());
    }
    rows
}

/// Returns the values of a block, row by row.
fn rows_of(block: &ColumnBlock, variables: usize) -> Vec<Vec<Seen>> {
    let mut rows = vec![vec![Seen::Number(0); variables]; block.count];
    for (variable, values) in &block.columns {
        let values: Vec<Seen> = match values {
            ColumnValues::Numbers(numbers) => numbers.iter().map(|number| Seen::Number(number.to_bits())).collect(),
            ColumnValues::Texts { views, blocks } => {
                let texts = BinaryViewArray::try_new(views.clone(), blocks.clone(), None).unwrap();
                let texts = (0..texts.len()).map(|row| String::from_utf8(texts.value(row).to_vec()).unwrap());
                texts.map(Seen::Text).collect()
            }
        };
        assert_eq!(values.len(), block.count);
        for (row, value) in rows.iter_mut().zip(values) {
            row[*variable] = value;
        }
    }
    rows
}

/// Chooses the rows of which the whole number is below a bound.
#[derive(Debug)]
struct Below(f64);

impl RowChoice for Below {
    fn variables(&self) -> &[usize] {
        &[1]
    }

    fn choose(&self, block: ColumnBlock) -> Result<BooleanBuffer, String> {
        let [(1, ColumnValues::Numbers(numbers))] = &block.columns[..] else {
            return Err("other columns were read".to_owned());
        };
        Ok(numbers.iter().map(|number| *number < self.0).collect())
    }
}

const WINDOWS: [Range<usize>; 5] = [0..ROWS, 0..GROUP, GROUP..2 * GROUP, 2999..9001, 19_990..ROWS];

fn check(format: &dyn FileFormat, path: &Path) {
    let mut reader = open(format, path);
    let variables = reader.schema().variables().len();
    let mut columns = open(format, path);
    assert!(columns.has_columns());
    for window in WINDOWS {
        let expected = rows(&mut reader, &window);
        assert_eq!(expected.len(), window.len());
        columns
            .set_window(window.start as u64 + 1, Some(window.end as u64))
            .unwrap();
        let (mut found, mut next) = (Vec::new(), window.start as u64 + 1);
        while let Some(block) = columns.next_columns().unwrap() {
            assert_eq!(block.numbers, RowNumbers::From(next));
            assert_eq!(block.examined, block.count as u64);
            next += block.count as u64;
            found.extend(rows_of(&block, variables));
        }
        assert_eq!(found, expected, "{window:?}");
        if window.len() == ROWS {
            assert_eq!(columns.account().notes, reader.account().notes);
        }
    }
}

fn check_choices(format: &dyn FileFormat, path: &Path) {
    for bound in [-1.0, 1.0, 50.0, 1000.0] {
        let mut reader = open(format, path);
        let variables = reader.schema().variables().len();
        let mut chosen = open(format, path);
        let choice: Arc<dyn RowChoice> = Arc::new(Below(bound));
        assert!(chosen.choose_rows(&choice));
        for window in WINDOWS {
            let expected = (window.start as u64 + 1..).zip(rows(&mut reader, &window));
            let is_below = |row: &[Seen]| matches!(row[1], Seen::Number(bits) if f64::from_bits(bits) < bound);
            let (expected_numbers, expected): (Vec<_>, Vec<_>) = expected.filter(|(_, row)| is_below(row)).unzip();
            chosen
                .set_window(window.start as u64 + 1, Some(window.end as u64))
                .unwrap();
            let (mut found, mut numbers, mut examined) = (Vec::new(), Vec::new(), 0);
            while let Some(block) = chosen.next_columns().unwrap() {
                let RowNumbers::Chosen(chosen) = &block.numbers else {
                    panic!("rows are left out");
                };
                numbers.extend(chosen.iter().copied());
                examined += block.examined;
                found.extend(rows_of(&block, variables));
            }
            assert_eq!(examined, window.len() as u64);
            assert_eq!(numbers, expected_numbers);
            assert_eq!(found, expected, "{window:?} below {bound}");
        }
    }
}

#[test]
fn columns_are_those_of_the_rows() {
    let folder = tempfile::tempdir().unwrap();
    for dictionary in [false, true] {
        let path = folder.path().join(format!("{dictionary}.parquet"));
        parquet(&path, &batch(), GROUP, dictionary);
        check(&Parquet::default(), &path);
        check_choices(&Parquet::default(), &path);
    }
    let path = folder.path().join("x.arrow");
    arrow(&path, &batch(), GROUP);
    check(&ArrowFile::default(), &path);
}

/// A choice that fails.
#[derive(Debug)]
struct Fails;

impl RowChoice for Fails {
    fn variables(&self) -> &[usize] {
        &[0]
    }

    fn choose(&self, _: ColumnBlock) -> Result<BooleanBuffer, String> {
        Err("it cannot be said".to_owned())
    }
}

#[test]
fn a_choice_that_fails_ends_the_reading() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.parquet");
    parquet(&path, &batch(), GROUP, true);
    let mut reader = open(&Parquet::default(), &path);
    let choice: Arc<dyn RowChoice> = Arc::new(Fails);
    assert!(reader.choose_rows(&choice));
    let error = reader.next_columns().unwrap_err().to_string();
    assert!(error.contains("it cannot be said"), "{error}");
}
