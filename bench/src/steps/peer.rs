//! DuckDB, Polars and DataFusion, through Python.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use feedrate_bench::child::{self, Bounds, Stop};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::case::{Case, VARIABLES};
use crate::claims::{self, Columns};
use crate::job::Job;
use crate::keyed::{self, Rest};
use crate::measurement::Own;
use crate::stage::Stage;
use crate::values::Values;
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

/// What the script is told.
#[derive(Debug, Serialize)]
struct Request<'a> {
    task: &'a str,
    peer: &'static str,
    format: Format,
    rows: u64,
    columns: u64,
    values: Values,
    small_rows: u64,
    long: [Rest; 5],
    small: [Rest; 3],
    group_prefix: &'static str,
    claims: Columns,
    source: &'a str,
    target: &'a str,
    memory_bytes: Option<u64>,
    threads: Option<u32>,
}

/// What it tells of a run.
#[derive(Debug, Deserialize)]
struct Figures {
    seconds: f64,
    cpu_seconds: f64,
    storage_read_bytes: Option<u64>,
}

impl<'a> Request<'a> {
    fn of(task: &'a str, (who, format): (Who, Format), job: &'a Job) -> Result<Self, String> {
        Ok(Self {
            task,
            peer: who.name(),
            format,
            rows: job.rows,
            columns: VARIABLES,
            values: job.values,
            small_rows: keyed::SMALL_ROWS,
            long: keyed::LONG,
            small: keyed::SMALL,
            group_prefix: keyed::GROUP_PREFIX,
            claims: claims::COLUMNS,
            source: text(&job.source)?,
            target: text(&job.target)?,
            memory_bytes: job.memory_setting,
            threads: job.threads,
        })
    }
}

impl Python {
    /// Looks which peers a Python has; the script goes to the stage.
    pub fn find(
        program: &Path,
        cases: &[Case],
        stage: &Stage,
        stop: &Stop,
    ) -> Result<Self, String> {
        let script = stage.folder().join("peers.py");
        fs::write(&script, SCRIPT).map_err(|error| format!("cannot write a script: {error}"))?;
        let mut python = Self {
            program: program.to_owned(),
            script,
            versions: BTreeMap::new(),
        };
        let mut peers: Vec<_> = cases
            .iter()
            .flat_map(|case| case.field())
            .filter(|who| who.is_through_python())
            .map(|who| who.name())
            .collect();
        peers.sort_unstable();
        peers.dedup();
        let request = serde_json::json!({"task": "versions", "peers": peers});
        (python.versions, _) = python
            .execute(&request, Bounds::default(), stage, stop)
            .map_err(|error| {
                let peers = peers.join(" and ");
                format!("{error}; name a Python that has {peers} with --python")
            })?;
        Ok(python)
    }

    /// Runs a job once.
    pub fn run(
        &self,
        peer: (Who, Format),
        job: &Job,
        stage: &Stage,
        stop: &Stop,
    ) -> Result<Own, String> {
        let request = Request::of(job.task.word(), peer, job)?;
        let (figures, usage): (Figures, _) = self.execute(&request, job.bounds, stage, stop)?;
        Ok(Own {
            data_bytes: job.data_bytes(),
            seconds: figures.seconds,
            cpu_seconds: figures.cpu_seconds,
            storage_read_bytes: figures.storage_read_bytes,
            peak_memory_bytes: usage.peak_memory_bytes,
            notes: Vec::new(),
        })
    }

    /// The numbers that describe what a case wrote, in the order of those that are expected.
    pub fn found(
        &self,
        case: Case,
        peer: (Who, Format),
        job: &Job,
        stage: &Stage,
        stop: &Stop,
    ) -> Result<Vec<f64>, String> {
        let task = match case {
            Case::Write | Case::Copy => "describe-ends",
            Case::Means => "describe-means",
            Case::Sums => "describe-sums",
            Case::Join => "describe-join",
            Case::Group => "describe-group",
            Case::GroupText => "describe-group-text",
            Case::Sort | Case::SortSpilled => "describe-order",
            Case::Tabulate | Case::TabulateOne | Case::TabulateHot => "describe-tabulate",
        };
        self.execute(&Request::of(task, peer, job)?, job.bounds, stage, stop)
            .map(|(found, _)| found)
    }

    fn execute<T: DeserializeOwned>(
        &self,
        request: &impl Serialize,
        bounds: Bounds,
        stage: &Stage,
        stop: &Stop,
    ) -> Result<(T, child::Usage), String> {
        let figures = stage.beside("peer.json");
        let request = serde_json::to_string(request).map_err(|error| error.to_string())?;
        let mut command = Command::new(&self.program);
        command.arg(&self.script).arg(request).arg(&figures);
        let usage = child::run_within(&mut command, &stage.beside("peer.errors"), bounds, stop)?;
        let figures = fs::read_to_string(&figures)
            .map_err(|error| error.to_string())
            .and_then(|text| serde_json::from_str(&text).map_err(|error| error.to_string()))
            .map_err(|error| format!("a peer's figures: {error}"))?;
        Ok((figures, usage))
    }
}

fn text(path: &Path) -> Result<&str, String> {
    path.to_str()
        .ok_or_else(|| format!("{} is no text; give another --folder", path.display()))
}
