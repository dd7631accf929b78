//! feedrate as a competitor.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde::Deserialize;

use crate::child::{self, Stop, Usage};
use crate::fio::{self, Job};
use crate::program;

/// Where feedrate's program is.
#[derive(Debug)]
pub struct Feedrate {
    program: PathBuf,
    /// What it calls itself.
    pub version: String,
}

/// What is read of the JSON of `feedrate measure`.
#[derive(Debug, Deserialize)]
struct Document {
    runs: Vec<Figures>,
}

/// The figures of one run of `feedrate measure`.
#[derive(Debug, Deserialize)]
pub struct Figures {
    /// Bytes moved.
    pub bytes: u64,
    /// Until the last stream was done, and what it wrote had reached the device if that was asked.
    pub seconds: f64,
    /// 10^6 bytes a second.
    pub megabytes_per_second: f64,
    /// Transfers a second.
    pub operations_per_second: f64,
    /// Processor time.
    pub cpu: Cpu,
    /// Bytes that came from storage, where the kernel tells.
    pub storage_read_bytes: Option<u64>,
    streams: Vec<Stream>,
}

/// Processor time of a run.
#[derive(Debug, Deserialize)]
pub struct Cpu {
    /// Seconds for 10^9 bytes moved.
    pub seconds_per_gigabyte: f64,
}

#[derive(Debug, Deserialize)]
struct Stream {
    engine: Engine,
}

#[derive(Debug, Deserialize)]
struct Engine {
    kind: String,
    refused: Vec<String>,
}

impl Feedrate {
    /// What moves blocks past the page cache in jobs, in the words of its own figures.
    pub const FASTEST: &str = "io_uring, registered buffers";

    /// The same through the page cache.
    pub const COPIES: &str = "sync";

    /// Takes the program at a path, or else this clone's release build with these features.
    pub fn find(program: Option<&Path>, features: &[&str]) -> Result<Self, String> {
        let program = match program {
            Some(program) => program::from_anywhere(program),
            None => program::release_build(features)?,
        };
        let version = program::version(&program)?;
        Ok(Self { program, version })
    }

    /// The program with one of its subcommands.
    pub fn command(&self, subcommand: &str) -> Command {
        let mut command = Command::new(&self.program);
        command.arg(subcommand);
        command
    }

    /// Runs `feedrate measure` on a file. Its figures go to `output`, what it says on standard error
    /// to `errors`.
    pub fn measure(
        &self,
        file: &Path,
        options: &[String],
        output: &Path,
        errors: &Path,
        stop: &Stop,
    ) -> Result<(Figures, Usage), String> {
        let usage = child::run(
            self.command("measure")
                .arg(file)
                .args(options)
                .arg("--json")
                .arg(output),
            errors,
            stop,
        )?;
        Ok((read(output)?, usage))
    }

    /// Runs a job file as fio does, and refuses the figures of another engine than `engine`. Its figures go to `output`,
    /// what it says on standard error to `errors`; `folder` is where it may leave what it likes.
    pub fn fio(
        &self,
        job_file: &Path,
        engine: &str,
        folder: &Path,
        output: &Path,
        errors: &Path,
        stop: &Stop,
    ) -> Result<(Vec<Job>, Usage), String> {
        let (jobs, usage) = self.fio_with_any_engine(job_file, folder, output, errors, stop)?;
        match jobs.iter().find(|job| job.engines() != [engine]) {
            Some(job) => Err(format!("feedrate fell back to {:?}", job.engines())),
            None => Ok((jobs, usage)),
        }
    }

    /// Does the same with whatever engine the job file asks for.
    pub fn fio_with_any_engine(
        &self,
        job_file: &Path,
        folder: &Path,
        output: &Path,
        errors: &Path,
        stop: &Stop,
    ) -> Result<(Vec<Job>, Usage), String> {
        let mut command = self.command("fio");
        command.arg(job_file).current_dir(folder);
        fio::run(command, output, errors, stop)
    }

    /// Makes a file that programs then work on: every block written, and marked as feedrate's own.
    pub fn make(&self, path: &Path, size: u64, errors: &Path, stop: &Stop) -> Result<(), String> {
        let size = size.to_string();
        child::run(
            self.command("measure")
                .arg(path)
                .args(["--do", "write", "--target", "reserve", "--method", "direct"])
                .args(["--page", "1M", "--depth", "8", "--durable", "--size", &size]),
            errors,
            stop,
        )
        .map(drop)
    }
}

impl Figures {
    /// Refuses figures of a slower engine than the fastest: they would be compared all the same.
    pub fn with_fastest_engine(self) -> Result<Self, String> {
        let slower = self
            .streams
            .iter()
            .map(|stream| &stream.engine)
            .find(|engine| engine.kind != "uring-registered");
        match slower {
            Some(engine) => Err(format!(
                "feedrate fell back to {}: {}",
                engine.kind,
                engine.refused.join("; ")
            )),
            None => Ok(self),
        }
    }
}

fn read(path: &Path) -> Result<Figures, String> {
    let text = fs::read_to_string(path).map_err(|error| format!("feedrate's figures: {error}"))?;
    let document: Document =
        serde_json::from_str(&text).map_err(|error| format!("feedrate's figures: {error}"))?;
    document
        .runs
        .into_iter()
        .next()
        .ok_or_else(|| "feedrate's figures hold no run".to_owned())
}
