//! feedrate's part in a case.

use feedrate_bench::child::Stop;
use feedrate_bench::feedrate::Feedrate;
use feedrate_bench::file::TestFile;

use crate::case::{Case, Kind};
use crate::measurement::Measurement;

/// The arguments for a case, the file's name and where figures go left out.
pub fn options(case: &Case, kind: Kind, size: u64, seconds: f64) -> Vec<String> {
    let mut options = format!("--page {} --size {size} --time {seconds}", case.block);
    options += match kind {
        Kind::DirectRead => " --do read --method direct",
        Kind::DirectWrite => " --do write --method direct --target overwrite",
        Kind::RandomRead => " --do read --method direct --order random",
        Kind::HotRead => " --do read --method cached",
        Kind::CachedWrite => " --do write --method cached --target overwrite",
        Kind::CachedMix => " --do mix --reads 50 --method cached --target overwrite",
    };
    if !kind.is_cached() {
        options += &format!(" --depth {}", case.depth);
    }
    options.split_whitespace().map(str::to_owned).collect()
}

/// Runs a case.
pub fn run(
    feedrate: &Feedrate,
    case: &Case,
    kind: Kind,
    file: &TestFile,
    seconds: f64,
    stop: &Stop,
) -> Result<Measurement, String> {
    let (mut figures, usage) = feedrate.measure(
        file.path(),
        &options(case, kind, case.bytes_of(file.size()), seconds),
        &file.beside("feedrate.json"),
        &file.beside("feedrate.errors"),
        stop,
    )?;
    if !kind.is_cached() {
        figures = figures
            .with_fastest_engine()
            .map_err(|error| format!("{}: {error}", case.name))?;
    }
    Ok(Measurement {
        bytes: figures.bytes,
        megabytes_per_second: figures.megabytes_per_second,
        transfers_per_second: figures.operations_per_second,
        own_cpu_per_gigabyte: figures.cpu.seconds_per_gigabyte,
        whole_cpu_per_gigabyte: 0.0,
        of_asked: 1.0,
        storage_share: 0.0,
    }
    .with_whole(usage))
}
