//! fio as a competitor, at its best known settings.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde::Deserialize;

use crate::arguments::Arguments;
use crate::case::{Case, Kind};
use crate::child::{self, Stop};
use crate::file::TestFile;
use crate::measurement::Measurement;
use crate::program;

/// Where fio's program is, and how it batches.
#[derive(Debug)]
pub struct Fio {
    program: PathBuf,
    /// What it calls itself.
    pub version: String,
    batch: u32,
}

/// What is read of fio's JSON.
#[derive(Debug, Deserialize)]
struct Output {
    jobs: Vec<Job>,
}

#[derive(Debug, Deserialize)]
struct Job {
    error: i32,
    read: Flow,
    write: Flow,
    /// Milliseconds.
    job_runtime: f64,
    /// Percent of `job_runtime`.
    usr_cpu: f64,
    sys_cpu: f64,
}

#[derive(Debug, Deserialize)]
struct Flow {
    io_bytes: u64,
    bw_bytes: f64,
    iops: f64,
}

impl Fio {
    /// Finds fio.
    pub fn find(arguments: &Arguments) -> Result<Self, String> {
        let version = program::version(&arguments.fio).map_err(|error| {
            format!("{error}; fio is the one that feedrate is measured against: install it, or name it with --fio")
        })?;
        Ok(Self {
            program: arguments.fio.clone(),
            version,
            batch: arguments.fio_batch,
        })
    }

    /// The arguments for a case, the file's name and where figures go left out.
    ///
    /// Both programs measure one latency of each transfer, so fio's other two are switched off; its
    /// map of blocks already visited too, which feedrate keeps none of.
    pub fn options(&self, case: &Case, size: u64, seconds: f64) -> Vec<String> {
        let mut options = format!(
            "--name=raw --thread --disable_slat=1 --disable_lat=1 --bs={} --size={size} --time_based --runtime={}ms",
            case.block,
            (seconds * 1e3).round()
        );
        options += match case.kind {
            Kind::DirectRead => " --rw=read",
            Kind::DirectWrite => " --rw=write --overwrite=1 --fallocate=none",
            Kind::RandomRead => " --rw=randread --norandommap",
            Kind::HotRead => " --rw=read --ioengine=psync --invalidate=0",
        };
        if case.kind != Kind::HotRead {
            let depth = case.depth;
            options += &format!(
                " --direct=1 --iodepth={depth} --ioengine=io_uring --fixedbufs --registerfiles"
            );
            let batch = self.batch * depth / 16;
            if batch > 1 {
                options += &format!(
                    " --iodepth_batch_submit={batch} --iodepth_batch_complete_min={batch} --iodepth_batch_complete_max={depth}"
                );
            }
        }
        options.split_whitespace().map(str::to_owned).collect()
    }

    /// Runs a case.
    pub fn run(
        &self,
        case: &Case,
        file: &TestFile,
        seconds: f64,
        stop: &Stop,
    ) -> Result<Measurement, String> {
        let output = file.beside("fio.json");
        let usage = child::run(
            Command::new(&self.program)
                .arg(format!("--filename={}", escaped(file.path())))
                .args(self.options(case, file.size(), seconds))
                .arg("--output-format=json")
                .arg(format!("--output={}", output.display()))
                // It leaves a state file behind for some jobs; none of these, but then not elsewhere.
                .current_dir(file.folder()),
            &file.beside("fio.errors"),
            stop,
        )?;
        let job = read(&output)?;
        let flow = if case.kind == Kind::DirectWrite {
            &job.write
        } else {
            &job.read
        };
        if job.error != 0 || flow.io_bytes == 0 {
            return Err(format!(
                "{}: fio failed with error {}",
                case.name, job.error
            ));
        }
        let own_seconds = (job.usr_cpu + job.sys_cpu) / 100.0 * job.job_runtime / 1e3;
        Ok(Measurement {
            bytes: flow.io_bytes,
            megabytes_per_second: flow.bw_bytes / 1e6,
            transfers_per_second: flow.iops,
            own_cpu_per_gigabyte: own_seconds / (flow.io_bytes as f64 / 1e9),
            whole_cpu_per_gigabyte: 0.0,
            storage_share: 0.0,
        }
        .with_whole(usage))
    }
}

/// A path as fio's list of file names wants it, where a colon separates two.
fn escaped(path: &Path) -> String {
    path.display().to_string().replace(':', "\\:")
}

/// The only job of fio's output, which warnings may precede.
fn read(path: &Path) -> Result<Job, String> {
    let text = fs::read_to_string(path).map_err(|error| format!("fio's figures: {error}"))?;
    let start = text.find('{').unwrap_or_default();
    let output: Output =
        serde_json::from_str(&text[start..]).map_err(|error| format!("fio's figures: {error}"))?;
    output
        .jobs
        .into_iter()
        .next()
        .ok_or_else(|| "fio's figures name no job".to_owned())
}
