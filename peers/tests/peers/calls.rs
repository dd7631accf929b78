//! Jobs of fio's engines that move no bytes: as many blocks, bytes and latencies as in fio, and the same files after
//! them.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::program::{feedrate, folder, peer_succeeds};

/// Options of jobs that fio 3.33 runs.
const JOBS: [&str; 22] = [
    "--ioengine=falloc --rw=read --size=64k",
    "--ioengine=falloc --rw=write --size=64k --fallocate=none",
    "--ioengine=falloc --rw=randwrite --bssplit=4k/50:16k/50 --size=256k",
    "--ioengine=falloc --rw=randtrim --size=64k",
    "--ioengine=falloc --rw=trimwrite --size=64k",
    "--ioengine=falloc --rw=randrw --size=64k",
    "--ioengine=ftruncate --rw=write --size=64k",
    "--ioengine=ftruncate --rw=randwrite --size=64k --loops=2",
    "--ioengine=filecreate --filesize=4k --nrfiles=20 --fallocate=none --create_on_open=1 --openfiles=1",
    "--ioengine=filecreate --nrfiles=20",
    "--ioengine=filecreate --rw=write --filesize=8k --nrfiles=20 --loops=2",
    "--ioengine=filecreate --rw=rw --filesize=8k --nrfiles=20",
    "--ioengine=filestat --filesize=4k --nrfiles=20",
    "--ioengine=filestat --rw=randwrite --filesize=16k --nrfiles=5 --stat_type=lstat",
    "--ioengine=filestat --size=24k --nrfiles=3 --stat_type=statx --openfiles=1",
    "--ioengine=filestat --rw=trim --filesize=8k --nrfiles=3",
    "--ioengine=filestat --filesize=8k --nrfiles=5 --number_ios=7 --file_service_type=random",
    "--ioengine=filedelete --filesize=4k --nrfiles=20 --unlink=0",
    "--ioengine=filedelete --rw=write --filesize=8k --nrfiles=20 --openfiles=1",
    "--ioengine=filecreate --nrfiles=20 --unlink=1",
    "--ioengine=cpuio --cpuload=50 --cpuchunks=1000 --number_ios=5 --rw=write",
    "--ioengine=cpuio --cpuload=100 --cpumode=qsort --number_ios=1",
];

/// The counts that fio reports of a job.
fn counts(text: &str) -> Vec<(String, u64)> {
    let start = text.find('{').expect("JSON");
    let document: Value = serde_json::from_str(&text[start..]).expect("JSON");
    let job = &document["jobs"][0];
    let of_directions = ["read", "write", "trim"].into_iter().flat_map(|direction| {
        ["io_bytes", "total_ios", "slat_ns/N", "clat_ns/N", "lat_ns/N"].map(|key| format!("{direction}/{key}"))
    });
    let mut counts: Vec<_> = of_directions
        .map(|key| {
            let value = job.pointer(&format!("/{key}"));
            (key, value.and_then(Value::as_u64).unwrap_or(0))
        })
        .collect();
    // Blocks are in no class of latencies where files are opened in place of moving them.
    let classes = ["latency_ns", "latency_us", "latency_ms"];
    let are_in_classes = classes.into_iter().any(|classes| {
        let shares = job[classes].as_object().expect("shares");
        shares.values().any(|share| share.as_f64() > Some(0.0))
    });
    counts.push(("in classes".to_owned(), are_in_classes.into()));
    counts.push(("error".to_owned(), job["error"].as_u64().expect("a number")));
    counts
}

/// The names and lengths of files in a folder.
fn files(folder: &Path) -> Vec<(String, u64)> {
    let mut files: Vec<_> = fs::read_dir(folder)
        .expect("a folder")
        .map(|entry| {
            let entry = entry.expect("an entry");
            let length = entry.metadata().expect("metadata").len();
            (entry.file_name().to_string_lossy().into_owned(), length)
        })
        .collect();
    files.sort();
    files
}

#[test]
fn engines_that_move_no_bytes_count_as_in_fio() {
    for options in JOBS {
        let told = |program: &str| {
            let folder = folder();
            let arguments = ["--name=peer", "--output-format=json"].map(str::to_owned);
            let directory = format!("--directory={}", folder.path().display());
            let arguments = arguments
                .into_iter()
                .chain(options.split_whitespace().map(str::to_owned))
                .chain([directory]);
            let text = match program {
                "fio" => peer_succeeds("fio", arguments),
                _ => peer_succeeds(program, ["fio".to_owned()].into_iter().chain(arguments)),
            };
            (counts(&text), files(folder.path()))
        };
        let ours = told(feedrate().to_str().expect("a path"));
        assert_eq!(ours, told("fio"), "{options}");
    }
}
