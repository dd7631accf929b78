//! `feedrate run` on the table.

use std::fs;
use std::time::Duration;

use feedrate_bench::child::{self, Bounds, Stop};
use feedrate_bench::feedrate::Feedrate;
use serde::Deserialize;

use crate::programs::FOUND;
use crate::run::Run;
use crate::stage::Stage;

/// feedrate, and what bounds it.
#[derive(Debug)]
pub struct Ours {
    /// The program.
    pub feedrate: Feedrate,
    /// For how long a run may take.
    pub patience: Duration,
    /// Ends it.
    pub stop: Stop,
}

/// What is read of the JSON of `feedrate run`.
#[derive(Debug, Deserialize)]
struct Record {
    usage: Usage,
    steps: Vec<Step>,
}

#[derive(Debug, Deserialize)]
struct Usage {
    real_seconds: f64,
    user_cpu_seconds: f64,
    system_cpu_seconds: f64,
    storage_read_bytes: Option<u64>,
}

#[derive(Debug, Deserialize)]
struct Step {
    executor: Option<String>,
    interpreted_because: Option<String>,
}

impl Ours {
    /// Runs a program once.
    pub fn run(&self, text: &str, stage: &Stage) -> Result<Run, String> {
        let (program, figures) = (stage.beside("program.sas"), stage.beside("feedrate.json"));
        let (log, listing) = (
            stage.beside("feedrate.log"),
            stage.beside("feedrate.listing"),
        );
        fs::write(&program, text).map_err(|error| format!("cannot write a program: {error}"))?;
        let mut command = self.feedrate.command("run");
        command.arg(&program).arg("--json").arg(&figures);
        command.arg("--listing").arg(&listing);
        command.arg("--work").arg(stage.work());
        let bounds = Bounds {
            patience: Some(self.patience),
            ..Bounds::default()
        };
        child::run_within(&mut command, &log, bounds, &self.stop)
            .map_err(|error| shortened(&error))?;
        let cannot = |error: String| format!("feedrate's figures: {error}");
        let text = fs::read_to_string(&figures).map_err(|error| cannot(error.to_string()))?;
        let record: Record =
            serde_json::from_str(&text).map_err(|error| cannot(error.to_string()))?;
        let log = fs::read_to_string(&log).map_err(|error| cannot(error.to_string()))?;
        Ok(Run {
            seconds: record.usage.real_seconds,
            cpu_seconds: record.usage.user_cpu_seconds + record.usage.system_cpu_seconds,
            storage_read_bytes: record.usage.storage_read_bytes,
            numbers: found(&log).map_err(cannot)?,
            plan: record.plan(),
        })
    }
}

impl Record {
    /// Who did the statements of DATA steps, and why not machine code.
    fn plan(&self) -> String {
        let told = self.steps.iter().flat_map(|step| {
            let because = step.interpreted_because.iter();
            let because = because.map(|reason| format!("because {reason}"));
            step.executor.iter().cloned().chain(because)
        });
        told.collect::<Vec<_>>().join("; ")
    }
}

/// The numbers that a log tells.
fn found(log: &str) -> Result<Vec<f64>, String> {
    log.lines()
        .filter_map(|line| line.strip_prefix(FOUND))
        .map(|bits| u64::from_str_radix(bits.trim(), 16).map(f64::from_bits))
        .collect::<Result<_, _>>()
        .map_err(|error| error.to_string())
}

/// What failed, with the first error of a log and not all of it.
fn shortened(error: &str) -> String {
    match error.split_once(": ").zip(error.find("ERROR")) {
        Some(((how, _), place)) => {
            let line: String = error[place..].chars().take(300).collect();
            format!("{how}: {line}")
        }
        None => error.chars().take(600).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_those_of_lines_that_tell_them() {
        let log = "12   put 'found ' n hex16.;\nfound 4008000000000000\nfound C000000000000000 \n";
        assert_eq!(found(log), Ok(vec![3.0, -2.0]));
        assert!(found("found XYZ\n").is_err());
    }
}
