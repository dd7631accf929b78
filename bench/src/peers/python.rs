//! Programs that race through Python: a script gets a request, and leaves its figures.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::Command;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::json;

use crate::harness::arguments::PythonArgument;
use crate::harness::bench::Bench;
use crate::harness::run::Run;
use crate::process::child::{Bounds, Usage};
use crate::volume;

/// The part that all scripts share.
const SHARED: &str = include_str!("measured.py");

/// The Python that has the peers.
#[derive(Debug)]
pub struct Python {
    program: PathBuf,
    script: PathBuf,
    /// The versions of the peers, by name.
    pub versions: BTreeMap<String, String>,
}

impl Python {
    /// Looks for peers in a Python, by their names in the script.
    pub fn find(argument: &PythonArgument, script: &str, peers: &[&str], bench: &Bench) -> Result<Self, String> {
        volume::write(&bench.beside("measured.py"), SHARED)?;
        let path = bench.beside("peers.py");
        volume::write(&path, script)?;
        let mut python = Self {
            program: argument.path(),
            script: path,
            versions: BTreeMap::new(),
        };
        let request = json!({"task": "versions", "peers": peers});
        let versions = python.execute(&request, Bounds::default(), bench);
        (python.versions, _) = versions.map_err(|error| {
            let peers = peers.join(" and ");
            format!("{error}; name a Python that has {peers} with --python")
        })?;
        Ok(python)
    }

    /// Runs the script with a request.
    pub fn execute<T: DeserializeOwned>(
        &self,
        request: &impl Serialize,
        bounds: Bounds,
        bench: &Bench,
    ) -> Result<(T, Usage), String> {
        let figures = bench.beside("peer.json");
        let request = serde_json::to_string(request).map_err(|error| error.to_string())?;
        let mut command = Command::new(&self.program);
        command.arg(&self.script).arg(request).arg(&figures);
        let ran = bench.run(&mut command, bounds)?;
        Ok((volume::read_json(&figures, "a peer's figures")?, ran.usage))
    }

    /// Runs the script with the request of a run.
    pub fn run(&self, request: &impl Serialize, bounds: Bounds, bench: &Bench) -> Result<Run, String> {
        let (run, usage) = self.execute::<Run>(request, bounds, bench)?;
        Ok(run.of_process(usage))
    }

    /// Returns the versions as `DuckDB 1.4.5`.
    pub fn named_versions(&self) -> impl Iterator<Item = String> {
        let versions = self.versions.iter();
        versions.map(|(peer, version)| format!("{peer} {version}"))
    }
}
