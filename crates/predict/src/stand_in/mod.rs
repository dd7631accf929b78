//! Runs a job: moves the pages of its files through the same readers and writers as the program's steps, and computes
//! as much as they do in between.
//!
//! | module | contents |
//! |---|---|
//! | `layout` | the files that are there before the first step |
//! | `memory` | the memory that the page cache takes |
//! | `schedule` | when each step begins |
//! | `start` | the common start of several jobs |
//! | `step` | a step: its threads, each with its ends of files |
//! | `end` | an end of a file or pipe: moves pages in one direction |
//! | `computation` | the time between transfers |
//! | `halt` | the halt of a job before its time |
//! | `pipes` | pipes from one step to another |

mod computation;
mod end;
mod halt;
mod layout;
mod memory;
mod pipes;
mod schedule;
mod start;
mod step;

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use feedrate_document::format;
use feedrate_machine::volume::Space;
use feedrate_pageio::folder;
use feedrate_pageio::own_folder::{self, OwnFolder, Purpose};
use feedrate_rows::spill;

use crate::error::{Error, Result};
use crate::job::{Job, Origin};
use halt::at_once;
pub use layout::set_cached;
pub use memory::bring_memory_back;
pub(crate) use memory::bring_memory_back_for;
use start::Start;

const SUFFIX: &str = ".feedrate-job";

const PURPOSE: Purpose = Purpose {
    prefix: ".feedrate-predict-",
    notice: "feedrate predict keeps the files of its job here and removes them at its end.\n\
        When no prediction runs, this folder may be deleted.\n",
    is_own: |name| name.ends_with(SUFFIX),
    owns_folders: false,
};

/// The space that is left free beside a job's files: a hundredth of them, and this.
const SPARE: u64 = 4 << 20;

/// A job with its files in a folder, to be run any number of times. The files are removed when it is dropped.
#[derive(Debug)]
pub struct StandIn<'j> {
    job: &'j Job,
    folder: OwnFolder,
    stop: &'j AtomicBool,
    notes: Vec<String>,
}

/// The run of a step of a job: its time and bytes.
#[derive(Clone, Debug)]
pub struct StepRun {
    /// From its beginning to its end.
    pub seconds: f64,
    /// When it began, after the beginning of the job.
    pub began_after: f64,
    /// Bytes of each of its uses.
    pub bytes: Vec<u64>,
    /// The share of what it read that the page cache served, from 0 to 1; unknown while other steps ran.
    pub cache_share: Option<f64>,
    /// The conditions that it could not have as the program did, such as direct transfers.
    pub notes: Vec<String>,
}

/// The run of a job: its time and steps.
#[derive(Clone, Debug)]
pub struct JobRun {
    /// From the beginning of the first step to the end of the last.
    pub seconds: f64,
    /// The steps, in their order.
    pub steps: Vec<StepRun>,
}

impl<'j> StandIn<'j> {
    /// Makes the files that are there before the first step, in a folder of its own within `parent`. `stop` ends it.
    ///
    /// # Errors
    ///
    /// Fails if the folder has too little space, or a file cannot be written.
    pub fn prepare(job: &'j Job, parent: &Path, stop: &'j AtomicBool, progress: &dyn Fn(&str)) -> Result<Self> {
        job.check()?;
        own_folder::sweep(parent, PURPOSE);
        spill::sweep(parent);
        check_space(job, parent)?;
        let folder = OwnFolder::make(parent, PURPOSE).map_err(|source| Error::File {
            action: "make a folder in",
            path: parent.into(),
            source,
        })?;
        let made = Self {
            job,
            folder,
            stop,
            notes: Vec::new(),
        };
        for (index, file) in job.files.iter().enumerate() {
            if let Origin::Input { .. } = file.origin {
                progress(&file.name);
                layout::make(file, &made.path(index), stop)?;
            }
        }
        Ok(made)
    }

