//! A shell script of command lines that run concurrently or one after the other.

use std::borrow::Cow;

use crate::common::{Job, Workload};
use crate::losses::Losses;

/// Quotes a word for a shell.
pub(crate) fn quoted(word: &str) -> Cow<'_, str> {
    shlex::Quoter::new()
        .allow_nul(true)
        .quote(word)
        .expect("only NUL is refused, and it is allowed")
}

/// Returns the command lines of each job, which `lines` returns by the job, its number and its losses: jobs that begin
/// together run concurrently.
pub(crate) fn script(
    workload: &Workload,
    lost: &mut Vec<String>,
    lines: impl Fn(&Job, usize, &mut Losses<'_>) -> Vec<String>,
) -> String {
    let jobs: Vec<(&Job, Vec<String>)> = workload
        .jobs
        .iter()
        .enumerate()
        .map(|(number, job)| (job, lines(job, number, &mut Losses::new(&job.name, lost))))
        .collect();
    let mut text = String::new();
    let mut from = 0;
    while from < jobs.len() {
        let next = (from + 1..jobs.len()).find(|&at| jobs[at].0.waits);
        let end = next.unwrap_or(jobs.len());
        let lines: Vec<&String> = jobs[from..end].iter().flat_map(|(_, lines)| lines).collect();
        // A parameter file precedes its command, and takes no time.
        let commands = lines.iter().filter(|line| !line.starts_with("cat ")).count();
        for line in lines {
            let together = commands > 1 && !line.starts_with("cat ");
            text.push_str(line);
            text.push_str(if together { " &\n" } else { "\n" });
        }
        if commands > 1 {
            text.push_str("wait\n");
        }
        from = end;
    }
    text
}
