//! All who race, and one run of one of them.

use std::path::Path;
use std::sync::atomic::Ordering;

use feedrate_bench::child::Stop;
use feedrate_bench::feedrate::Feedrate;
use feedrate_bench::fio::Fio;

use crate::arguments::Arguments;
use crate::case::{Case, ROW_BYTES};
use crate::data_set;
use crate::measurement::{Measurement, Own};
use crate::peer::Python;
use crate::stage::{self, Stage};
use crate::transfers::Files;
use crate::way::{How, Way, Who};

/// How often a copy is tried again of which the page cache served some.
const TRIES: usize = 5;

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
        let rows = arguments.rows;
        let stage = Stage::new(folder, rows * ROW_BYTES)?;
        let feedrate = Feedrate::find(arguments.feedrate.as_deref())?;
        let fio = Fio::find(&arguments.fio)?;
        let python = Python::find(&arguments.python(), &stage, &stop)?;
        let raw = [
            stage.folder().join("raw-source"),
            stage.folder().join("raw-target"),
        ];
        for folder in &raw {
            stage.clear(&folder.join("data"))?;
        }
        // As large as the table, in whole MiB.
        let size = (rows * ROW_BYTES).next_multiple_of(1 << 20);
        let files = Files::make((&raw[0], &raw[1]), size, &feedrate, &stop)?;
        // Where nothing leaves memory, all that follows would be in vain.
        stage.cool(files.source.path())?;
        Ok(Self {
            feedrate,
            fio,
            python,
            stage,
            files,
            rows,
            stop,
        })
    }

    /// Makes the table that a way copies, in its own format.
    pub fn make_source(&self, way: Way) -> Result<(), String> {
        if way.who.is_raw() {
            return Ok(());
        }
        let source = self.stage.source(way);
        self.stage.clear(&source)?;
        self.execute(Case::Write, way, &source, &source).map(drop)
    }

    /// Removes it.
    pub fn remove_source(&self, way: Way) -> Result<(), String> {
        let source = self.stage.source(way);
        self.stage
            .remove(&source)
            .map_err(|error| format!("cannot remove {}: {error}", source.display()))
    }

    /// Runs a case once: on a volume at rest, with a source that the page cache does not hold, to a new
    /// file. A copy that the page cache served all the same is made again.
    pub fn run(&self, case: Case, way: Way) -> Result<Measurement, String> {
        for _ in 0..TRIES {
            let measurement = self.once(case, way)?;
            if measurement.is_cold() {
                return Ok(measurement);
            }
        }
        Err(format!(
            "{}, {} {}: the page cache serves it, however often it is emptied; is the folder on a disk?",
            case.name(),
            way.who.name(),
            way.label()
        ))
    }

    fn once(&self, case: Case, way: Way) -> Result<Measurement, String> {
        let (source, target) = if way.who.is_raw() {
            (
                self.files.source.path().to_owned(),
                self.files.target.path().to_owned(),
            )
        } else {
            (self.stage.source(way), self.stage.target(way))
        };
        self.clear_target(way)?;
        self.stage.settle()?;
        let mut source_bytes = None;
        if case == Case::Copy {
            self.stage.cool(&source)?;
            source_bytes = Some(stage::size(&source)?);
        }
        let own = self.execute(case, way, &source, &target).map_err(|error| {
            format!(
                "{}, {} {}: {error}",
                case.name(),
                way.who.name(),
                way.label()
            )
        })?;
        let sync_after_seconds = self.stage.settle()?;
        Ok(Measurement::of(
            own,
            source_bytes,
            stage::size(&target)?,
            sync_after_seconds,
        ))
    }

    /// Refuses what a way has just written, if it is not the table.
    pub fn check_target(&self, way: Way) -> Result<(), String> {
        let (rows, target) = (self.rows, self.stage.target(way));
        match way.how {
            How::DataSet(_) => {
                data_set::check_last_row(&self.feedrate, rows, &target, &self.stage, &self.stop)
            }
            How::Format(format) => {
                self.python
                    .check(rows, (way.who, format), &target, &self.stage, &self.stop)
            }
            How::Transfers(_) => Ok(()),
        }
    }

    /// Removes what the last run wrote: its file would be in the next one's way.
    pub fn clear_target(&self, way: Way) -> Result<(), String> {
        self.stage.clear(&self.stage.target(way))
    }

    fn execute(&self, case: Case, way: Way, source: &Path, target: &Path) -> Result<Own, String> {
        if self.stop.load(Ordering::Relaxed) {
            return Err("interrupted".into());
        }
        let (rows, files, stop) = (self.rows, (source, target), &self.stop);
        match way.how {
            How::DataSet(pages) => {
                data_set::run(&self.feedrate, case, rows, pages, files, &self.stage, stop)
            }
            How::Format(format) => {
                self.python
                    .run(case, rows, (way.who, format), files, &self.stage, stop)
            }
            How::Transfers(shape) if way.who == Who::RawFio => {
                self.files.by_fio(&self.fio, case, shape, stop)
            }
            How::Transfers(shape) => self.files.by_feedrate(&self.feedrate, case, shape, stop),
        }
    }
}
