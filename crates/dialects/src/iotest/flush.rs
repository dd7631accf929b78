//! Bringing files to the device, and out of the page cache.

use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use feedrate_pageio::{Access, Create, Error as PagesError, Kinds, Method, Mode, OpenRequest, PageFile};
use feedrate_workload as workload;

use super::error::Result;
use crate::loads::LoadError;

fn open(file: &Path, mode: Mode) -> Result<PageFile, PagesError> {
    let request = OpenRequest {
        mode,
        create: Create::Existing,
        method: Method::Cached,
        access: Access::History,
        lock: false,
        kinds: Kinds::Files,
    };
    PageFile::open(file, request)
}

fn failed(error: PagesError) -> LoadError {
    LoadError::Load(workload::Error::from(error))
}

/// Waits until all files have reached the device (`fdatasync`), all at the same time; returns the time that each took.
pub(super) fn flush(files: &[PathBuf]) -> Result<Vec<Duration>> {
    let opened = files.iter().map(|file| open(file, Mode::Write));
    let opened: Vec<PageFile> = opened.collect::<Result<_, _>>().map_err(failed)?;
    let began = Instant::now();
    let flushed: Result<Vec<Duration>, PagesError> = thread::scope(|scope| {
        let start = |file| {
            let flush = move || PageFile::sync_data(file).map(|()| began.elapsed());
            // Without another thread it is done here, and takes its turn.
            match thread::Builder::new().spawn_scoped(scope, flush) {
                Ok(thread) => Flush::InThread(thread),
                Err(_) => Flush::Done(flush()),
            }
        };
        let started: Vec<Flush<'_>> = opened.iter().map(start).collect();
        started.into_iter().map(Flush::end).collect()
    });
    Ok(flushed.map_err(failed)?)
}

/// The flush of one file.
enum Flush<'scope> {
    InThread(thread::ScopedJoinHandle<'scope, Result<Duration, PagesError>>),
    Done(Result<Duration, PagesError>),
}

impl Flush<'_> {
    fn end(self) -> Result<Duration, PagesError> {
        match self {
            Self::Done(result) => result,
            Self::InThread(thread) => match thread.join() {
                Ok(result) => result,
                Err(panic) => std::panic::resume_unwind(panic),
            },
        }
    }
}

/// Removes all files from the page cache; returns whether they are known to be out of it.
pub(super) fn evict(files: &[PathBuf], goes_on: &dyn Fn() -> bool) -> Result<bool> {
    for file in files {
        if !goes_on() {
            return Ok(false);
        }
        let eviction = open(file, Mode::Read).and_then(|file| file.evict()).map_err(failed)?;
        if !eviction.is_cold() {
            return Ok(false);
        }
    }
    Ok(true)
}
