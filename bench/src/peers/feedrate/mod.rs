//! feedrate as a competitor.

mod measure;
mod program;
mod record;

use std::path::{Path, PathBuf};
use std::process::Command;

use serde::de::DeserializeOwned;

use crate::harness::arguments::Place;
use crate::harness::bench::{Bench, CommandRun};
use crate::peers::fio::{self, Job};
use crate::process::program as programs;
use crate::volume;

pub use measure::Figures;
pub use program::{Program, ProgramRun, library, library_of, put};
pub use record::{DataSet, Pipe, Record, Step, Usage};

/// The program.
#[derive(Debug)]
pub struct Feedrate {
    program: PathBuf,
    /// Its own name for itself.
    pub version: String,
}

impl Feedrate {
    /// The engine that moves blocks past the page cache in jobs, in the words of its own figures.
    pub const FASTEST: &str = "io_uring, registered buffers";

    /// The engine through the page cache.
    pub const COPIES: &str = "sync";

    /// Takes the program that an argument names, or else this clone's release build with these features.
    pub fn find(place: &Place, features: &[&str]) -> Result<Self, String> {
        let program = match place.feedrate() {
            Some(program) => programs::from_anywhere(&program),
            None => programs::release_build(features)?,
        };
        let version = programs::version(&program)?;
        Ok(Self { program, version })
    }

    /// Returns the program with one of its subcommands.
    pub fn command(&self, subcommand: &str) -> Command {
        let mut command = Command::new(&self.program);
        command.arg(subcommand);
        command
    }

    /// Runs a job file as fio does, and refuses the figures of another engine than `engine`. It may leave files in
    /// `folder`.
    pub fn fio(
        &self,
        job_file: &Path,
        engine: &str,
        folder: &Path,
        bench: &Bench,
    ) -> Result<(Vec<Job>, CommandRun), String> {
        let (jobs, ran) = self.fio_with_any_engine(job_file, folder, bench)?;
        match jobs.iter().find(|job| job.engines() != [engine]) {
            Some(job) => Err(format!("feedrate fell back to {:?}", job.engines())),
            None => Ok((jobs, ran)),
        }
    }

    /// Does the same with whatever engine the job file asks for.
    pub fn fio_with_any_engine(
        &self,
        job_file: &Path,
        folder: &Path,
        bench: &Bench,
    ) -> Result<(Vec<Job>, CommandRun), String> {
        let mut command = self.command("fio");
        command.arg(job_file).current_dir(folder);
        fio::run(command, bench)
    }
}

/// Reads a JSON document of feedrate.
pub fn read<T: DeserializeOwned>(path: &Path) -> Result<T, String> {
    volume::read_json(path, "feedrate's figures")
}
