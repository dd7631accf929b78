//! Job files that both programs run: the same bytes in as many blocks at the same places, and files of the same names
//! and sizes.
//!
//! The first line of each file here says what has to be the same.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use serde_json::Value;

use crate::program::{feedrate, folder, number, peer_succeeds};
use crate::trace::{transfer, whole_calls};

/// The name of the logs that tell the places.
const LOG: &str = "places";

/// fio mostly waits for itself, so several run at once.
const AT_ONCE: usize = 6;

/// The extent of equality: the figures that have to be the same, beside the files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Equality {
    /// Bytes, blocks, and where each block lies.
    Places,
    /// Bytes and blocks.
    Blocks,
    /// Bytes and blocks of both directions together, and nearly the share of reads.
    Sums,
    /// Bytes.
    Bytes,
}

impl Equality {
    fn of(job_file: &Path) -> Self {
        let text = fs::read_to_string(job_file).expect("a job file");
        match text.lines().next() {
            Some("; same: places") => Self::Places,
            Some("; same: blocks") => Self::Blocks,
            Some("; same: sums") => Self::Sums,
            Some("; same: bytes") => Self::Bytes,
            other => panic!("{}: {other:?}", job_file.display()),
        }
    }
}

/// Bytes and blocks that a job moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct JobSums {
    read: (u64, u64),
    written: (u64, u64),
}

/// A block that was moved: whether it was written, its offset, its bytes.
type Place = (bool, u64, u64);

/// The blocks that a program moved, and their sums.
#[derive(Debug)]
struct MovedBlocks {
    jobs: Vec<(String, JobSums)>,
    /// The number of times that each block was moved, worker by worker. Clones come in another order in fio, so they
    /// are in that of their places.
    places: Vec<BTreeMap<Place, u64>>,
    /// The files that it left, with their bytes; but not how far fio got with a check, which it keeps in a file.
    files: BTreeMap<String, u64>,
}

/// The job files.
fn job_files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/peers/jobs");
    let entries = fs::read_dir(folder).expect("the folder of job files");
    let mut files: Vec<_> = entries
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension() == Some(OsStr::new("fio")))
        .collect();
    files.sort();
    files
}

/// The arguments that both programs get.
fn arguments(job_file: &Path) -> [String; 4] {
    [
        "--output-format=json".into(),
        format!("--write_lat_log={LOG}"),
        "--log_offset=1".into(),
        job_file.display().to_string(),
    ]
}

/// Runs a job file in a folder.
fn run(program: &Path, before: &[&str], job_file: &Path, folder: &Path) -> Result<MovedBlocks, String> {
    let name = program.display();
    let output = Command::new(program)
        .args(before)
        .args(arguments(job_file))
        .current_dir(folder)
        .env("FEEDRATE_PEERS_BS", "16k")
        .output()
        .map_err(|error| format!("{name} is needed here ({error}); .ci/run installs it"))?;
    if !output.status.success() {
        let errors = String::from_utf8_lossy(&output.stderr);
        return Err(format!("{name} failed: {errors}"));
    }
    let text = String::from_utf8_lossy(&output.stdout);
    // fio itself may print lines before its JSON.
    let start = text.find("{\n").ok_or_else(|| format!("{name} prints {text}"))?;
    let document: Value = serde_json::from_str(&text[start..]).map_err(|error| format!("{name}: {error}"))?;
    let jobs = document["jobs"].as_array().expect("jobs");
    let moved = |job: &Value, direction: &str| {
        let figure = |name| number(job, &format!("/{direction}/{name}"));
        (figure("io_bytes"), figure("total_ios"))
    };
    let jobs = jobs.iter().map(|job| {
        let moved = JobSums {
            read: moved(job, "read"),
            written: moved(job, "write"),
        };
        (job["jobname"].as_str().unwrap_or_default().into(), moved)
    });
    let mut done = MovedBlocks {
        jobs: jobs.collect(),
        places: Vec::new(),
        files: BTreeMap::new(),
    };
    for entry in fs::read_dir(folder).expect("a folder") {
        let entry = entry.expect("an entry");
        let name = entry.file_name().to_string_lossy().into_owned();
        if name.starts_with(&format!("{LOG}_clat")) {
            done.places.push(places(&entry.path()));
        } else if !name.starts_with(LOG) && !name.ends_with("verify.state") {
            let bytes = entry.metadata().expect("a file").len();
            done.files.insert(name, bytes);
        }
    }
    done.places.sort();
    Ok(done)
}

/// The places that a log of latencies tells.
fn places(log: &Path) -> BTreeMap<Place, u64> {
    let mut places = BTreeMap::new();
    for line in fs::read_to_string(log).expect("a log").lines() {
        let fields: Vec<u64> = line.split(", ").map(|field| field.parse().expect("a number")).collect();
        let [_, _, direction, bytes, offset, ..] = fields[..] else {
            panic!("{}: {line}", log.display());
        };
        *places.entry((direction == 1, offset, bytes)).or_default() += 1;
    }
    places
}

