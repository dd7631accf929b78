//! Both programs on the same file, in turn.

use std::path::Path;

use feedrate_bench::harness::bench::Bench;
use feedrate_bench::harness::rounds::rounds;
use feedrate_bench::peers::feedrate::Feedrate;
use feedrate_bench::peers::file::TestFile;
use feedrate_bench::peers::fio::{Fio, file_name};
use feedrate_bench::volume;

use super::case::{Case, Work};
use super::jobs::Jobs;
use super::measurement::Measurement;
use super::transfers::Transfers;

/// A competitor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Who {
    /// feedrate.
    Feedrate,
    /// fio.
    Fio,
}

impl Who {
    /// Both of them.
    const BOTH: [Self; 2] = [Self::Feedrate, Self::Fio];
}

/// The competitors, and the file that they work on.
#[derive(Debug)]
pub struct Course {
    /// The bench.
    pub bench: Bench,
    /// feedrate.
    pub feedrate: Feedrate,
    /// fio.
    pub fio: Fio,
    /// The file.
    pub file: TestFile,
    /// Transfers that fio submits and reaps at once, of each 16 in flight.
    pub fio_batch: u32,
}

/// The number of tries of a hot read of which storage served some: machines with little memory, or
/// a kernel that reclaims it early, may drop a part of the file at any time.
const TRIES: usize = 10;

impl Course {
    /// Measures the rounds of a case. One run of each before them is not counted.
    pub fn measure(&self, case: &Case, number: u32, seconds: f64) -> Result<Vec<[Measurement; 2]>, String> {
        for who in Who::BOTH {
            self.run(case, who, 0.2)?;
        }
        let measured = rounds(&case.name, number, 2, |index| self.run(case, Who::BOTH[index], seconds))?;
        let pair =
            |runs: Vec<Measurement>| <[Measurement; 2]>::try_from(runs).map_err(|_| "a round has two runs".to_owned());
        measured.into_iter().map(pair).collect()
    }

    /// Runs a case once; a hot run that storage served is made again.
    fn run(&self, case: &Case, who: Who, seconds: f64) -> Result<Measurement, String> {
        let named = |error| format!("{}: {error}", case.name);
        for _ in 0..TRIES {
            self.prepare(case)?;
            let run = match &case.work {
                Work::Jobs(jobs) => self.run_jobs(case, jobs, who, seconds),
                Work::Transfers(transfers) => {
                    let [of_feedrate, of_fio] = self.options(case, seconds);
                    match who {
                        Who::Feedrate => self.by_feedrate(transfers, &of_feedrate),
                        Who::Fio => self.by_fio(&of_fio),
                    }
                }
            };
            let run = run.map_err(named)?;
            if !case.is_hot() || run.is_hot() {
                return Ok(run);
            }
        }
        Err(named(
            "the page cache does not hold the file; free some memory, or give a smaller --size".into(),
        ))
    }

    /// Brings the file to where a case wants it.
    fn prepare(&self, case: &Case) -> Result<(), String> {
        if !case.is_cached() {
            self.file.mark()
        } else if case.only_reads() {
            self.file.warm(self.file.size())
        } else {
            self.file.settle(case.bytes_of(self.file.size()))
        }
    }

    /// Returns the options of both programs in a case, the file's name and where figures go left out, or the job file
    /// that both get.
    pub fn options(&self, case: &Case, seconds: f64) -> [String; 2] {
        let size = case.bytes_of(self.file.size());
        match &case.work {
            Work::Transfers(transfers) => [
                transfers.options_of_feedrate(case.shape, size, seconds),
                transfers.options_of_fio(case.shape, size, seconds, self.fio_batch),
            ],
            Work::Jobs(jobs) => {
                let text = jobs.text(case.shape, Path::new("data"), size, seconds);
                [text.clone(), text]
            }
        }
    }

    /// Runs a case once.
    fn run_jobs(&self, case: &Case, jobs: &Jobs, who: Who, seconds: f64) -> Result<Measurement, String> {
        let (bench, folder) = (&self.bench, self.file.folder());
        let job_file = bench.beside("raw.fio");
        let size = case.bytes_of(self.file.size());
        volume::write(&job_file, jobs.text(case.shape, self.file.path(), size, seconds))?;
        let engine = match jobs.cached {
            true => Feedrate::COPIES,
            false => Feedrate::FASTEST,
        };
        let (done, ran) = match who {
            Who::Feedrate => self.feedrate.fio(&job_file, engine, folder, bench),
            Who::Fio => self.fio.run_file(&job_file, folder, bench),
        }?;
        // Clones are one group.
        let [job] = &done[..] else {
            return Err(format!("{} reports in the place of one", done.len()));
        };
        Ok(Measurement {
            of_asked: jobs.of_asked(job),
            ..Measurement::of_job(job, ran.usage)
        })
    }

    fn by_feedrate(&self, transfers: &Transfers, options: &str) -> Result<Measurement, String> {
        let path = self.file.path();
        let (mut figures, ran) = self.feedrate.measure(path, options, &[], &self.bench)?;
        if !transfers.is_cached {
            figures = figures.with_fastest_engine()?;
        }
        let rates = [figures.megabytes_per_second, figures.operations_per_second];
        let own_cpu = figures.cpu.seconds_per_gigabyte * figures.bytes as f64 / 1e9;
        Ok(Measurement::of(figures.bytes, rates, own_cpu, ran.usage))
    }

    fn by_fio(&self, options: &str) -> Result<Measurement, String> {
        let mut all = vec![file_name(self.file.path())];
        all.extend(options.split_whitespace().map(str::to_owned));
        let (jobs, ran) = self.fio.run(&all, self.file.folder(), &self.bench)?;
        let job = jobs.first().ok_or("fio's figures name no job")?;
        Ok(Measurement::of_job(job, ran.usage))
    }
}
