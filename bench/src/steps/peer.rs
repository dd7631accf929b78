//! DuckDB, Polars and DataFusion: the requests of their script.

use feedrate_bench::harness::bench::Bench;
use feedrate_bench::harness::run::Run;
use feedrate_bench::peers::python::Python;
use feedrate_bench::volume;
use serde_json::{Value, json};

use super::check::Check;
use super::claims;
use super::competitor::Who;
use super::format::Format;
use super::job::Job;
use super::keyed;
use super::open::task::CHARGE_LIMIT;
use super::wide::VARIABLES;

/// Returns the request of a job; with a check, that of the numbers which describe its result.
fn request((who, format): (Who, Format), job: &Job, check: Option<Check>) -> Result<Value, String> {
    Ok(json!({
        "task": job.task,
        "check": check,
        "peer": who.name(),
        "format": format,
        "files": job.files,
        "rows": job.rows,
        "columns": VARIABLES,
        "values": job.values,
        "small_rows": keyed::SMALL_ROWS,
        "long": keyed::LONG,
        "small": keyed::SMALL,
        "group_prefix": keyed::GROUP_PREFIX,
        "pattern": keyed::PATTERN,
        "charge_limit": CHARGE_LIMIT,
        "claims": claims::COLUMNS,
        "source": volume::text(&job.source)?,
        "target": volume::text(&job.target)?,
        "memory_bytes": job.memory_setting,
        "threads": job.threads,
    }))
}

/// Runs a job once.
pub fn run(python: &Python, peer: (Who, Format), job: &Job, bench: &Bench) -> Result<Run, String> {
    python.run(&request(peer, job, None)?, job.bounds, bench)
}

/// Returns the numbers that describe a result, in the order of those that are expected.
pub fn found(python: &Python, check: Check, peer: (Who, Format), job: &Job, bench: &Bench) -> Result<Vec<f64>, String> {
    let request = request(peer, job, Some(check))?;
    python.execute(&request, job.bounds, bench).map(|(found, _)| found)
}
