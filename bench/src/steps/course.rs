//! All that race, and one run of one of them.

use std::path::{Path, PathBuf};

use feedrate_bench::harness::bench::Bench;
use feedrate_bench::harness::expected::compare;
use feedrate_bench::harness::run::Run;
use feedrate_bench::peers::feedrate::Feedrate;
use feedrate_bench::peers::python::Python;
use feedrate_bench::process::child::Bounds;
use feedrate_bench::volume;

use super::case::Case;
use super::competitor::{Way, WaySettings, Who};
use super::format::Format;
use super::job::Job;
use super::measurement::{Measurement, Source};
use super::raw_rate::Raw;
use super::stage::{self, Rows, Stage};
use super::task::Task;
use super::{data_set, peer, transfers};

/// The number of tries of a run of whose source the page cache served some.
const TRIES: usize = 5;

/// A case with the bounds of its runs.
#[derive(Clone, Copy, Debug)]
pub struct Race {
    /// The case.
    pub case: &'static Case,
    /// Bytes of memory that a process may have.
    pub memory_bytes: Option<u64>,
    /// The threads that programs are told to use; absent where they choose themselves.
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

/// The end of a run.
#[derive(Clone, Debug)]
pub enum Outcome {
    /// Its figures.
    Finished(Measurement),
    /// The reason why there are none.
    Unfinished(String),
}

/// The programs, the stage they race on, and the sizes of the tables.
#[derive(Debug)]
pub struct Course {
    /// The bench.
    pub bench: Bench,
    /// feedrate, for data sets and for transfers.
    pub feedrate: Feedrate,
    /// The files for the raw rate; absent where no case asks for it.
    pub raw: Option<Raw>,
    /// The peers.
    pub python: Python,
    /// Where files lie.
    pub stage: Stage,
    /// The sizes of the tables.
    pub rows: Rows,
}

impl Course {
    /// Makes the tables that a way reads in a case, in its own format.
    pub fn make_source(&self, case: &Case, way: Way) -> Result<(), String> {
        if way.who.is_raw() {
            return Ok(());
        }
        let source = self.stage.source(way);
        if let Some(format) = way.files.shared {
            return self.make_shared(case, format, source);
        }
        stage::clear(&source)?;
        let job = Job {
            task: Task::Make,
            target: source.clone(),
            ..self.job(case, source)
        };
        let made = self.execute(case, way, &job);
        made.map(drop).map_err(|error| format!("{}: {error}", way.full_name()))
    }

    /// Makes the file that all programs read, if none has made it before.
    fn make_shared(&self, case: &Case, format: Format, source: PathBuf) -> Result<(), String> {
        if source.exists() {
            return Ok(());
        }
        stage::clear(&source)?;
        let job = Job {
            task: Task::Make,
            target: source.clone(),
            ..self.job(case, source)
        };
        let made = peer::run(&self.python, (Who::Duckdb, format), &job, &self.bench);
        made.map(drop)
            .map_err(|error| format!("{}: making its file: {error}", case.name))
    }

    /// Removes them; a file that all programs read stays for other cases.
    pub fn remove_source(&self, way: Way) -> Result<(), String> {
        match way.files.shared {
            Some(_) => Ok(()),
            None => stage::remove(&self.stage.source(way)),
        }
    }

    /// Removes the result of the last run: its file would be in the next one's way.
    pub fn clear_target(&self, way: Way) -> Result<(), String> {
        stage::clear(&self.stage.target(way))
    }

    /// Returns a case without bounds, whose result takes the place of its source.
    fn job(&self, case: &Case, source: PathBuf) -> Job {
        Job {
            task: case.task,
            rows: self.rows.of(case.values),
            values: case.values,
            files: case.files,
            target: source.clone(),
            source,
            memory_setting: None,
            threads: None,
            bounds: Bounds::default(),
        }
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
        let why = match race.case.is_hot {
            true => "storage serves it, however often it is read; is there too little memory?",
            false => "the page cache serves it, however often it is emptied; is the folder on a disk?",
        };
        Err(format!("{}: {}: {why}", race.case.name, way.full_name()))
    }

    /// Runs a case once after those that are to be told beside it: the scan, and that with one thread.
    fn once(&self, race: Race, way: Way) -> Result<(Outcome, Option<Source>), String> {
        let task = race.case.task;
        let beside = [
            task.scan().map(|scan| (race, scan)),
            race.case.is_of_threads().then(|| (race.with_one_thread(), task)),
        ];
        let mut seconds = [None; 2];
        for (seconds, beside) in seconds.iter_mut().zip(beside) {
            let Some((race, task)) = beside else { continue };
            match self.once_of(race, task, way)? {
                (Outcome::Finished(run), Some(source)) if run.is_from(source) => {
                    *seconds = Some(run.seconds);
                }
                other => return Ok(other),
            }
        }
        let [scan_seconds, one_thread_seconds] = seconds;
        Ok(match self.once_of(race, task, way)? {
            (Outcome::Finished(run), source) => {
                let run = Measurement {
                    scan_seconds,
                    one_thread_seconds,
                    ..run
                };
                (Outcome::Finished(run), source)
            }
            unfinished => unfinished,
        })
    }

