//! fio as a competitor.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde::Deserialize;

use crate::harness::bench::{Bench, CommandRun};
use crate::process::child::Bounds;
use crate::process::program;

/// The program.
#[derive(Debug)]
pub struct Fio {
    program: PathBuf,
    /// Its own name for itself.
    pub version: String,
}

/// The JSON of fio, as far as it is read.
#[derive(Debug, Deserialize)]
struct Output {
    jobs: Vec<Job>,
}

/// The figures of one of fio's jobs.
#[derive(Debug, Deserialize)]
pub struct Job {
    error: i32,
    /// Jobs of one group run at the same time, and groups one after another.
    #[serde(default)]
    groupid: u32,
    /// Its reads.
    pub read: Flow,
    /// Its writes.
    pub write: Flow,
    /// Milliseconds.
    job_runtime: f64,
    /// Percent of `job_runtime`.
    usr_cpu: f64,
    sys_cpu: f64,
    /// Figures beyond fio's, where it is feedrate's.
    #[serde(default)]
    feedrate: Own,
}

/// The part of it that is feedrate's own.
#[derive(Debug, Default, Deserialize)]
struct Own {
    engines: Vec<String>,
}

/// The transfers of a job in one direction.
#[derive(Debug, Deserialize)]
pub struct Flow {
    /// Bytes moved.
    pub io_bytes: u64,
    /// Bytes a second.
    pub bw_bytes: f64,
    /// Transfers a second.
    pub iops: f64,
}

impl Job {
    /// Returns for how long it ran, without its start and end.
    pub fn seconds(&self) -> f64 {
        self.job_runtime / 1e3
    }

    /// Returns the bytes that it moved.
    pub fn bytes(&self) -> u64 {
        self.read.io_bytes + self.write.io_bytes
    }

    /// Returns the engines that moved its blocks, where feedrate ran it.
    pub fn engines(&self) -> &[String] {
        &self.feedrate.engines
    }

    /// Returns the processor seconds while it ran.
    pub fn cpu_seconds(&self) -> f64 {
        (self.usr_cpu + self.sys_cpu) / 100.0 * self.seconds()
    }
}

/// Returns how long jobs took together: in each group the longest counts, and groups follow each other.
pub fn seconds_of_groups(jobs: &[Job]) -> f64 {
    let mut groups: BTreeMap<u32, f64> = BTreeMap::new();
    for job in jobs {
        let longest = groups.entry(job.groupid).or_default();
        *longest = longest.max(job.seconds());
    }
    groups.values().sum()
}

impl Fio {
    /// Finds fio.
    pub fn find(program: &Path) -> Result<Self, String> {
        let version = program::version(program).map_err(|error| {
            format!("{error}; fio is the one that feedrate is measured against: install it, or name it with --fio")
        })?;
        Ok(Self {
            program: program::from_anywhere(program),
            version,
        })
    }

    /// Returns the options with which it asks and reaps `batch` transfers at once, past the page cache, of `depth` in
    /// flight.
    pub fn direct(depth: u32, batch: u32) -> String {
        let mut options = format!(" --direct=1 --iodepth={depth} --ioengine=io_uring --fixedbufs --registerfiles");
        if batch > 1 {
            options += &format!(
                " --iodepth_batch_submit={batch} --iodepth_batch_complete_min={batch} \
                 --iodepth_batch_complete_max={depth}"
            );
        }
        options
    }

    /// Runs jobs that move something each. It may leave files in `folder`.
    pub fn run(&self, options: &[String], folder: &Path, bench: &Bench) -> Result<(Vec<Job>, CommandRun), String> {
        let mut command = Command::new(&self.program);
        // It leaves a state file behind for some jobs; none of these, but then not elsewhere.
        command.args(options).current_dir(folder);
        run(command, bench)
    }

    /// Runs a job file.
    pub fn run_file(&self, job_file: &Path, folder: &Path, bench: &Bench) -> Result<(Vec<Job>, CommandRun), String> {
        self.run(&[job_file.display().to_string()], folder, bench)
    }

    /// Makes the files that a job file needs, and moves nothing in them.
    pub fn lay_out(&self, job_file: &Path, folder: &Path, bench: &Bench) -> Result<(), String> {
        let mut command = Command::new(&self.program);
        command.arg("--create_only=1").arg(job_file).current_dir(folder);
        bench.run(&mut command, Bounds::default()).map(drop)
    }
}

/// Runs a command that takes fio's options and prints what fio prints.
pub(crate) fn run(mut command: Command, bench: &Bench) -> Result<(Vec<Job>, CommandRun), String> {
    let output = bench.beside("fio.json");
    command
        .arg("--output-format=json")
        .arg(format!("--output={}", output.display()));
    let ran = bench.run(&mut command, Bounds::default())?;
    let jobs = read(&output)?;
    match jobs.iter().find(|job| job.error != 0 || job.bytes() == 0) {
        Some(job) => Err(format!("a job failed with error {}", job.error)),
        None => Ok((jobs, ran)),
    }
}

/// Returns the option that names a file to fio, in whose lists of names a colon separates two.
pub fn file_name(path: &Path) -> String {
    format!("--filename={}", path.display().to_string().replace(':', "\\:"))
}

/// Returns the jobs of fio's output, which warnings may precede.
fn read(path: &Path) -> Result<Vec<Job>, String> {
    let cannot = |error: &dyn std::fmt::Display| format!("figures in fio's form: {error}");
    let text = fs::read_to_string(path).map_err(|error| cannot(&error))?;
    let start = text.find('{').unwrap_or_default();
    let output: Output = serde_json::from_str(&text[start..]).map_err(|error| cannot(&error))?;
    if output.jobs.is_empty() {
        return Err(cannot(&"they name no job"));
    }
    Ok(output.jobs)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_follow_each_other_and_their_jobs_do_not() {
        let flow = r#"{"io_bytes":1,"bw_bytes":1,"iops":1}"#;
        let job = |group: u32, milliseconds: u32| {
            let text = format!(
                r#"{{"error":0,"groupid":{group},"read":{flow},"write":{flow},"job_runtime":{milliseconds},
                "usr_cpu":0,"sys_cpu":0}}"#
            );
            serde_json::from_str::<Job>(&text).unwrap()
        };
        let jobs = [job(0, 500), job(0, 1500), job(1, 250)];
        assert!((seconds_of_groups(&jobs) - 1.75).abs() < 1e-9);
    }
}
