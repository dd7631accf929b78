//! `feedrate measure`: transfers, and nothing done with them.

use std::path::Path;

use serde::Deserialize;

use super::Feedrate;
use crate::harness::bench::{Bench, CommandRun};
use crate::process::child::Bounds;

/// The JSON of `feedrate measure`, as far as it is read.
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
    /// Runs `feedrate measure` on a file, with options that are separated by blanks and others that are not.
    pub fn measure(
        &self,
        file: &Path,
        options: &str,
        more: &[&str],
        bench: &Bench,
    ) -> Result<(Figures, CommandRun), String> {
        let output = bench.beside("feedrate.json");
        let mut command = self.command("measure");
        command.arg(file).args(options.split_whitespace()).args(more);
        command.arg("--json").arg(&output);
        let ran = bench.run(&mut command, Bounds::default())?;
        let document: Document = super::read(&output)?;
        let figures = document.runs.into_iter().next();
        Ok((figures.ok_or("feedrate's figures hold no run")?, ran))
    }

    /// Makes a file that programs then work on: every block written, and marked as feedrate's own.
    pub fn make(&self, path: &Path, size: u64, bench: &Bench) -> Result<(), String> {
        let options =
            format!("--do write --target reserve --method direct --page 1M --depth 8 --durable --size {size}");
        let mut command = self.command("measure");
        command.arg(path).args(options.split_whitespace());
        bench.run(&mut command, Bounds::default()).map(drop)
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
