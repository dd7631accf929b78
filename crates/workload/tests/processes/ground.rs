//! The ground of the tests: a folder on a disk, streams that run as processes, processes that are counted and killed.

use std::collections::HashSet;
use std::error::Error as AnyError;
use std::fs;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use feedrate_pageio::Method;
use feedrate_workload::{Control, Job, Outcome, RunAs, Stream, Work};
use tempfile::TempDir;

use crate::system::children_of;

pub type Tested = Result<(), Box<dyn AnyError>>;

pub const PAGE: u64 = 4096;
pub const BYTES: u64 = 64 * PAGE;

/// Longer than any run here takes unless something ends it.
pub const FOREVER: Duration = Duration::from_secs(60);

/// The time well before which such a run ends when something ends it.
pub const PROMPT: Duration = Duration::from_secs(10);

pub fn folder() -> std::io::Result<TempDir> {
    tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR"))
}

pub fn stream(name: &str, work: Work) -> Stream {
    Stream::new(name, work, Method::Cached, PAGE, BYTES)
}

pub fn reader(path: &Path) -> Stream {
    stream("reader", Work::Read { file: path.into() })
}

pub fn writer(path: &Path) -> Stream {
    stream("writer", Work::Write { file: path.into() })
}

/// The same without an end of its own.
pub fn endless(mut stream: Stream) -> Stream {
    stream.limit.time = Some(FOREVER);
    stream
}

/// A reader of a file that is there, and a writer of one that is not, which end only with the run.
pub fn endless_pair(folder: &Path) -> Vec<Stream> {
    vec![
        endless(reader(&folder.join("read"))),
        endless(writer(&folder.join("made"))),
    ]
}

pub fn run(streams: Vec<Stream>, control: &Control) -> feedrate_workload::Result<Outcome> {
    let job = Job {
        streams,
        run_as: RunAs::Processes,
        interval: Duration::from_millis(10),
    };
    feedrate_workload::run(&job, control)
}

/// Makes a file of feedrate's own.
pub fn make(path: &Path) -> Tested {
    let job = Job {
        streams: vec![writer(path)],
        run_as: RunAs::Threads,
        interval: Duration::from_millis(10),
    };
    feedrate_workload::run(&job, &Control::default())?;
    Ok(())
}

/// Runs streams, and does something once they have moved some bytes. They must end soon after.
pub fn run_and_then(
    streams: Vec<Stream>,
    control: &Control,
    then: impl FnOnce() + Send,
) -> feedrate_workload::Result<Outcome> {
    let start = Instant::now();
    let outcome = thread::scope(|scope| {
        scope.spawn(|| {
            while control.bytes() == 0 && start.elapsed() < PROMPT {
                thread::sleep(Duration::from_millis(1));
            }
            then();
        });
        run(streams, control)
    });
    assert!(start.elapsed() < PROMPT, "it did not end soon");
    outcome
}

pub fn names(folder: &Path) -> std::io::Result<HashSet<String>> {
    fs::read_dir(folder)?
        .map(|entry| Ok(entry?.file_name().to_string_lossy().into_owned()))
        .collect()
}

pub fn only(name: &str) -> HashSet<String> {
    HashSet::from([name.to_owned()])
}

pub fn no_child_is_left() -> Tested {
    match children_of(std::process::id()).as_slice() {
        [] => Ok(()),
        left => Err(format!("processes were left: {left:?}").into()),
    }
}

pub fn wait_until(what: &str, is: impl Fn() -> bool) -> Tested {
    let start = Instant::now();
    while !is() {
        if start.elapsed() > PROMPT {
            return Err(format!("{what} did not happen").into());
        }
        thread::sleep(Duration::from_millis(5));
    }
    Ok(())
}
