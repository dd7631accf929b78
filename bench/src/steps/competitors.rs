//! All who race, and one run of one of them.

use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::time::Duration;

use feedrate_bench::child::{Bounds, Stop};
use feedrate_bench::feedrate::Feedrate;
use feedrate_bench::volume;
use feedrate_machine::MemoryGroup;

use crate::arguments::Arguments;
use crate::case::Case;
use crate::data_set;
use crate::job::Job;
use crate::measurement::{Measurement, Own, Source};
use crate::peer::Python;
use crate::raw_rate::Raw;
use crate::stage::{self, Stage};
use crate::task::Task;
use crate::values::{self, Values};
use crate::way::{How, Shape, Way, Who};

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
    /// How many threads programs are told to use; absent where they choose themselves.
    pub threads: Option<u32>,
}

impl Race {
    fn with_one_thread(self) -> Self {
        Self {
            threads: Some(1),
            ..self
        }
    }
}

/// What became of a run.
#[derive(Clone, Debug)]
pub enum Outcome {
    /// Its figures.
    Finished(Measurement),
    /// Why there are none.
    Unfinished(String),
}

/// The programs, the stage they race on, and the sizes of the tables.
#[derive(Debug)]
pub struct Competitors {
    /// feedrate, for data sets and for transfers.
    pub feedrate: Feedrate,
    /// What gives the raw rate; absent where no case asks for it.
    pub raw: Option<Raw>,
    /// The peers.
    pub python: Python,
    /// Where files lie.
    pub stage: Stage,
    rows: u64,
    long_rows: u64,
    claims: u64,
    stop: Stop,
}

impl Competitors {
    /// Finds all programs, and makes the files for the raw rate in a folder.
    pub fn find(arguments: &Arguments, folder: &Path, stop: Stop) -> Result<Self, String> {
        let cases = &arguments.cases;
        let stage = Stage::new(folder, cases, arguments.table_bytes())?;
        let mut limits = cases
            .iter()
            .filter_map(|&case| arguments.memory_bytes(case));
        if let Some(bytes) = limits.next() {
            // What cannot be had is to be known now, and not after an hour.
            MemoryGroup::new(bytes).map_err(|error| {
                format!("{error}; or leave out --memory, and sort-spilled of the --cases")
            })?;
        }
        let features: &[&str] = match cases.iter().any(|case| case.needs_sql()) {
            true => &["sql"],
            false => &[],
        };
        let feedrate = Feedrate::find(arguments.feedrate.path().as_deref(), features)?;
        let python = Python::find(&arguments.python.path(), cases, &stage, &stop)?;
        let raw = match cases.iter().any(|case| case.has_raw()) {
            true => Some(Raw::find(arguments, &feedrate, &stage, &stop)?),
            false => None,
        };
        Ok(Self {
            feedrate,
            raw,
            python,
            stage,
            rows: arguments.rows,
            long_rows: arguments.long_rows,
            claims: arguments.claims,
            stop,
        })
    }

    /// Makes the tables that a way reads in a case, in its own format.
    pub fn make_source(&self, case: Case, way: Way) -> Result<(), String> {
        if way.who.is_raw() {
            return Ok(());
        }
        let source = self.stage.source(way);
        self.stage.clear(&source)?;
        let job = Job {
            task: Task::Make(case.values()),
            target: source.clone(),
            ..self.job(case, source)
        };
        self.execute(way, &job)
            .map(drop)
            .map_err(|error| format!("{}: {error}", way.full_name()))
    }

    /// A case without bounds, whose result takes the place of what it reads.
    fn job(&self, case: Case, source: PathBuf) -> Job {
        Job {
            task: case.task(),
            rows: match case.values() {
                Values::Keyed => self.long_rows,
                Values::Counting | Values::Shuffled => self.rows,
                Values::Claims => self.claims,
            },
            values: case.values(),
            target: source.clone(),
            source,
            memory_setting: None,
            threads: None,
            bounds: Bounds::default(),
        }
    }

    /// Removes it.
    pub fn remove_source(&self, way: Way) -> Result<(), String> {
        let source = self.stage.source(way);
        self.stage
            .remove(&source)
            .map_err(|error| format!("cannot remove {}: {error}", source.display()))
    }

    /// Runs a case once: on a volume at rest, with a source that the page cache does not hold, or that it holds
    /// wholly, to a new file. A run whose source came from elsewhere all the same is made again.
    pub fn run(&self, race: Race, way: Way) -> Result<Outcome, String> {
        for _ in 0..TRIES {
            match self.once(race, way)? {
                (Outcome::Finished(run), Some(source)) if !run.is_from(source) => {}
                (outcome, _) => return Ok(outcome),
            }
        }
        let what = match race.case.is_hot() {
            true => "storage serves it, however often it is read; is there too little memory?",
            false => {
                "the page cache serves it, however often it is emptied; is the folder on a disk?"
            }
        };
        Err(format!("{}: {}: {what}", race.case.name(), way.full_name()))
    }

