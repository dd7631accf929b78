//! fio's part in a case, at its best known settings.

use feedrate_bench::child::Stop;
use feedrate_bench::file::TestFile;
use feedrate_bench::fio::{Fio, file_name};

use crate::case::{Case, Kind};
use crate::measurement::Measurement;

/// The arguments for a case, the file's name and where figures go left out. `batch` is how many
/// transfers it submits and reaps at once, of each 16 in flight.
///
/// Both programs measure one latency of each transfer, so fio's other two are switched off; its
/// map of blocks already visited too, which feedrate keeps none of.
pub fn options(case: &Case, kind: Kind, size: u64, seconds: f64, batch: u32) -> Vec<String> {
    let mut options = format!(
        "--name=raw --thread --disable_slat=1 --disable_lat=1 --bs={} --size={size} --time_based --runtime={}ms",
        case.block,
        (seconds * 1e3).round()
    );
    options += match kind {
        Kind::DirectRead => " --rw=read",
        Kind::DirectWrite => " --rw=write --overwrite=1 --fallocate=none",
        Kind::RandomRead => " --rw=randread --norandommap",
        Kind::HotRead => " --rw=read --ioengine=psync --invalidate=0",
        Kind::CachedWrite => {
            " --rw=write --overwrite=1 --fallocate=none --ioengine=psync --invalidate=0"
        }
        Kind::CachedMix => {
            " --rw=readwrite --rwmixread=50 --overwrite=1 --fallocate=none --ioengine=psync --invalidate=0"
        }
    };
    if !kind.is_cached() {
        options += &Fio::direct(case.depth, batch * case.depth / 16);
    }
    options.split_whitespace().map(str::to_owned).collect()
}

/// Runs a case.
pub fn run(
    fio: &Fio,
    case: &Case,
    kind: Kind,
    file: &TestFile,
    seconds: f64,
    batch: u32,
    stop: &Stop,
) -> Result<Measurement, String> {
    let mut all = vec![file_name(file.path())];
    all.extend(options(
        case,
        kind,
        case.bytes_of(file.size()),
        seconds,
        batch,
    ));
    let output = file.beside("fio.json");
    let (jobs, usage) = fio
        .run(
            &all,
            file.folder(),
            &output,
            &file.beside("fio.errors"),
            stop,
        )
        .map_err(|error| format!("{}: {error}", case.name))?;
    let job = jobs.first().ok_or("fio's figures name no job")?;
    let bytes = job.read.io_bytes + job.write.io_bytes;
    Ok(Measurement {
        bytes,
        megabytes_per_second: (job.read.bw_bytes + job.write.bw_bytes) / 1e6,
        transfers_per_second: job.read.iops + job.write.iops,
        own_cpu_per_gigabyte: job.cpu_seconds() / (bytes as f64 / 1e9),
        whole_cpu_per_gigabyte: 0.0,
        of_asked: 1.0,
        storage_share: 0.0,
    }
    .with_whole(usage))
}
