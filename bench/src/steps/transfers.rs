//! The raw rate: transfers of the same bytes, and nothing done with them, by feedrate and by fio.

use std::path::Path;

use feedrate_bench::child::Stop;
use feedrate_bench::feedrate::Feedrate;
use feedrate_bench::file::TestFile;
use feedrate_bench::fio::{Fio, file_name};

use crate::case::Case;
use crate::measurement::Own;
use crate::way::Shape;

/// The files that both programs work on.
#[derive(Debug)]
pub struct Files {
    /// The file that is read, and overwritten in place.
    pub file: TestFile,
    /// The file that is overwritten while the other is read; only a copy wants it.
    pub copy: Option<TestFile>,
}

/// From one end to the other, once.
#[derive(Clone, Copy, Debug)]
enum Pass {
    Read,
    Write,
    /// One file is read while the other is written.
    Both,
}

impl Case {
    /// The passes that move as many bytes, and how many times the time that one of each takes is the limit.
    fn passes(self) -> (&'static [Pass], u32) {
        match self {
            Self::Write => (&[Pass::Write], 1),
            Self::Copy => (&[Pass::Both], 1),
            Self::Means | Self::Sums | Self::Tabulate | Self::TabulateOne => (&[Pass::Read], 1),
            Self::Sort => (&[Pass::Read, Pass::Write], 1),
            Self::SortSpilled => (&[Pass::Read, Pass::Write], 2),
            Self::Join | Self::Group | Self::GroupText | Self::TabulateHot => (&[], 1),
        }
    }
}

impl Files {
    /// Makes them in two folders, with the size of the table.
    pub fn make(
        (file, copy): (&Path, Option<&Path>),
        size: u64,
        feedrate: &Feedrate,
        stop: &Stop,
    ) -> Result<Self, String> {
        Ok(Self {
            file: TestFile::make(file, size, feedrate, stop)?,
            copy: copy
                .map(|folder| TestFile::make(folder, size, feedrate, stop))
                .transpose()?,
        })
    }

    /// The file that a case writes.
    pub fn written(&self, case: Case) -> Result<&TestFile, String> {
        match case {
            Case::Copy => self
                .copy
                .as_ref()
                .ok_or("no file was made for copies".to_owned()),
            _ => Ok(&self.file),
        }
    }

    /// Runs a case once by `feedrate measure`.
    pub fn by_feedrate(
        &self,
        feedrate: &Feedrate,
        case: Case,
        shape: Shape,
        stop: &Stop,
    ) -> Result<Own, String> {
        let written = self.written(case)?;
        together(case, |pass| {
            self.pass_by_feedrate(feedrate, pass, written, shape, stop)
        })
    }

    /// Half of the transfers of a copy read.
    fn pass_by_feedrate(
        &self,
        feedrate: &Feedrate,
        pass: Pass,
        written: &TestFile,
        shape: Shape,
        stop: &Stop,
    ) -> Result<Own, String> {
        let (file, bytes) = (&self.file, self.file.size());
        let mut options = vec!["--do".to_owned()];
        let for_writing = " --target overwrite --durable";
        let more = match pass {
            Pass::Read => {
                options.push("read".to_owned());
                ""
            }
            Pass::Write => {
                written.mark()?;
                options.push("write".to_owned());
                for_writing
            }
            Pass::Both => {
                written.mark()?;
                let target = written.path().display().to_string();
                options.extend(["mix".to_owned(), "--write-to".to_owned(), target]);
                for_writing
            }
        };
        let all = format!(
            "--method direct --page {}K --depth {} --size {bytes}{more}",
            shape.kib, shape.depth
        );
        options.extend(all.split_whitespace().map(str::to_owned));
        let (output, errors) = (file.beside("feedrate.json"), file.beside("feedrate.errors"));
        let (figures, usage) = feedrate.measure(file.path(), &options, &output, &errors, stop)?;
        let figures = figures.with_fastest_engine()?;
        Ok(Own {
            data_bytes: bytes,
            seconds: figures.seconds,
            cpu_seconds: figures.cpu.seconds_per_gigabyte * figures.bytes as f64 / 1e9,
            storage_read_bytes: figures.storage_read_bytes,
            peak_memory_bytes: usage.peak_memory_bytes,
            notes: Vec::new(),
        })
    }

