//! Measures how fast rows are written to a data set and read, with each method: `rates FOLDER [MIB]`.
//!
//! Rows have 127 numbers. Nothing is evicted from the page cache between the two: the share that came from it is shown.

use std::path::Path;

use feedrate_dataset::library::Assignment;
use feedrate_dataset::settings::SettingScope;
use feedrate_dataset::writer::NewDataSet;
use feedrate_dataset::{
    DataSetName, FileAccount, Libraries, RequestedSettings, Result, Schema, Variable,
};

const VARIABLES: usize = 127;

const WAYS: [&str; 5] = [
    "",
    "sgio=yes",
    "discipline=assas",
    "discipline=assas sgio=yes bufno=17",
    "bufsize=1m",
];

fn main() {
    let mut arguments = std::env::args().skip(1);
    let folder = arguments.next().unwrap_or_else(|| ".".into());
    let mib = arguments
        .next()
        .and_then(|text| text.parse().ok())
        .unwrap_or(1024);
    if let Err(error) = run(Path::new(&folder), mib) {
        eprintln!("{error}");
        std::process::exit(1);
    }
}

fn run(folder: &Path, mib: u64) -> Result<()> {
    let mut libraries = Libraries::new(None);
    libraries.assign(Assignment::new("a", None, folder)?)?;
    let name = DataSetName::parse("a.feedrate_rates", "WORK")?;
    let rows = (mib << 20) / (8 * VARIABLES as u64);
    let row: Vec<u8> = (0..8 * VARIABLES)
        .map(|index| (index * 7) as u8 & 0x3F)
        .collect();
    for way in WAYS {
        let mut requested = RequestedSettings::default();
        for option in way.split_whitespace() {
            if let Some((word, value)) = option.split_once('=') {
                requested
                    .set(SettingScope::DataSet, word, Some(value))
                    .expect("these are settings");
            }
        }
        let variables = (1..=VARIABLES).map(|number| Variable::number(format!("x{number}")));
        let schema = Schema::lay_out(variables.collect()).expect("these are variables");
        let mut writer = libraries.create(&name, schema, NewDataSet::default(), &requested)?;
        for _ in 0..rows {
            writer.append(&row)?;
        }
        show(way, &writer.commit()?);
        let mut reader = libraries.open(&name, &requested)?;
        let mut sum = 0_u64;
        while let Some(rows) = reader.next_block()? {
            for row in rows.iter() {
                sum = sum.wrapping_add(row.iter().step_by(64).map(|&byte| u64::from(byte)).sum());
            }
        }
        std::hint::black_box(sum);
        show(way, &reader.account());
        libraries.delete(&name)?;
    }
    Ok(())
}

fn show(way: &str, account: &FileAccount) {
    println!(
        "{way:36} {:?} {:?}: {:.0} MB/s, waited {:.0} %, {} transfers, depth {:.1}, {}, cache {}, flush {:?}, {:?}",
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
