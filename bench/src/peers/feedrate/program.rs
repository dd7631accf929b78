//! `feedrate run`: a program, its options, and its record, log and listing.

use std::path::{Path, PathBuf};
use std::process::Command;

use super::{Feedrate, Record, read};
use crate::harness::bench::Bench;
use crate::harness::run::Run;
use crate::process::child::{Bounds, Usage};
use crate::volume;

/// The beginning of the lines of a log that tell numbers. These are bits, for which no format rounds.
const FOUND: &str = "found ";

/// A program that is to run.
#[derive(Debug)]
pub struct Program<'a> {
    bench: &'a Bench,
    command: Command,
    bounds: Bounds,
    work: PathBuf,
    figures: PathBuf,
    listing: PathBuf,
}

/// A program that ran to its end.
#[derive(Debug)]
pub struct ProgramRun {
    /// Its record.
    pub record: Record,
    /// The resources of its process, and of those that it waited for.
    pub usage: Usage,
    /// Its log.
    pub log: String,
    /// The file of its listing.
    pub listing: PathBuf,
}

impl Feedrate {
    /// Prepares a program, given as text.
    pub fn program<'a>(&self, text: &str, bench: &'a Bench) -> Result<Program<'a>, String> {
        let source = bench.beside("program.sas");
        volume::write(&source, text)?;
        let mut command = self.command("run");
        command.arg(source);
        Ok(Program {
            command,
            bounds: Bounds::default(),
            work: bench.subfolder("work")?,
            figures: bench.beside("record.json"),
            listing: "/dev/null".into(),
            bench,
        })
    }
}

impl Program<'_> {
    /// Sets a macro variable.
    #[must_use]
    pub fn set(mut self, name: &str, value: impl std::fmt::Display) -> Self {
        self.command.args(["--let", &format!("{name}={value}")]);
        self
    }

    /// Sets a system option, such as `bufsize=64k`.
    #[must_use]
    pub fn option(mut self, option: impl AsRef<str>) -> Self {
        self.command.args(["-o", option.as_ref()]);
        self
    }

    /// Sets several of them.
    #[must_use]
    pub fn options<T: AsRef<str>>(self, options: impl IntoIterator<Item = T>) -> Self {
        options.into_iter().fold(self, Self::option)
    }

    /// Bounds its process.
    #[must_use]
    pub fn within(self, bounds: Bounds) -> Self {
        Self { bounds, ..self }
    }

    /// Keeps its listing, which is thrown away otherwise.
    #[must_use]
    pub fn with_listing(self) -> Self {
        Self {
            listing: self.bench.beside("listing"),
            ..self
        }
    }

    /// Has it WORK in another folder.
    #[must_use]
    pub fn with_work(self, work: &Path) -> Self {
        Self {
            work: work.to_owned(),
            ..self
        }
    }

    /// Runs it to its end.
    pub fn run(mut self) -> Result<ProgramRun, String> {
        self.command.arg("--work").arg(&self.work);
        self.command.arg("--listing").arg(&self.listing);
        self.command.arg("--json").arg(&self.figures);
        let ran = self.bench.run(&mut self.command, self.bounds)?;
        Ok(ProgramRun {
            record: read(&self.figures)?,
            usage: ran.usage,
            log: ran.said,
            listing: self.listing,
        })
    }
}

impl ProgramRun {
    /// Returns its figures, with the numbers that [`put`] wrote to the log.
    pub fn figures(&self) -> Result<Run, String> {
        let usage = &self.record.usage;
        let run = Run {
            seconds: usage.real_seconds,
            cpu_seconds: usage.cpu_seconds(),
            storage_read_bytes: usage.storage_read_bytes,
            peak_memory_bytes: 0,
            numbers: self.numbers()?,
            notes: self.record.notes(),
        };
        Ok(run.of_process(self.usage))
    }

    /// Returns the numbers that [`put`] wrote to the log.
    pub fn numbers(&self) -> Result<Vec<f64>, String> {
        numbers(&self.log)
    }
}

fn numbers(log: &str) -> Result<Vec<f64>, String> {
    log.lines()
        .filter_map(|line| line.strip_prefix(FOUND))
        .map(|bits| u64::from_str_radix(bits.trim(), 16).map(f64::from_bits))
        .collect::<Result<_, _>>()
        .map_err(|error| format!("feedrate's numbers: {error}"))
}

/// Returns the statement that gives a folder of data sets a name.
pub fn library(name: &str, folder: &Path) -> String {
    library_of(name, None, folder)
}

/// Returns the statement that gives a folder a name, whose files are of an engine, or data sets.
pub fn library_of(name: &str, engine: Option<&str>, folder: &Path) -> String {
    let folder = folder.display().to_string().replace('\'', "''");
    let engine = engine.map(|engine| format!("{engine} ")).unwrap_or_default();
    format!("libname {name} {engine}'{folder}';\n")
}

/// Returns the statements that write variables to the log, so that their numbers can be read from it.
pub fn put(names: &[&str]) -> String {
    let line = |name: &&str| format!("put '{FOUND}' {name} hex16.; ");
    names.iter().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_those_of_lines_that_tell_them() {
        let log = "12   put 'found ' n hex16.;\nfound 4008000000000000\nfound C000000000000000 \n";
        assert_eq!(numbers(log), Ok(vec![3.0, -2.0]));
        assert!(numbers("found XYZ\n").is_err());
        assert_eq!(put(&["n"]), "put 'found ' n hex16.; ");
        let statement = library("in", Path::new("/it's"));
        assert_eq!(statement, "libname in '/it''s';\n");
        let statement = library_of("in", Some("parquet"), Path::new("/its"));
        assert_eq!(statement, "libname in parquet '/its';\n");
    }
}
