//! A run of all queries.

use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use feedrate_bench::child::{self, Bounds, Stop};
use feedrate_bench::feedrate::Feedrate;
use feedrate_bench::volume;
use serde::{Deserialize, Serialize};

use crate::arguments::Format;
use crate::machines::Machines;
use crate::queries::{COUNT, Program};
use crate::results::Results;
use crate::tables::Tables;
use crate::way::Way;

/// What the log says about a query that was executed on a cluster.
const THERE: &str = "NOTE: The query was run on the cluster";

/// What runs share.
#[derive(Debug)]
pub struct Course {
    pub feedrate: Feedrate,
    pub tables: Tables,
    pub folder: PathBuf,
    pub scale: f64,
    pub patience: Duration,
    pub stop: Stop,
}

/// The figures of a run.
#[derive(Debug, Serialize)]
pub struct Run {
    /// The files.
    pub format: Format,
    /// Where the queries were executed.
    pub executors: Way,
    /// The seconds of each query.
    pub seconds: Vec<f64>,
}

/// What is read of the JSON of `feedrate run`.
#[derive(Debug, Deserialize)]
struct Record {
    steps: Vec<Step>,
}

#[derive(Debug, Deserialize)]
struct Step {
    line: usize,
    usage: Usage,
}

#[derive(Debug, Deserialize)]
struct Usage {
    real_seconds: f64,
}

impl Course {
    /// Runs all queries, and returns their times and rows.
    pub fn run(&self, format: Format, way: Way) -> Result<(Run, Results), String> {
        let failed = |error: std::io::Error| format!("cannot prepare a run: {error}");
        let out = self.folder.join("out");
        if out.exists() {
            fs::remove_dir_all(&out).map_err(failed)?;
        }
        fs::create_dir(&out).map_err(failed)?;
        volume::settle(&self.folder)?;
        let machines = match way {
            Way(0) => None,
            Way(executors) => {
                let work = self.folder.join("work");
                Some(Machines::start(&self.feedrate, executors, &work)?)
            }
        };
        let address = machines.as_ref().map(|machines| machines.address.as_str());
        let libname = self.tables.libname(format, address);
        let program = Program::new(&libname, &out.to_string_lossy(), self.scale);
        let [source, log, figures, errors] =
            ["q.sas", "q.log", "q.json", "q.err"].map(|name| self.folder.join(name));
        fs::write(&source, &program.text).map_err(failed)?;
        let bounds = Bounds {
            patience: Some(self.patience),
            // OUTOBS= warns that it leaves out rows.
            most_code: 1,
            ..Bounds::default()
        };
        let mut command = self.feedrate.command("run");
        command
            .arg(&source)
            .arg("--log")
            .arg(&log)
            .arg("--json")
            .arg(&figures);
        let ran = child::run_within(&mut command, &errors, bounds, &self.stop);
        let log = fs::read_to_string(&log).unwrap_or_default();
        ran.map_err(|error| {
            let wrong = log.lines().find(|line| line.starts_with("ERROR"));
            format!("{error}: {}", wrong.unwrap_or_default())
        })?;
        let there = log.lines().filter(|line| line.starts_with(THERE)).count();
        if machines.is_some() && there != COUNT {
            return Err(format!(
                "{there} of {COUNT} queries were executed on the cluster"
            ));
        }
        drop(machines);
        let text = fs::read_to_string(&figures).map_err(failed)?;
        let record: Record = serde_json::from_str(&text)
            .map_err(|error| format!("the figures cannot be read: {error}"))?;
        let mut seconds = vec![0.0; COUNT];
        for step in record.steps {
            if let Some(query) = program.query_of(step.line) {
                seconds[query] += step.usage.real_seconds;
            }
        }
        let run = Run {
            format,
            executors: way,
            seconds,
        };
        Ok((run, Results::read(&out)?))
    }
}
