//! DuckDB, Polars and DataFusion: the requests of their script.

use feedrate_bench::harness::bench::Bench;
use feedrate_bench::harness::run::Run;
use feedrate_bench::peers::python::Python;
use feedrate_bench::volume;
use serde::Serialize;

use super::check::Check;
use super::claims::{self, Columns};
use super::competitor::{Format, Who};
use super::job::Job;
use super::keyed::{self, Rest};
use super::values::Values;
use super::wide::VARIABLES;

/// A request.
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
            source: volume::text(&job.source)?,
            target: volume::text(&job.target)?,
            memory_bytes: job.memory_setting,
            threads: job.threads,
        })
    }
}

/// Runs a job once.
pub fn run(python: &Python, peer: (Who, Format), job: &Job, bench: &Bench) -> Result<Run, String> {
    python.run(&Request::of(job.task.word(), peer, job)?, job.bounds, bench)
}

/// Returns the numbers that describe a result, in the order of those that are expected.
pub fn found(python: &Python, check: Check, peer: (Who, Format), job: &Job, bench: &Bench) -> Result<Vec<f64>, String> {
    let request = Request::of(check.word(), peer, job)?;
    python.execute(&request, job.bounds, bench).map(|(found, _)| found)
}
