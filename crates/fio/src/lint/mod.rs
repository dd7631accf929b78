//! `--lint`: lists the traps of jobs, with their lines.

mod hints;

#[cfg(test)]
pub(crate) mod tests;

use crate::job::{Jobs, Remark, RemarkKind};
use crate::wrap::beside;

/// Returns all remarks about jobs, in the order of files and lines.
pub fn remarks(jobs: &Jobs) -> Vec<Remark> {
    let mut all = jobs.remarks.clone();
    let mut number = 1;
    let hints = jobs.jobs.iter().flat_map(|job| {
        let first = number;
        number += job.options.jobs.numjobs;
        hints::hints(job, first)
    });
    for remark in hints {
        let is_said = |other: &Remark| other.location == remark.location && other.text == remark.text;
        if !all.iter().any(is_said) {
            all.push(remark);
        }
    }
    all.sort_by(|one, other| {
        let key = |remark: &Remark| {
            let location = &remark.location;
            (location.file.clone(), location.line, remark.kind)
        };
        key(one).cmp(&key(other))
    });
    all
}

/// Returns the remarks about jobs that run, one line each: what is parsed or done differently, without hints.
pub fn remarks_of_a_run(jobs: &Jobs) -> String {
    let mut text = String::new();
    let remarks = jobs.remarks.iter();
    for remark in remarks.filter(|remark| remark.kind != RemarkKind::Hint) {
        let Remark {
            location, text: what, ..
        } = remark;
        line!(text, "fio: {}: {location}: {what}", word(remark.kind));
    }
    text
}

/// Returns the output of `--lint`, with lines of at most 80 columns except for long file names.
pub fn lint(jobs: &Jobs) -> String {
    let remarks = remarks(jobs);
    let mut text = String::new();
    for remark in &remarks {
        line!(text, "{}: {}", remark.location, word(remark.kind));
        text.push_str(&beside("", 4, &remark.text));
    }
    let count = |kind| remarks.iter().filter(|remark| remark.kind == kind).count();
    let things = |kind| match count(kind) {
        1 => format!("1 {}", word(kind)),
        count => format!("{count} {}s", word(kind)),
    };
    line!(
        text,
        "{}, {}, {}, {} substituted, {} ignored",
        things(RemarkKind::Trap),
        things(RemarkKind::Warning),
        things(RemarkKind::Hint),
        count(RemarkKind::Substituted),
        count(RemarkKind::Ignored)
    );
    text
}

/// Returns the name of a kind of remark.
pub fn word(kind: RemarkKind) -> &'static str {
    match kind {
        RemarkKind::Trap => "trap",
        RemarkKind::Warning => "warning",
        RemarkKind::Hint => "hint",
        RemarkKind::Substituted => "substituted",
        RemarkKind::Ignored => "ignored",
    }
}