    fn once(&self, race: Race, way: Way) -> Result<(Outcome, Option<Source>), String> {
        let task = race.case.task();
        let mut scan_seconds = None;
        if let Some(scan) = task.scan() {
            match self.once_of(race, scan, way)? {
                (Outcome::Finished(run), Some(source)) if run.is_from(source) => {
                    scan_seconds = Some(run.seconds);
                }
                other => return Ok(other),
            }
        }
        let mut one_thread_seconds = None;
        if race.case.is_of_threads() {
            match self.once_of(race.with_one_thread(), task, way)? {
                (Outcome::Finished(run), Some(source)) if run.is_from(source) => {
                    one_thread_seconds = Some(run.seconds);
                }
                other => return Ok(other),
            }
        }
        let (outcome, source) = self.once_of(race, task, way)?;
        let outcome = match outcome {
            Outcome::Finished(run) => Outcome::Finished(Measurement {
                scan_seconds,
                one_thread_seconds,
                ..run
            }),
            unfinished => unfinished,
        };
        Ok((outcome, source))
    }

    fn once_of(
        &self,
        race: Race,
        task: Task,
        way: Way,
    ) -> Result<(Outcome, Option<Source>), String> {
        let (source, target) = self.files_of(race.case, way)?;
        self.clear_target(way)?;
        self.stage.settle()?;
        let read = match task.reads() {
            true => Some(self.prepare(race.case, way, &source)?),
            false => None,
        };
        let ran = match way.how {
            How::Transfers(shape) => self.transfers(race.case, way.who, shape),
            _ => {
                let job = Job {
                    task,
                    target: target.clone(),
                    memory_setting: race
                        .memory_bytes
                        .zip(way.share)
                        .map(|(bytes, share)| share.of(bytes)),
                    threads: match way.share {
                        Some(share) if share.one_thread => Some(1),
                        _ => race.threads,
                    },
                    bounds: Bounds {
                        memory_bytes: race.memory_bytes,
                        patience: Some(race.patience),
                        ..Bounds::default()
                    },
                    ..self.job(race.case, source)
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
            Err(error) => return Ok((Outcome::Unfinished(error), None)),
        };
        let sync_after_seconds = self.stage.settle()?;
        let file_bytes = match task {
            Task::Means | Task::Sums | Task::Tabulate if way.who.is_raw() => 0,
            _ => volume::size(&target)?,
        };
        let measurement = Measurement::of(own, read, file_bytes, sync_after_seconds);
        Ok((Outcome::Finished(measurement), read))
    }

    /// Brings the source into the page cache or out of it.
    fn prepare(&self, case: Case, way: Way, source: &Path) -> Result<Source, String> {
        match case.is_hot() {
            true => self.stage.warm(source)?,
            false => volume::cool(source)?,
        }
        Ok(Source {
            bytes: match case.is_hot() {
                true => stage::table_size(source)?,
                false => volume::size(source)?,
            },
            is_all_that_is_read: case.reads_only_and_all_of_its_source(way.who),
            is_hot: case.is_hot(),
        })
    }

    fn transfers(&self, case: Case, who: Who, shape: Shape) -> Result<Own, String> {
        let raw = self.raw()?;
        let files = raw.files(case)?;
        match who {
            Who::RawFio => files.by_fio(&raw.fio, case, shape, &self.stop),
            _ => files.by_feedrate(&self.feedrate, case, shape, &self.stop),
        }
    }

    fn raw(&self) -> Result<&Raw, String> {
        let raw = self.raw.as_ref();
        raw.ok_or_else(|| "no files were made for transfers".to_owned())
    }

    /// What a way reads and what it writes.
    fn files_of(&self, case: Case, way: Way) -> Result<(PathBuf, PathBuf), String> {
        Ok(match way.how {
            How::Transfers(_) => {
                let files = self.raw()?.files(case)?;
                let written = files.written(case)?;
                (files.file.path().to_owned(), written.path().to_owned())
            }
            _ => (self.stage.source(way), self.stage.target(way)),
        })
    }

    /// Refuses what a way has just written, if it is not what it should be. Memory is not limited for that.
    pub fn check_target(&self, case: Case, way: Way) -> Result<(), String> {
        let job = self.job(case, self.stage.target(way));
        let (stage, stop) = (&self.stage, &self.stop);
        let found = match way.how {
            How::DataSet(pages) => data_set::found(&self.feedrate, case, pages, &job, stage, stop),
            How::Format(format) => self
                .python
                .found(case, (way.who, format), &job, stage, stop),
            How::Transfers(_) => return Ok(()),
        };
        found
            .and_then(|found| values::compare(&found, &values::expected(case, job.rows)))
            .map_err(|error| format!("{}: {}: {error}", case.name(), way.full_name()))
    }

    /// Runs a case with one thread, uncounted, and refuses what it wrote, if it is not what it should be.
    pub fn check_one_thread(&self, race: Race, way: Way) -> Result<(), String> {
        let race = race.with_one_thread();
        match self.once_of(race, race.case.task(), way)? {
            (Outcome::Finished(_), _) => self.check_target(race.case, way),
            // The run that is counted says so.
            (Outcome::Unfinished(_), _) => Ok(()),
        }
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
