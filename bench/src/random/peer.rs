//! SQLite and DuckDB, through Python.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use feedrate_bench::child::{self, Bounds, Stop};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::data::{
    Data, KEY_FACTOR, LOOKUP_FACTOR, LOOKUP_PRIME, NUMBERS, POINT_FACTOR, ROW_BYTES, TEXTS,
};
use crate::run::Run;
use crate::stage::Stage;
use crate::way::{Way, Who};

/// What each of them does.
const SCRIPT: &str = include_str!("peers.py");

/// The Python that has the peers.
#[derive(Debug)]
pub struct Python {
    program: PathBuf,
    script: PathBuf,
    patience: Duration,
    stop: Stop,
    /// The versions of the peers, by name.
    pub versions: BTreeMap<String, String>,
}

impl Python {
    /// Looks for the peers in a Python; the script goes to the stage.
    pub fn find(
        program: &Path,
        patience: Duration,
        stage: &Stage,
        stop: &Stop,
    ) -> Result<Self, String> {
        let script = stage.beside("peers.py");
        fs::write(&script, SCRIPT).map_err(|error| format!("cannot write a script: {error}"))?;
        let mut python = Self {
            program: program.to_owned(),
            script,
            patience,
            stop: stop.clone(),
            versions: BTreeMap::new(),
        };
        let peers = [Who::Sqlite, Who::Duckdb].map(Who::name);
        let request = json!({"task": "versions", "peers": peers});
        python.versions = python.execute(&request, stage).map_err(|error| {
            format!("{error}; name a Python that has apsw and duckdb with --python")
        })?;
        Ok(python)
    }

    /// Makes the table and the keys of a peer.
    pub fn make(&self, who: Who, data: &Data, stage: &Stage) -> Result<(), String> {
        let way = Way {
            who,
            how: "default",
        };
        let request = request("make", way, data, data.lookups, stage)?;
        self.execute::<Value>(&request, stage).map(drop)
    }

    /// Does a task once.
    pub fn run(
        &self,
        task: &str,
        way: Way,
        (data, count): (&Data, u64),
        stage: &Stage,
    ) -> Result<Run, String> {
        self.execute(&request(task, way, data, count, stage)?, stage)
    }

    fn execute<T: DeserializeOwned>(
        &self,
        request: &impl Serialize,
        stage: &Stage,
    ) -> Result<T, String> {
        let figures = stage.beside("peer.json");
        let request = serde_json::to_string(request).map_err(|error| error.to_string())?;
        let mut command = Command::new(&self.program);
        command.arg(&self.script).arg(request).arg(&figures);
        let bounds = Bounds {
            patience: Some(self.patience),
            ..Bounds::default()
        };
        child::run_within(
            &mut command,
            &stage.beside("peer.errors"),
            bounds,
            &self.stop,
        )?;
        fs::read_to_string(&figures)
            .map_err(|error| error.to_string())
            .and_then(|text| serde_json::from_str(&text).map_err(|error| error.to_string()))
            .map_err(|error| format!("a peer's figures: {error}"))
    }
}

fn request(task: &str, way: Way, data: &Data, count: u64, stage: &Stage) -> Result<Value, String> {
    let database = stage.of(way.who).join("big.database");
    let database = database
        .to_str()
        .ok_or_else(|| format!("{} is no text; give another --folder", database.display()))?;
    Ok(json!({
        "task": task,
        "peer": way.who.name(),
        "way": way.how,
        "database": database,
        "rows": data.rows,
        "prime": data.prime,
        "count": count,
        "key_factor": KEY_FACTOR,
        "lookup_factor": LOOKUP_FACTOR,
        "lookup_prime": LOOKUP_PRIME,
        "point_factor": POINT_FACTOR,
        "numbers": NUMBERS,
        "texts": TEXTS,
        // All of the table and its index fit twice.
        "cache_kib": (data.rows * ROW_BYTES * 4) >> 10,
    }))
}
