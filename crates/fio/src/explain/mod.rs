//! `--explain`: describes jobs from their plan, so that the description agrees with the run.

mod words;

#[cfg(test)]
mod tests;

use std::collections::BTreeSet;

use feedrate_workload::load::Load;

use crate::job::{Job, Jobs};
use crate::plan::{HostFacts, Plan};
use crate::wrap::beside;

/// The width of labels.
const LABEL: usize = 14;

/// Returns the output of `--explain`, with lines of at most 80 columns. It names the folders and files of the plan that
/// the host does not have.
pub fn explain(jobs: &Jobs, plan: &Plan, host_facts: &dyn HostFacts) -> String {
    let mut text = String::new();
    let several = plan.schedule.batches.len() > 1;
    let mut workers = plan.workers.iter();
    for (number, batch) in plan.schedule.batches.iter().enumerate() {
        if several {
            let after = if number == 0 {
                "first"
            } else {
                "when all before have ended"
            };
            line!(text, "Together, {after}:\n");
        }
        let members: Vec<_> = batch.iter().zip(workers.by_ref()).collect();
        let of_batch: BTreeSet<usize> = members.iter().map(|(_, worker)| worker.job).collect();
        for index in of_batch {
            let Some(job) = jobs.jobs.get(index) else {
                continue;
            };
            let loads: Vec<&Load> = members
                .iter()
                .filter(|(_, worker)| worker.job == index)
                .map(|(load, _)| *load)
                .collect();
            one(&mut text, job, &loads, host_facts);
        }
    }
    text
}

fn one(text: &mut String, job: &Job, loads: &[&Load], host_facts: &dyn HostFacts) {
    let Some(&load) = loads.first() else {
        return;
    };
    line!(text, "{} ({})", job.name, job.location);
    let mut row = |label: &str, words: String| {
        if !words.is_empty() {
            text.push_str(&beside(&format!("  {label}"), LABEL, &words));
        }
    };
    row("for", job.options.jobs.description.clone().unwrap_or_default());
    row("does", words::what(job, loads));
    row("on", words::files(job, loads));
    row("not here", words::absent(job, loads, host_facts));
    row("until", words::limit(load));
    row("through", words::path(job, load));
    row("in flight", words::depth(load));
    row("pace", words::pace(load));
    row("starts", words::start(job, load));
    row("writes", words::content(load));
    row("durable", words::durable(load));
    row("checks", words::verify(load));
    row("ends when", words::quality(load));
    row("goes on", words::tolerance(load));
    row("runs on", words::place(job, loads));
    row("logs", words::logs(job));
    text.push('\n');
}
