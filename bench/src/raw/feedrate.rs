//! feedrate as a competitor.

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

/// Where feedrate's program is.
#[derive(Debug)]
pub struct Feedrate {
    program: PathBuf,
    /// What it calls itself.
    pub version: String,
}

/// What is read of feedrate's JSON.
#[derive(Debug, Deserialize)]
struct Document {
    runs: Vec<Figures>,
}

#[derive(Debug, Deserialize)]
struct Figures {
    bytes: u64,
    megabytes_per_second: f64,
    operations_per_second: f64,
    cpu: Cpu,
    streams: Vec<Stream>,
}

#[derive(Debug, Deserialize)]
struct Cpu {
    seconds_per_gigabyte: f64,
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
    /// Finds the program that the arguments name, or this clone's release build.
    pub fn find(arguments: &Arguments) -> Result<Self, String> {
        let program = match &arguments.feedrate {
            Some(program) => program.clone(),
            None => program::release_build()?,
        };
        let version = program::version(&program)?;
        Ok(Self { program, version })
    }

    /// The arguments for a case, the file's name and where figures go left out.
    pub fn options(case: &Case, size: u64, seconds: f64) -> Vec<String> {
        let mut options = format!("--page {} --size {size} --time {seconds}", case.block);
        options += match case.kind {
            Kind::DirectRead => " --do read --method direct",
            Kind::DirectWrite => " --do write --method direct --target overwrite",
            Kind::RandomRead => " --do read --method direct --order random",
            Kind::HotRead => " --do read --method cached",
        };
        if case.kind != Kind::HotRead {
            options += &format!(" --depth {}", case.depth);
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
        let output = file.beside("feedrate.json");
        let usage = child::run(
            Command::new(&self.program)
                .arg("measure")
                .arg(file.path())
                .args(Self::options(case, file.size(), seconds))
                .arg("--json")
                .arg(&output),
            &file.beside("feedrate.errors"),
            stop,
        )?;
        let figures = read(&output)?;
        check(case, &figures)?;
        Ok(Measurement {
            bytes: figures.bytes,
            megabytes_per_second: figures.megabytes_per_second,
            transfers_per_second: figures.operations_per_second,
            own_cpu_per_gigabyte: figures.cpu.seconds_per_gigabyte,
            whole_cpu_per_gigabyte: 0.0,
            storage_share: 0.0,
        }
        .with_whole(usage))
    }

    /// Makes the file that both programs then work on: every block written, and marked as its own.
    pub fn make(&self, path: &Path, size: u64, errors: &Path, stop: &Stop) -> Result<(), String> {
        let size = size.to_string();
        child::run(
            Command::new(&self.program)
                .arg("measure")
                .arg(path)
                .args(["--do", "write", "--target", "reserve", "--method", "direct"])
                .args(["--page", "1M", "--depth", "8", "--durable", "--size", &size]),
            errors,
            stop,
        )
        .map(drop)
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

/// Refuses figures of something else than the case: they would be compared all the same.
fn check(case: &Case, figures: &Figures) -> Result<(), String> {
    let slower = figures
        .streams
        .iter()
        .map(|stream| &stream.engine)
        .find(|engine| case.kind != Kind::HotRead && engine.kind != "uring-registered");
    match slower {
        Some(engine) => Err(format!(
            "{}: feedrate fell back to {}: {}",
            case.name,
            engine.kind,
            engine.refused.join("; ")
        )),
        None => Ok(()),
    }
}
