//! A bench at work: its folder, its children, a signal that stops it, and the report at its end.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use feedrate_stats::Verdict;
use serde::Serialize;
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use tempfile::TempDir;

use super::arguments::Place;
use super::conditions::Conditions;
use super::rounds::show;
use super::table;
use crate::process::child::{self, Bounds, Stop, Usage};
use crate::volume;

/// A bench at work. Its folder goes with it.
#[derive(Debug)]
pub struct Bench {
    name: &'static str,
    folder: TempDir,
    path: PathBuf,
    json: Option<PathBuf>,
    patience: Option<Duration>,
    stop: Stop,
    before: Conditions,
    versions: Vec<String>,
}

/// All figures, for other programs.
#[derive(Serialize)]
struct Report<'a, T> {
    bench: &'a str,
    versions: &'a [String],
    /// Before and after.
    conditions: [&'a Conditions; 2],
    #[serde(flatten)]
    figures: &'a T,
}

/// A command that ended well.
#[derive(Clone, Debug)]
pub struct CommandRun {
    /// The resources of its process.
    pub usage: Usage,
    /// The text of its standard error.
    pub said: String,
}

impl Bench {
    /// Makes the folder of a bench, in which all its files are. From now on a signal stops it.
    pub fn begin(name: &'static str, place: &Place) -> Result<Self, String> {
        let stop = Arc::new(AtomicBool::new(false));
        for signal in [SIGINT, SIGTERM, SIGHUP] {
            signal_hook::flag::register(signal, Arc::clone(&stop))
                .map_err(|error| format!("cannot listen for signals: {error}"))?;
        }
        let folder = folder(name, &place.folder)?;
        let path = folder.path().canonicalize();
        Ok(Self {
            name,
            path: path.map_err(|error| format!("cannot find the folder: {error}"))?,
            folder,
            json: place.json.clone(),
            patience: None,
            stop,
            before: Conditions::now(),
            versions: Vec::new(),
        })
    }

    /// Ends each run that takes longer.
    #[must_use]
    pub fn with_patience(self, patience: Duration) -> Self {
        Self {
            patience: Some(patience),
            ..self
        }
    }

    /// Returns the folder.
    pub fn folder(&self) -> &Path {
        &self.path
    }

    /// Returns a path in the folder for something small; a file that was there is removed.
    pub fn beside(&self, name: &str) -> PathBuf {
        let path = self.path.join(name);
        // It need not exist, and who writes there says what else is wrong.
        let _ = fs::remove_file(&path);
        path
    }

    /// Makes a folder in the folder, unless it is there.
    pub fn subfolder(&self, name: &str) -> Result<PathBuf, String> {
        let path = self.path.join(name);
        volume::make(&path)?;
        Ok(path)
    }

    /// Refuses a volume in which fewer bytes are free; `fewer` says how to need less.
    pub fn need_room(&self, bytes: u64, fewer: &str) -> Result<(), String> {
        volume::check_room(&self.path, bytes, fewer)
    }

    /// Returns the flag that a signal sets.
    pub fn stop(&self) -> &Stop {
        &self.stop
    }

    /// Returns an error if a signal came.
    pub fn check(&self) -> Result<(), String> {
        match self.stop.load(Ordering::Relaxed) {
            true => Err("interrupted".into()),
            false => Ok(()),
        }
    }

    /// Runs a command to its end, or until it goes beyond a bound.
    pub fn run(&self, command: &mut Command, bounds: Bounds) -> Result<CommandRun, String> {
        self.check()?;
        let bounds = Bounds {
            patience: bounds.patience.or(self.patience),
            ..bounds
        };
        let errors = self.beside("errors");
        let usage = child::run_within(command, &errors, bounds, &self.stop)?;
        let said = fs::read(&errors).map_err(|error| format!("cannot read a log: {error}"))?;
        Ok(CommandRun {
            usage,
            said: String::from_utf8_lossy(&said).into_owned(),
        })
    }

    /// Prints the versions, the machine, and lines that say how it is measured. The conditions count from the first
    /// time.
    pub fn head(&mut self, versions: Vec<String>, lines: &str) {
        let now = Conditions::now();
        show("");
        println!("{}\n{now}\n{lines}", versions.join(", "));
        if self.versions.is_empty() {
            self.before = now;
        }
        for version in versions {
            if !self.versions.contains(&version) {
                self.versions.push(version);
            }
        }
    }

    /// Prints the sum of the verdicts and whether the machine was quiet, and writes the figures. Returns true if none
    /// failed.
    pub fn end(&self, verdicts: &[Verdict], figures: &impl Serialize) -> Result<bool, String> {
        let after = Conditions::now();
        let sum = table::sum_of(verdicts);
        println!("{sum}{}", self.before.until(&after));
        if let Some(path) = &self.json {
            let report = Report {
                bench: self.name,
                versions: &self.versions,
                conditions: [&self.before, &after],
                figures,
            };
            let text = serde_json::to_string_pretty(&report).map_err(|error| error.to_string())?;
            volume::write(path, text + "\n")?;
        }
        Ok(!verdicts.contains(&Verdict::Failed))
    }

    /// Leaves the folder where it is.
    pub fn keep_folder(&mut self) {
        self.folder.disable_cleanup(true);
    }
}

/// Makes a new folder of a bench in another. It is removed with all that is in it when the value goes.
pub fn folder(bench: &str, within: &Path) -> Result<TempDir, String> {
    tempfile::Builder::new()
        .prefix(&format!("feedrate-{bench}-"))
        .tempdir_in(within)
        .map_err(|error| format!("cannot make a folder in {}: {error}", within.display()))
}

/// Returns the exit code of a bench: 0 if nothing failed, 1 if something did, and 2, with a line on standard error, if
/// nothing could be measured.
pub fn exit_code(name: &str, outcome: Result<bool, String>) -> ExitCode {
    match outcome {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(error) => {
            show("");
            eprintln!("{name}: {error}");
            ExitCode::from(2)
        }
    }
}
