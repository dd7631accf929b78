//! The log of latency histograms of `write_hist_log=`.

use std::path::PathBuf;

use feedrate_workload::load::{HISTOGRAM_CLASSES, HistogramEntry};

use super::log_lines::{direction, is_piece, log_path};
use crate::job::Job;
use crate::overwrite::Excerpt;
use crate::plan::Worker;

/// Returns the name of the log, if the job has one.
pub(super) fn path(job: &Job, worker: &Worker) -> Option<PathBuf> {
    let prefix = job.options.reports.write_hist_log.as_deref()?;
    job.options.reports.log_hist_msec?;
    Some(log_path(job, worker, prefix, "clat_hist"))
}

/// Returns whether a file with these ends is such a log.
pub(super) fn looks_like_one(excerpt: &Excerpt) -> bool {
    excerpt.has_only(is_line, is_piece)
}

fn is_line(line: &str) -> bool {
    let mut columns = line.trim_end().split(", ");
    columns.clone().count() > HISTOGRAM_COLUMNS && columns.all(|column| column.parse::<u64>().is_ok())
}

/// More columns than other logs have, and no more than the coarsest histogram.
const HISTOGRAM_COLUMNS: usize = 20;

/// Returns a line, with 2 to the power of `coarseness` classes in each column.
pub(super) fn line(entry: &HistogramEntry, since: u64, coarseness: u32) -> String {
    let time = since.saturating_add(entry.at.as_millis() as u64);
    let direction = direction(entry.is_write, entry.is_trim);
    let mut classes = vec![0_u64; HISTOGRAM_CLASSES >> coarseness];
    for &(class, count) in &entry.counts {
        if let Some(held) = classes.get_mut(class as usize >> coarseness) {
            *held += u64::from(count);
        }
    }
    let classes: Vec<_> = classes.iter().map(u64::to_string).collect();
    format!("{time}, {direction}, {}, {}", entry.block_bytes, classes.join(", "))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::super::log_lines::looks_like_log;
    use super::*;

    #[test]
    fn histograms_have_all_their_classes() {
        let entry = HistogramEntry {
            at: Duration::from_millis(500),
            is_write: true,
            is_trim: false,
            block_bytes: 4096,
            counts: vec![(0, 2), (63, 1), (64, 4), (1855, 1)],
        };
        let coarse = line(&entry, 0, 6);
        assert!(coarse.starts_with("500, 1, 4096, 3, 4, 0, "), "{coarse}");
        assert_eq!(coarse.split(", ").count(), 3 + 29);
        assert!(coarse.ends_with(", 1"));
        let excerpt = |text: &str| Excerpt::of_bytes(text.as_bytes());
        let is_one = |text: &str| looks_like_one(&excerpt(text));
        assert!(is_one(&coarse) && !looks_like_log(&excerpt(&coarse)));
        assert!(is_one(&format!("{coarse}\n{coarse}\n500, 1, 40")));
        assert!(!is_one(&format!("{coarse}\nmy thesis\n")));
        let fine = line(&entry, 0, 0);
        assert_eq!(fine.split(", ").count(), 3 + 1856);
        assert!(is_one(&format!("{fine}\n{fine}\n")));
        assert!(!is_one("500, 1024, 0, 4096, 0\n"));
        assert!(!is_one("my thesis"));
    }
}