    /// Runs a case once by fio.
    pub fn by_fio(&self, fio: &Fio, case: Case, shape: Shape, stop: &Stop) -> Result<Own, String> {
        let written = self.written(case)?;
        together(case, |pass| {
            self.pass_by_fio(fio, pass, written, shape, stop)
        })
    }

    /// A copy is two of its jobs at the same time.
    fn pass_by_fio(
        &self,
        fio: &Fio,
        pass: Pass,
        written: &TestFile,
        shape: Shape,
        stop: &Stop,
    ) -> Result<Own, String> {
        let bytes = self.file.size();
        let all = format!(
            "--name=global --thread --disable_slat=1 --disable_lat=1 --bs={}k --size={bytes}{}",
            shape.kib,
            Fio::direct(shape.depth, shape.depth / 2)
        );
        let mut options: Vec<_> = all.split_whitespace().map(str::to_owned).collect();
        if matches!(pass, Pass::Read | Pass::Both) {
            options.extend(["--name=read".to_owned(), file_name(self.file.path())]);
            options.push("--rw=read".to_owned());
        }
        if matches!(pass, Pass::Write | Pass::Both) {
            options.extend(["--name=write".to_owned(), file_name(written.path())]);
            let write = "--rw=write --overwrite=1 --fallocate=none --end_fsync=1";
            options.extend(write.split_whitespace().map(str::to_owned));
        }
        let (output, errors) = (written.beside("fio.json"), written.beside("fio.errors"));
        let (jobs, usage) = fio.run(&options, written.folder(), &output, &errors, stop)?;
        Ok(Own {
            data_bytes: bytes,
            // They start together, and the copy is made when the slower one is done.
            seconds: jobs.iter().map(|job| job.seconds()).fold(0.0, f64::max),
            cpu_seconds: jobs.iter().map(|job| job.cpu_seconds()).sum(),
            storage_read_bytes: Some(usage.storage_read_bytes),
            peak_memory_bytes: usage.peak_memory_bytes,
            notes: Vec::new(),
        })
    }
}

/// Makes the passes of a case one after the other, and adds up what they took.
fn together(case: Case, pass: impl Fn(Pass) -> Result<Own, String>) -> Result<Own, String> {
    let (passes, times) = case.passes();
    let runs: Vec<_> = passes
        .iter()
        .map(|&each| pass(each))
        .collect::<Result<_, _>>()?;
    let times_all = |value: fn(&Own) -> f64| f64::from(times) * runs.iter().map(value).sum::<f64>();
    Ok(Own {
        data_bytes: runs.iter().map(|run| run.data_bytes).max().unwrap_or(0),
        seconds: times_all(|run| run.seconds),
        cpu_seconds: times_all(|run| run.cpu_seconds),
        storage_read_bytes: runs.iter().map(|run| run.storage_read_bytes).sum(),
        peak_memory_bytes: runs
            .iter()
            .map(|run| run.peak_memory_bytes)
            .max()
            .unwrap_or(0),
        notes: Vec::new(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_spilled_sort_takes_twice_the_time_of_a_read_and_a_write() {
        let own = together(Case::SortSpilled, |pass| {
            Ok(Own {
                data_bytes: 1000,
                seconds: if matches!(pass, Pass::Read) { 1.0 } else { 2.0 },
                cpu_seconds: 0.5,
                storage_read_bytes: None,
                peak_memory_bytes: 7,
                notes: Vec::new(),
            })
        });
        let own = own.unwrap();
        assert_eq!(
            (own.data_bytes, own.seconds, own.cpu_seconds),
            (1000, 6.0, 2.0)
        );
        assert_eq!((own.storage_read_bytes, own.peak_memory_bytes), (None, 7));
    }
}
