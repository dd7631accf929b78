//! DuckDB and Polars, through Python.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use feedrate_bench::child::{self, Stop};
use serde::Deserialize;
use serde::de::DeserializeOwned;

use crate::case::{Case, ROW_BYTES, VARIABLES};
use crate::measurement::Own;
use crate::stage::Stage;
use crate::way::{Format, Who};

/// What each of them does.
const SCRIPT: &str = include_str!("peers.py");

/// The Python that has the peers.
#[derive(Debug)]
pub struct Python {
    program: PathBuf,
    script: PathBuf,
    /// The versions of the peers, by name.
    pub versions: BTreeMap<String, String>,
}

/// What the script tells of a run.
#[derive(Debug, Deserialize)]
struct Figures {
    seconds: f64,
    cpu_seconds: f64,
    storage_read_bytes: Option<u64>,
}

#[derive(Debug, Deserialize)]
struct Nothing {}

impl Python {
    /// Looks which peers a Python has; the script goes to the stage.
    pub fn find(program: &Path, stage: &Stage, stop: &Stop) -> Result<Self, String> {
        let script = stage.folder().join("peers.py");
        fs::write(&script, SCRIPT).map_err(|error| format!("cannot write a script: {error}"))?;
        let mut python = Self {
            program: program.to_owned(),
            script,
            versions: BTreeMap::new(),
        };
        python.versions = python
            .execute(&["versions".to_owned()], stage, stop)
            .map_err(|error| {
                format!("{error}; name a Python that has DuckDB and Polars with --python")
            })?;
        Ok(python)
    }

    /// Runs a case once.
    pub fn run(
        &self,
        case: Case,
        rows: u64,
        (who, format): (Who, Format),
        (source, target): (&Path, &Path),
        stage: &Stage,
        stop: &Stop,
    ) -> Result<Own, String> {
        let mut words = vec![case.name().to_owned(), word(who), format.word().to_owned()];
        match case {
            Case::Write => words.extend([rows.to_string(), VARIABLES.to_string()]),
            Case::Copy => words.push(text(source)?),
        }
        words.push(text(target)?);
        let figures: Figures = self.execute(&words, stage, stop)?;
        Ok(Own {
            data_bytes: rows * ROW_BYTES,
            seconds: figures.seconds,
            cpu_seconds: figures.cpu_seconds,
            storage_read_bytes: figures.storage_read_bytes,
        })
    }

    /// Refuses a table that has not the rows and values that it should have.
    pub fn check(
        &self,
        rows: u64,
        (who, format): (Who, Format),
        table: &Path,
        stage: &Stage,
        stop: &Stop,
    ) -> Result<(), String> {
        let words = [
            "check".to_owned(),
            word(who),
            format.word().to_owned(),
            rows.to_string(),
            VARIABLES.to_string(),
            text(table)?,
        ];
        self.execute::<Nothing>(&words, stage, stop).map(drop)
    }

    fn execute<T: DeserializeOwned>(
        &self,
        words: &[String],
        stage: &Stage,
        stop: &Stop,
    ) -> Result<T, String> {
        let figures = stage.beside("peer.json");
        let mut command = Command::new(&self.program);
        command.arg(&self.script).args(words).arg(&figures);
        child::run(&mut command, &stage.beside("peer.errors"), stop)?;
        fs::read_to_string(&figures)
            .map_err(|error| error.to_string())
            .and_then(|text| serde_json::from_str(&text).map_err(|error| error.to_string()))
            .map_err(|error| format!("a peer's figures: {error}"))
    }
}

fn word(who: Who) -> String {
    who.name().to_lowercase()
}

fn text(path: &Path) -> Result<String, String> {
    match path.to_str() {
        Some(text) => Ok(text.to_owned()),
        None => Err(format!(
            "{} is no text; give another --folder",
            path.display()
        )),
    }
}