    fn once_of(&self, race: Race, task: Task, way: Way) -> Result<(Outcome, Option<Source>), String> {
        let (source, target) = self.files_of(race.case, way)?;
        self.clear_target(way)?;
        volume::settle(self.bench.folder())?;
        let read = match task.reads() {
            true => Some(prepare(race.case, way, &source)?),
            false => None,
        };
        let job = Job {
            task,
            target: target.clone(),
            memory_setting: race.memory_bytes.zip(way.share).map(|(bytes, share)| share.of(bytes)),
            threads: match way.share {
                Some(share) if share.one_thread => Some(1),
                _ => race.threads,
            },
            bounds: Bounds::of_memory(race.memory_bytes),
            ..self.job(race.case, source)
        };
        let (run, data_bytes) = match self.execute(race.case, way, &job) {
            Ok(ran) => ran,
            // Without the raw rate nothing can be said, and it wants nothing that may be missing.
            Err(error) if way.who.is_raw() || self.bench.check().is_err() => {
                return Err(format!("{}: {}: {error}", race.case.name, way.full_name()));
            }
            Err(error) => return Ok((Outcome::Unfinished(error), None)),
        };
        let sync_after_seconds = volume::settle(self.bench.folder())?;
        let file_bytes = match task {
            Task::Means | Task::Sums | Task::Tabulate if way.who.is_raw() => 0,
            _ => volume::size(&target)?,
        };
        let measurement = Measurement::of((run, data_bytes), read, file_bytes, sync_after_seconds);
        Ok((Outcome::Finished(measurement), read))
    }

    /// Returns the files that a way reads and writes.
    fn files_of(&self, case: &Case, way: Way) -> Result<(PathBuf, PathBuf), String> {
        let WaySettings::Transfers(_) = way.how else {
            return Ok((self.stage.source(way), self.stage.target(way)));
        };
        let files = self.raw()?.files(case)?;
        let written = files.written(case)?;
        Ok((files.file.path().to_owned(), written.path().to_owned()))
    }

    fn raw(&self) -> Result<&Raw, String> {
        let raw = self.raw.as_ref();
        raw.ok_or_else(|| "no files were made for transfers".to_owned())
    }

    /// Returns the run of a job, and the bytes of its data; where only transfers moved, of the file.
    fn execute(&self, case: &Case, way: Way, job: &Job) -> Result<(Run, u64), String> {
        let bench = &self.bench;
        bench.check()?;
        let run = match way.how {
            WaySettings::DataSet(pages) => data_set::run(&self.feedrate, pages, job, bench),
            WaySettings::Format(format) => peer::run(&self.python, (way.who, format), job, bench),
            WaySettings::Transfers(shape) => {
                let raw = self.raw()?;
                let run = transfers::run(way.who, shape, case, (raw, &self.feedrate, bench))?;
                return Ok((run, raw.files(case)?.file.size()));
            }
        };
        Ok((run?, job.data_bytes()))
    }

    /// Refuses the result that a way has just written, if it is not what it should be. Memory is not limited for that.
    pub fn check_target(&self, case: &Case, way: Way) -> Result<(), String> {
        let job = self.job(case, self.stage.target(way));
        let (check, bench) = (case.check, &self.bench);
        let found = match way.how {
            WaySettings::DataSet(pages) => data_set::found(&self.feedrate, check, pages, &job, bench),
            WaySettings::Format(format) => peer::found(&self.python, check, (way.who, format), &job, bench),
            WaySettings::Transfers(_) => return Ok(()),
        };
        found
            .and_then(|found| compare(&found, &check.expected(job.rows)))
            .map_err(|error| format!("{}: {}: {error}", case.name, way.full_name()))
    }

    /// Runs a case with one thread, uncounted, and refuses a result that is not what it should be.
    pub fn check_one_thread(&self, race: Race, way: Way) -> Result<(), String> {
        let race = race.with_one_thread();
        match self.once_of(race, race.case.task, way)? {
            (Outcome::Finished(_), _) => self.check_target(race.case, way),
            // The run that is counted says so.
            (Outcome::Unfinished(_), _) => Ok(()),
        }
    }
}

/// Brings the source into the page cache or out of it.
fn prepare(case: &Case, way: Way, source: &Path) -> Result<Source, String> {
    match case.is_hot {
        true => stage::warm(source)?,
        false => volume::cool(source)?,
    }
    Ok(Source {
        bytes: match case.is_hot {
            true => stage::table_size(source)?,
            false => volume::size(source)?,
        },
        is_all_that_is_read: case.reads_only_and_all_of_its_source(way.who),
        is_hot: case.is_hot,
    })
}
