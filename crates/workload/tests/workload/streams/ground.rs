//! The ground of the tests: a folder on a disk, files in it, streams that are run.

use std::fs;
use std::path::Path;
use std::time::Duration;

use feedrate_pageio::{Discipline, Method, OpenRequest, PageFile};
use feedrate_workload::{Control, Job, Outcome, Result, RunAs, Stream, StreamOutcome, Work};
use tempfile::TempDir;

pub const PAGE: u64 = 4096;

pub const DIRECT: Method = Method::Direct { pages_per_transfer: 4 };

/// Longer than any run here takes unless something ends it.
pub const FOREVER: Duration = Duration::from_secs(60);

/// The time well before which such a run ends when something ends it.
pub const PROMPT: Duration = Duration::from_secs(10);

/// A folder beside the build's output, because the system's temporary folder may be in memory.
pub fn folder() -> TempDir {
    tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap()
}

/// The methods that the file system of a folder takes.
pub fn methods(folder: &Path) -> Vec<Method> {
    let probe = folder.join("probe");
    fs::write(&probe, "probe").unwrap();
    let taken = [Method::Cached, DIRECT, Method::Unbuffered, Method::WriteThrough]
        .into_iter()
        .filter(|&method| PageFile::open(&probe, OpenRequest::read(method)).is_ok())
        .collect();
    fs::remove_file(&probe).unwrap();
    taken
}

/// A stream by each method and discipline that the file system takes.
pub fn settings(folder: &Path, work: &Work, bytes: u64) -> Vec<Stream> {
    methods(folder)
        .into_iter()
        .flat_map(|method| {
            let stream = Stream::new("s", work.clone(), method, PAGE, bytes);
            [stream.clone(), stream.overlapped(4)]
        })
        .collect()
}

/// Two of them that have nothing in common: for tests that would take long with all.
pub fn two_settings(folder: &Path, work: &Work, bytes: u64) -> Vec<Stream> {
    let mut settings = settings(folder, work, bytes).into_iter();
    let first = settings.next();
    // Direct where the file system takes it.
    first.into_iter().chain(settings.nth(2)).collect()
}

/// Transfers of a sequential pass over 16 pages.
pub fn transfers_of_16_pages(stream: &Stream) -> u64 {
    match (stream.method, stream.discipline) {
        // The first page alone, and then three a transfer.
        (Method::Direct { .. }, Discipline::AsSas) => 6,
        (Method::Direct { .. }, Discipline::Overlapped) => 4,
        _ => 16,
    }
}

pub fn read(path: &Path) -> Work {
    Work::Read { file: path.into() }
}

pub fn write(path: &Path) -> Work {
    Work::Write { file: path.into() }
}

pub fn mixed(source: &Path, target: &Path, read_percent: u8) -> Work {
    Work::Mixed {
        source: source.into(),
        target: target.into(),
        read_percent,
    }
}

pub fn write_back(path: &Path) -> Work {
    Work::ReadWriteBack { file: path.into() }
}

/// A cached stream, one transfer at a time.
pub fn cached(work: Work, bytes: u64) -> Stream {
    Stream::new("s", work, Method::Cached, PAGE, bytes)
}

/// The same without an end of its own.
pub fn endless(work: Work, bytes: u64) -> Stream {
    let mut stream = cached(work, bytes);
    stream.limit.time = Some(FOREVER);
    stream
}

pub fn job(streams: impl IntoIterator<Item = Stream>) -> Job {
    Job {
        streams: streams.into_iter().collect(),
        run_as: RunAs::Threads,
        interval: Duration::from_millis(10),
    }
}

pub fn run(streams: impl IntoIterator<Item = Stream>) -> Result<Outcome> {
    feedrate_workload::run(&job(streams), &Control::default())
}

/// Runs one stream that must succeed.
pub fn run_one(stream: Stream) -> StreamOutcome {
    let told = format!("{stream:?}");
    match run([stream]) {
        Ok(mut outcome) => outcome.streams.remove(0),
        Err(error) => panic!("{error}: {told}"),
    }
}

/// A file of feedrate's own.
pub fn make(path: &Path, bytes: u64) {
    let mut stream = Stream::new("made", write(path), Method::Cached, PAGE, bytes);
    stream.seed = 99;
    run_one(stream);
}

/// Returns the pages of a file, for comparing.
pub fn pages(path: &Path) -> Vec<Vec<u8>> {
    fs::read(path)
        .unwrap()
        .chunks(PAGE as usize)
        .map(<[u8]>::to_vec)
        .collect()
}
