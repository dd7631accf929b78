//! The raw rate: transfers of the same bytes, and nothing done with them, by feedrate and by fio.

use std::path::Path;

use feedrate_bench::child::Stop;
use feedrate_bench::feedrate::Feedrate;
use feedrate_bench::file::TestFile;
use feedrate_bench::fio::{Fio, file_name};

use crate::case::Case;
use crate::measurement::Own;
use crate::way::Shape;

/// The two files that both programs work on: one is read, the other overwritten in place.
#[derive(Debug)]
pub struct Files {
    /// The file to be read.
    pub source: TestFile,
    /// The file to be overwritten.
    pub target: TestFile,
}

impl Files {
    /// Makes them in two folders, with the size of the table.
    pub fn make(
        (source, target): (&Path, &Path),
        size: u64,
        feedrate: &Feedrate,
        stop: &Stop,
    ) -> Result<Self, String> {
        Ok(Self {
            source: TestFile::make(source, size, feedrate, stop)?,
            target: TestFile::make(target, size, feedrate, stop)?,
        })
    }

    /// Runs a case once by `feedrate measure`. Half of the transfers of a copy read.
    pub fn by_feedrate(
        &self,
        feedrate: &Feedrate,
        case: Case,
        shape: Shape,
        stop: &Stop,
    ) -> Result<Own, String> {
        self.target.mark()?;
        let bytes = self.target.size();
        let mut options = vec!["--do".to_owned()];
        let file = match case {
            Case::Write => {
                options.push("write".to_owned());
                &self.target
            }
            Case::Copy => {
                let target = self.target.path().display().to_string();
                options.extend(["mix".to_owned(), "--write-to".to_owned(), target]);
                &self.source
            }
        };
        let more = format!(
            "--target overwrite --durable --method direct --page {}K --depth {} --size {bytes}",
            shape.kib, shape.depth
        );
        options.extend(more.split_whitespace().map(str::to_owned));
        let (output, errors) = (file.beside("feedrate.json"), file.beside("feedrate.errors"));
        let (figures, _) = feedrate.measure(file.path(), &options, &output, &errors, stop)?;
        let figures = figures.with_fastest_engine()?;
        Ok(Own {
            data_bytes: bytes,
            seconds: figures.seconds,
            cpu_seconds: figures.cpu.seconds_per_gigabyte * figures.bytes as f64 / 1e9,
            storage_read_bytes: figures.storage_read_bytes,
        })
    }

    /// Runs a case once by fio. A copy is two of its jobs at the same time.
    pub fn by_fio(&self, fio: &Fio, case: Case, shape: Shape, stop: &Stop) -> Result<Own, String> {
        let bytes = self.target.size();
        let all = format!(
            "--name=global --thread --disable_slat=1 --disable_lat=1 --bs={}k --size={bytes}{}",
            shape.kib,
            Fio::direct(shape.depth, shape.depth / 2)
        );
        let mut options: Vec<_> = all.split_whitespace().map(str::to_owned).collect();
        if case == Case::Copy {
            options.extend(["--name=read".to_owned(), file_name(self.source.path())]);
            options.push("--rw=read".to_owned());
        }
        options.extend(["--name=write".to_owned(), file_name(self.target.path())]);
        let write = "--rw=write --overwrite=1 --fallocate=none --end_fsync=1";
        options.extend(write.split_whitespace().map(str::to_owned));
        let (output, errors) = (
            self.target.beside("fio.json"),
            self.target.beside("fio.errors"),
        );
        let (jobs, usage) = fio.run(&options, self.target.folder(), &output, &errors, stop)?;
        Ok(Own {
            data_bytes: bytes,
            // They start together, and the copy is made when the slower one is done.
            seconds: jobs.iter().map(|job| job.seconds()).fold(0.0, f64::max),
            cpu_seconds: jobs.iter().map(|job| job.cpu_seconds()).sum(),
            storage_read_bytes: Some(usage.storage_read_bytes),
        })
    }
}