    /// Runs the job once, from the state before its first step. What its steps made is removed at its end, as the WORK
    /// of a program is, so that the memory of the page cache is free for what runs next.
    ///
    /// # Errors
    ///
    /// Fails if a file cannot be read or written, or the user stops it.
    pub fn run(&mut self) -> Result<JobRun> {
        self.settle()?;
        if let Some(note) = bring_memory_back(self.job, self.stop) {
            self.note(note);
        }
        self.run_settled()
    }

    /// Runs the job from inputs that are [settled](Self::settle).
    fn run_settled(&self) -> Result<JobRun> {
        let ran = schedule::run(self.job, &|index| self.path(index), self.stop);
        let removed = self.remove_made();
        let ran = match ran {
            Err(_) if self.stop.load(Ordering::Relaxed) => Err(Error::Interrupted),
            ran => ran,
        };
        ran.and_then(|run| removed.map(|()| run))
    }

    /// Returns what could not be had, such as a cold file.
    pub fn notes(&self) -> &[String] {
        &self.notes
    }

    /// Adds a note, once.
    fn note(&mut self, note: String) {
        if !self.notes.contains(&note) {
            self.notes.push(note);
        }
    }

    /// Brings the inputs into the page cache, or sends them out of it, and waits until the volume rests.
    ///
    /// # Errors
    ///
    /// Fails if a file cannot be made or read, or the user stops it.
    pub(crate) fn settle(&mut self) -> Result<()> {
        for (index, file) in self.job.files.iter().enumerate() {
            let Origin::Input { cached } = file.origin else {
                continue;
            };
            let path = self.path(index);
            if !path.exists() {
                // A step has replaced it.
                layout::make(file, &path, self.stop)?;
            }
            let note = format!(
                "What stands for {} did not leave the page cache before the job.",
                file.name
            );
            if !set_cached(&path, cached, self.stop)? {
                self.note(note);
            }
        }
        // Where it fails, the first step only has more company.
        let _ = folder::settle(self.folder.path());
        Ok(())
    }

    /// Removes what steps have made.
    fn remove_made(&self) -> Result<()> {
        let files = self.job.files.iter().enumerate();
        let mut made = files.filter(|(_, file)| matches!(file.origin, Origin::Made | Origin::Utility));
        made.try_for_each(|(index, _)| remove(&self.path(index)))
    }

    /// Returns the path of a file.
    fn path(&self, index: usize) -> PathBuf {
        self.folder.path().join(format!("{index}{SUFFIX}"))
    }
}

/// Runs jobs whose inputs are settled, all at the same time, each in threads of its own. Returns their runs, in their
/// order.
///
/// # Errors
///
/// Fails if a file cannot be read or written, a thread is refused, or the user stops it.
pub(crate) fn run_at_once(jobs: &[&StandIn<'_>]) -> Result<Vec<JobRun>> {
    let refused = AtomicBool::new(false);
    let begin = Start::of(jobs.len());
    at_once(
        jobs.len(),
        &|number| match begin.wait(&refused) {
            true => jobs[number].run_settled(),
            false => Err(Error::Interrupted),
        },
        &|| refused.store(true, Ordering::SeqCst),
    )
}

/// Removes a file, if it is there.
fn remove(path: &Path) -> Result<()> {
    match std::fs::remove_file(path) {
        Err(source) if source.kind() != std::io::ErrorKind::NotFound => Err(Error::File {
            action: "remove",
            path: path.into(),
            source,
        }),
        _ => Ok(()),
    }
}

fn check_space(job: &Job, parent: &Path) -> Result<()> {
    let space = Space::of(parent).map_err(|source| Error::File {
        action: "look at",
        path: parent.into(),
        source,
    })?;
    let free = space.available_bytes;
    let files = job.space_bytes();
    let needed = files.saturating_add(files / 100).saturating_add(SPARE);
    match needed > free {
        true => Err(Error::Space {
            folder: parent.into(),
            needed: format::amount(needed),
            free: format::amount(free),
        }),
        false => Ok(()),
    }
}

#[cfg(test)]
mod tests;
