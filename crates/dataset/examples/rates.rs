//! Measures how fast rows are written to a data set and read, with each method: `rates FOLDER [MIB]`.
//!
//! Rows have 100 numbers and 12 texts that are partly blank. Nothing is evicted from the page cache between the two:
//! the share that came from it is shown.

use std::path::Path;
use std::time::Instant;

use feedrate_dataset::library::Assignment;
use feedrate_dataset::settings::SettingScope;
use feedrate_dataset::writer::NewDataSet;
use feedrate_dataset::{DataSetName, FileAccount, Libraries, RequestedSettings, Result, Schema, Variable};

const NUMBERS: usize = 100;
const TEXTS: usize = 12;
const TEXT_LENGTH: usize = 20;
const ROW: usize = 8 * NUMBERS + TEXTS * TEXT_LENGTH;

/// The number of different rows.
const ROWS: usize = 64;

const WAYS: [&str; 7] = [
    "",
    "sgio=yes",
    "discipline=assas",
    "discipline=assas sgio=yes bufno=17",
    "bufsize=1m",
    "compress=char",
    "compress=binary",
];

fn main() {
    let mut arguments = std::env::args().skip(1);
    let folder = arguments.next().unwrap_or_else(|| ".".into());
    let mib = arguments.next().and_then(|text| text.parse().ok()).unwrap_or(1024);
    if let Err(error) = run(Path::new(&folder), mib) {
        eprintln!("{error}");
        std::process::exit(1);
    }
}

fn run(folder: &Path, mib: u64) -> Result<()> {
    let mut libraries = Libraries::new(None);
    libraries.assign(Assignment::new("a", None, folder)?)?;
    let name = DataSetName::parse("a.feedrate_rates", "WORK")?;
    let rows = (mib << 20) as usize / ROW;
    let samples: Vec<Vec<u8>> = (0..ROWS).map(sample).collect();
    for way in WAYS {
        let mut requested = RequestedSettings::default();
        for option in way.split_whitespace() {
            if let Some((word, value)) = option.split_once('=') {
                requested
                    .set(SettingScope::DataSet, word, Some(value))
                    .expect("these are settings");
            }
        }
        let numbers = (1..=NUMBERS).map(|number| Variable::number(format!("x{number}")));
        let texts = (1..=TEXTS).map(|number| Variable::text(format!("t{number}"), TEXT_LENGTH as u32));
        let schema = Schema::lay_out(numbers.chain(texts).collect()).expect("these are variables");
        let began = Instant::now();
        let mut writer = libraries.create(&name, schema, NewDataSet::default(), &requested)?;
        for index in 0..rows {
            writer.append(&samples[index % ROWS])?;
        }
        show(way, &writer.commit()?, began, mib);
        let began = Instant::now();
        let mut reader = libraries.open(&name, &requested)?;
        let mut sum = 0_u64;
        while let Some(rows) = reader.next_block()? {
            for row in rows.iter() {
                sum = sum.wrapping_add(row.iter().step_by(64).map(|&byte| u64::from(byte)).sum());
            }
        }
        std::hint::black_box(sum);
        show(way, &reader.account(), began, mib);
        libraries.delete(&name)?;
    }
    Ok(())
}

/// Returns a row: small whole numbers, amounts, missing values, and words.
fn sample(seed: usize) -> Vec<u8> {
    let mut row = vec![b' '; ROW];
    for (index, cell) in row[..8 * NUMBERS].chunks_exact_mut(8).enumerate() {
        let number = seed * 7919 + index * 104_729;
        let value = match index % 4 {
            0 | 1 => (number % 1000) as f64,
            2 => (number % 1_000_000) as f64 / 100.0,
            _ => (number as f64).sqrt(),
        };
        cell.copy_from_slice(&value.to_le_bytes());
    }
    for (index, cell) in row[8 * NUMBERS..].chunks_exact_mut(TEXT_LENGTH).enumerate() {
        let text = format!("item {}", seed * 31 + index * 977);
        cell[..text.len()].copy_from_slice(text.as_bytes());
    }
    row
}

/// Prints the account, and the rate at which rows were written or read, uncompressed.
fn show(way: &str, account: &FileAccount, began: Instant, mib: u64) {
    let rate = (mib << 20) as f64 / 1e6 / began.elapsed().as_secs_f64();
    println!(
        "{way:36} rows {rate:.0} MB/s; {:?} {:?}: {:.0} MB/s, waited {:.0} %, {} transfers, depth {:.1}, {}, cache {}, \
         flush {:?}, {:?}",
        account.direction,
        account.method,
        account.mb_per_second().unwrap_or(0.0),
        account.waited_share() * 100.0,
        account.moved.transfers,
        account.depth.mean,
        account.engine.kind.name(),
        account.cache,
        account.flush,
        account.notes,
    );
}
