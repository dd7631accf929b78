//! The beginning of `normal` output, before anything runs.

use super::number::{Thousand, short};
use super::{Formats, VERSION};
use crate::job::{Engine, Job, Jobs};
use crate::plan::Plan;

/// Returns the first lines of `normal` output: each job, fio's version, the number of workers. Empty for other formats,
/// whose parsers expect nothing before the results.
pub fn header(jobs: &Jobs, plan: &Plan, formats: Formats) -> String {
    if !formats.normal {
        return String::new();
    }
    let mut text = String::new();
    // With and without `thread`.
    let mut threads = 0;
    for worker in &plan.workers {
        let Some(job) = jobs.jobs.get(worker.job) else {
            continue;
        };
        threads += 1;
        match worker.clone {
            // As in fio, which has no blocks to tell of.
            0 if job.options.engine.ioengine == Engine::Cpuio => {}
            0 => text.push_str(&line(job, worker.group)),
            1 => text.push_str("...\n"),
            _ => {}
        }
    }
    line!(text, "{VERSION}");
    match threads {
        0 => {}
        1 => line!(text, "Starting 1 thread"),
        _ => line!(text, "Starting {threads} threads"),
    }
    text
}

fn line(job: &Job, group: u32) -> String {
    let options = &job.options;
    let size = |bytes: u64| short(bytes, options.reports.significant_figures, Thousand::Binary, "B");
    let range = |(least, most): (u64, u64)| format!("{}-{}", size(least), size(most));
    format!(
        "{}: (g={group}): rw={}, bs=(R) {}, (W) {}, (T) {}, ioengine={}, iodepth={}\n",
        job.name,
        options.blocks.rw.name(),
        range(options.blocks.bs.read),
        range(options.blocks.bs.write),
        range(options.blocks.bs.trim),
        options.engine.ioengine.name(),
        options.engine.iodepth,
    )
}
