//! All who race, and one run of one of them.

use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::time::Duration;

use feedrate_bench::child::{Bounds, Stop};
use feedrate_bench::feedrate::Feedrate;
use feedrate_bench::fio::Fio;
use feedrate_bench::memory_group::MemoryGroup;

use crate::arguments::Arguments;
use crate::case::{Case, Task};
use crate::data_set;
use crate::job::Job;
use crate::measurement::{Measurement, Own, Source};
use crate::peer::Python;
use crate::stage::{self, Stage};
use crate::transfers::Files;
use crate::values::{self, Values};
use crate::way::{How, Way, Who};

/// How often a run is tried again of whose source the page cache served some.
const TRIES: usize = 5;

/// A case with the bounds of its runs.
#[derive(Clone, Copy, Debug)]
pub struct Race {
    /// The case.
    pub case: Case,
    /// Bytes of memory that a process may have.
    pub memory_bytes: Option<u64>,
    /// How long a run may take.
    pub patience: Duration,
}

/// What became of a run.
#[derive(Clone, Debug)]
pub enum Outcome {
    /// Its figures.
    Finished(Measurement),
    /// Why there are none.
    Unfinished(String),
}

/// The programs, the stage they race on, and the table's size.
#[derive(Debug)]
pub struct Competitors {
    /// feedrate, for data sets and for transfers.
    pub feedrate: Feedrate,
    /// fio.
    pub fio: Fio,
    /// The peers.
    pub python: Python,
    /// Where files lie.
    pub stage: Stage,
    files: Files,
    rows: u64,
    stop: Stop,
}

impl Competitors {
    /// Finds all programs, and makes the files for the raw rate in a folder.
    pub fn find(arguments: &Arguments, folder: &Path, stop: Stop) -> Result<Self, String> {
        let (cases, table_bytes) = (&arguments.cases, arguments.table_bytes());
        let stage = Stage::new(folder, cases, table_bytes)?;
        let mut limits = cases
            .iter()
            .filter_map(|&case| arguments.memory_bytes(case));
        if let Some(bytes) = limits.next() {
            // What cannot be had is to be known now, and not after an hour.
            MemoryGroup::new(bytes).map_err(|error| {
                format!("{error}; or leave out --memory, and sort-spilled of the --cases")
            })?;
        }
        let feedrate = Feedrate::find(arguments.feedrate().as_deref())?;
        let fio = Fio::find(&arguments.fio)?;
        let python = Python::find(&arguments.python(), &stage, &stop)?;
        let raw = stage.folder().join("raw");
        let copy = cases
            .contains(&Case::Copy)
            .then(|| stage.folder().join("raw-copy"));
        for folder in [Some(&raw), copy.as_ref()].into_iter().flatten() {
            stage.clear(&folder.join("data"))?;
        }
        // As large as the table, in whole MiB.
        let size = table_bytes.next_multiple_of(1 << 20);
        let files = Files::make((&raw, copy.as_deref()), size, &feedrate, &stop)?;
        // Where nothing leaves memory, all that follows would be in vain.
        stage.cool(files.file.path())?;
        Ok(Self {
            feedrate,
            fio,
            python,
            stage,
            files,
            rows: arguments.rows,
            stop,
        })
    }

    /// Makes the table that a way reads, in its own format.
    pub fn make_source(&self, values: Values, way: Way) -> Result<(), String> {
        if way.who.is_raw() {
            return Ok(());
        }
        let source = self.stage.source(way);
        self.stage.clear(&source)?;
        let job = Job {
            task: Task::Make(values),
            rows: self.rows,
            source: source.clone(),
            target: source,
            memory_setting: None,
            threads: None,
            bounds: Bounds::default(),
        };
        self.execute(way, &job)
            .map(drop)
            .map_err(|error| format!("{}: {error}", way.full_name()))
    }

    /// Removes it.
    pub fn remove_source(&self, way: Way) -> Result<(), String> {
        let source = self.stage.source(way);
        self.stage
            .remove(&source)
            .map_err(|error| format!("cannot remove {}: {error}", source.display()))
    }

