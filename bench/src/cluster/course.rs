//! A run of all queries.

use std::fmt;

use feedrate_bench::harness::bench::Bench;
use feedrate_bench::peers::feedrate::{Feedrate, library};
use feedrate_bench::process::child::Bounds;
use feedrate_bench::volume;
use serde::Serialize;

use super::machines::Machines;
use super::queries::{COUNT, Program};
use super::results::Results;
use super::tables::{Format, Tables};

/// The beginning of the line of the log about a query that was executed on a cluster.
const ON_CLUSTER: &str = "NOTE: The query was run on the cluster";

/// The place where queries are executed: the number of executors; 0 for the process of the program itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Way(pub u32);

impl fmt::Display for Way {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            0 => formatter.write_str("one process"),
            1 => formatter.write_str("1 executor"),
            executors => write!(formatter, "{executors} executors"),
        }
    }
}

/// All that runs share.
#[derive(Debug)]
pub struct Course {
    pub bench: Bench,
    pub feedrate: Feedrate,
    pub tables: Tables,
    pub scale: f64,
}

/// The figures of a run.
#[derive(Debug, Serialize)]
pub struct Run {
    /// The files.
    pub format: Format,
    /// The place where the queries were executed.
    pub executors: Way,
    /// The seconds of each query.
    pub seconds: Vec<f64>,
}

impl Course {
    /// Runs all queries, and returns their times and rows.
    pub fn run(&self, format: Format, way: Way) -> Result<(Run, Results), String> {
        let out = self.bench.folder().join("out");
        volume::remove(&out)?;
        volume::make(&out)?;
        volume::settle(self.bench.folder())?;
        let machines = match way {
            Way(0) => None,
            Way(executors) => {
                let work = self.bench.subfolder("executors")?;
                Some(Machines::start(&self.feedrate, executors, &work)?)
            }
        };
        let address = machines.as_ref().map(|machines| machines.address.as_str());
        let libraries = self.tables.libname(format, address) + "\n" + &library("out", &out);
        let program = Program::new(&libraries, &out.to_string_lossy(), self.scale);
        let bounds = Bounds {
            // OUTOBS= warns that it leaves out rows.
            most_code: 1,
            ..Bounds::default()
        };
        let prepared = self.feedrate.program(&program.text, &self.bench)?;
        let finished = prepared.within(bounds).run()?;
        let executed = finished.log.lines().filter(|line| line.starts_with(ON_CLUSTER)).count();
        if machines.is_some() && executed != COUNT {
            return Err(format!("{executed} of {COUNT} queries were executed on the cluster"));
        }
        drop(machines);
        let mut seconds = vec![0.0; COUNT];
        for step in &finished.record.steps {
            if let Some((query, usage)) = program.query_of(step.line).zip(step.usage.as_ref()) {
                seconds[query] += usage.real_seconds;
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