/// Says where the programs differ.
fn compare(job_file: &Path) -> Result<(), String> {
    let (here, there) = (folder(), folder());
    for folder in [&here, &there] {
        fs::write(folder.path().join("there"), vec![1; 2 << 20]).expect("a file that is there");
    }
    let ours = run(feedrate(), &["fio"], job_file, here.path())?;
    let theirs = run(Path::new("fio"), &[], job_file, there.path())?;
    if ours.files != theirs.files {
        return Err(format!("files {:?}, fio {:?}", ours.files, theirs.files));
    }
    if ours.jobs.len() != theirs.jobs.len() {
        return Err(format!("jobs {:?}, fio {:?}", ours.jobs, theirs.jobs));
    }
    let same = Equality::of(job_file);
    for ((our_name, ours), (their_name, theirs)) in ours.jobs.iter().zip(&theirs.jobs) {
        let is_same = our_name == their_name
            && match same {
                Equality::Places | Equality::Blocks => ours == theirs,
                Equality::Sums => is_sum_same(ours, theirs),
                Equality::Bytes => (ours.read.0, ours.written.0) == (theirs.read.0, theirs.written.0),
            };
        if !is_same {
            return Err(format!("{our_name}: {ours:?}, fio {their_name}: {theirs:?}"));
        }
    }
    if same == Equality::Places && ours.places != theirs.places {
        return Err(difference(&ours.places, &theirs.places));
    }
    Ok(())
}

fn is_sum_same(ours: &JobSums, theirs: &JobSums) -> bool {
    let sum = |moved: &JobSums| (moved.read.0 + moved.written.0, moved.read.1 + moved.written.1);
    let share = |moved: &JobSums| moved.read.1 as f64 / sum(moved).1 as f64;
    sum(ours) == sum(theirs) && (share(ours) - share(theirs)).abs() < 0.1
}

/// The first places that are not the same, which whole logs would bury.
fn difference(ours: &[BTreeMap<Place, u64>], theirs: &[BTreeMap<Place, u64>]) -> String {
    let only = |these: &BTreeMap<Place, u64>, those: &BTreeMap<Place, u64>| {
        let only = these.iter().filter(|(place, count)| those.get(place) != Some(count));
        only.take(3).map(|(&place, &count)| (place, count)).collect::<Vec<_>>()
    };
    let workers = format!("{} workers, fio {}", ours.len(), theirs.len());
    ours.iter()
        .zip(theirs)
        .filter(|(ours, theirs)| ours != theirs)
        .fold(workers, |text, (ours, theirs)| {
            format!("{text}; {:?}, fio {:?}", only(ours, theirs), only(theirs, ours))
        })
}

#[test]
fn job_files_move_what_they_move_in_fio() {
    let files = job_files();
    assert!(files.len() >= 25, "{} job files", files.len());
    // The first to ask for it builds it.
    feedrate();
    let next = AtomicUsize::new(0);
    let differences: Vec<_> = thread::scope(|scope| {
        let run = || {
            let mut found = Vec::new();
            while let Some(file) = files.get(next.fetch_add(1, Ordering::Relaxed)) {
                if let Err(what) = compare(file) {
                    let name = file.file_name().unwrap_or_default().to_string_lossy();
                    found.push(format!("{name}: {what}"));
                }
            }
            found
        };
        let threads: Vec<_> = (0..AT_ONCE).map(|_| scope.spawn(run)).collect();
        let found = threads.into_iter().map(|thread| thread.join().expect("no panic"));
        found.flatten().collect()
    });
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}

#[test]
fn logs_tell_the_calls_that_were_made() {
    for (name, is_write) in [
        ("sequential-read", false),
        ("random-read", false),
        ("steps-back", false),
        ("sequential-write", true),
        ("less-io-than-size", true),
        ("vectored", true),
    ] {
        let folder = folder();
        let job_file = job_files()
            .into_iter()
            .find(|file| file.file_stem() == Some(OsStr::new(name)))
            .expect("a job file");
        let calls = folder.path().join("calls");
        let mut command: Vec<String> = ["-f", "-s0", "-e", "trace=/^p(read|write)(64|v2)$", "-o"]
            .map(str::to_owned)
            .into();
        command.push(calls.display().to_string());
        command.push(feedrate().display().to_string());
        command.push("fio".into());
        let job = fs::read_to_string(job_file).expect("a job file");
        let here = format!("[global]\ndirectory={}\n{job}", folder.path().display());
        let job_file = folder.path().join("job");
        fs::write(&job_file, here).expect("a job file");
        let log = folder.path().join(LOG).display().to_string();
        let [form, _, offsets, file] = arguments(&job_file);
        command.extend([form, format!("--write_lat_log={log}"), offsets, file]);
        peer_succeeds("strace", command);
        let mut called = BTreeMap::new();
        for call in whole_calls(&fs::read_to_string(calls).expect("calls")) {
            // Files that will be read are written first, and those that will be written get feedrate's mark.
            if let Some(place) = transfer(&call).filter(|place| place.0 == is_write && place.2 >= 4096) {
                *called.entry(place).or_default() += 1;
            }
        }
        let told = places(&folder.path().join(format!("{LOG}_clat.1.log")));
        assert_eq!(told, called, "{name}");
    }
}