    /// Runs a case once: on a volume at rest, with a source that the page cache does not hold, to a new
    /// file. A run whose source the page cache served all the same is made again.
    pub fn run(&self, race: Race, way: Way) -> Result<Outcome, String> {
        for _ in 0..TRIES {
            match self.once(race, way)? {
                Outcome::Finished(run) if !run.is_cold() => {}
                outcome => return Ok(outcome),
            }
        }
        Err(format!(
            "{}: {}: the page cache serves it, however often it is emptied; is the folder on a disk?",
            race.case.name(),
            way.full_name()
        ))
    }

    fn once(&self, race: Race, way: Way) -> Result<Outcome, String> {
        let task = race.case.task();
        let (source, target) = self.files_of(race.case, way)?;
        self.clear_target(way)?;
        self.stage.settle()?;
        let mut read = None;
        if task.reads() {
            self.stage.cool(&source)?;
            read = Some(Source {
                bytes: stage::size(&source)?,
                is_all_that_is_read: task != Task::Sort,
            });
        }
        let ran = match way.how {
            How::Transfers(shape) if way.who == Who::RawFio => {
                self.files.by_fio(&self.fio, race.case, shape, &self.stop)
            }
            How::Transfers(shape) => {
                self.files
                    .by_feedrate(&self.feedrate, race.case, shape, &self.stop)
            }
            _ => {
                let job = Job {
                    task,
                    rows: self.rows,
                    source,
                    target: target.clone(),
                    memory_setting: race
                        .memory_bytes
                        .zip(way.share)
                        .map(|(bytes, share)| share.of(bytes)),
                    threads: way.share.filter(|share| share.one_thread).map(|_| 1),
                    bounds: Bounds {
                        memory_bytes: race.memory_bytes,
                        patience: Some(race.patience),
                    },
                };
                self.execute(way, &job)
            }
        };
        let own = match ran {
            Ok(own) => own,
            // Without the raw rate nothing can be said, and it wants nothing that may be missing.
            Err(error) if way.who.is_raw() || self.is_stopped() => {
                return Err(format!(
                    "{}: {}: {error}",
                    race.case.name(),
                    way.full_name()
                ));
            }
            Err(error) => return Ok(Outcome::Unfinished(error)),
        };
        let sync_after_seconds = self.stage.settle()?;
        let file_bytes = match task {
            Task::Means if way.who.is_raw() => 0,
            _ => stage::size(&target)?,
        };
        Ok(Outcome::Finished(Measurement::of(
            own,
            read,
            file_bytes,
            sync_after_seconds,
        )))
    }

    /// What a way reads and what it writes.
    fn files_of(&self, case: Case, way: Way) -> Result<(PathBuf, PathBuf), String> {
        Ok(match way.how {
            How::Transfers(_) => (
                self.files.file.path().to_owned(),
                self.files.written(case)?.path().to_owned(),
            ),
            _ => (self.stage.source(way), self.stage.target(way)),
        })
    }

    /// Refuses what a way has just written, if it is not what it should be. Memory is not limited for that.
    pub fn check_target(&self, case: Case, way: Way) -> Result<(), String> {
        let target = self.stage.target(way);
        let job = Job {
            task: case.task(),
            rows: self.rows,
            source: target.clone(),
            target,
            memory_setting: None,
            threads: None,
            bounds: Bounds::default(),
        };
        let (stage, stop) = (&self.stage, &self.stop);
        let found = match way.how {
            How::DataSet(pages) => data_set::found(&self.feedrate, case, pages, &job, stage, stop),
            How::Format(format) => self
                .python
                .found(case, (way.who, format), &job, stage, stop),
            How::Transfers(_) => return Ok(()),
        };
        found
            .and_then(|found| values::compare(&found, &values::expected(case, self.rows)))
            .map_err(|error| format!("{}: {}: {error}", case.name(), way.full_name()))
    }

    /// Removes what the last run wrote: its file would be in the next one's way.
    pub fn clear_target(&self, way: Way) -> Result<(), String> {
        self.stage.clear(&self.stage.target(way))
    }

    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    fn execute(&self, way: Way, job: &Job) -> Result<Own, String> {
        if self.is_stopped() {
            return Err("interrupted".into());
        }
        match way.how {
            How::DataSet(pages) => {
                data_set::run(&self.feedrate, pages, job, &self.stage, &self.stop)
            }
            How::Format(format) => self
                .python
                .run((way.who, format), job, &self.stage, &self.stop),
            How::Transfers(_) => Err("only transfers: no table moves".into()),
        }
    }
}
