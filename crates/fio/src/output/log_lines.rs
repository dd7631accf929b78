//! The names of logs and their lines, by which files are known as such.
//!
//! A line is `time, value, direction, block, priority`: ms since the job began; KiB/s, operations a second or ns; 0 for
//! reads, 1 for writes and 2 for trims; the bytes of the block (0 if the line is a mean); and 1 for a request of the
//! class real time, else 0. With `log_offset` the block's offset precedes the priority, which `log_prio` tells whole.

use std::path::PathBuf;

use feedrate_workload::load::Entry;

use crate::job::{Job, ReportOptions};
use crate::overwrite::Excerpt;
use crate::plan::Worker;

/// Returns whether a file with these ends is a log.
pub(super) fn looks_like_log(excerpt: &Excerpt) -> bool {
    excerpt.has_only(is_line, is_piece)
}

/// Returns whether it is a line of a log: numbers separated by commas.
fn is_line(line: &str) -> bool {
    let columns: Vec<_> = line.trim_end().split(", ").collect();
    (4..=7).contains(&columns.len()) && columns.iter().all(|column| is_number(column))
}

fn is_number(column: &str) -> bool {
    match column.strip_prefix("0x") {
        Some(hex) => u16::from_str_radix(hex, 16).is_ok(),
        None => column.parse::<u64>().is_ok(),
    }
}

/// Returns whether it is a piece of a line of a log, cut anywhere.
pub(super) fn is_piece(piece: &str) -> bool {
    let columns: Vec<_> = piece.split(',').map(str::trim).collect();
    let is_cut = |column: &str| column.bytes().all(|byte| byte.is_ascii_hexdigit() || byte == b'x');
    match columns.as_slice() {
        [first, between @ .., last] => is_cut(first) && is_cut(last) && between.iter().all(|column| is_number(column)),
        [only] => is_cut(only),
        [] => true,
    }
}

/// The columns of logs that options add.
#[derive(Clone, Copy, Debug)]
pub(super) struct LogColumns {
    /// True if the block's offset precedes the last column.
    pub(super) offset: bool,
    /// True if the last column is the whole priority.
    pub(super) priority: bool,
}

impl LogColumns {
    /// Returns those of the logs of a job.
    pub(super) fn of(reports: &ReportOptions) -> Self {
        Self {
            offset: reports.log_offset,
            priority: reports.log_prio,
        }
    }
}

/// Returns the name of a log, which begins with the given prefix, or with the job's name if that is empty.
pub(super) fn log_path(job: &Job, worker: &Worker, prefix: &str, kind: &str) -> PathBuf {
    let prefix = match prefix {
        "" => job.name_of(worker.clone),
        prefix => prefix,
    };
    let ending = match job.options.reports.log_store_compressed {
        true => "log.fz",
        false => "log",
    };
    PathBuf::from(match job.options.reports.per_job_logs {
        true => format!("{prefix}_{kind}.{}.{ending}", worker.number),
        false => format!("{prefix}_{kind}.{ending}"),
    })
}

/// Returns fio's number of a direction.
pub(super) fn direction(is_write: bool, is_trim: bool) -> u8 {
    match (is_write, is_trim) {
        (false, false) => 0,
        (true, _) => 1,
        (false, true) => 2,
    }
}

/// Returns the line of an entry, with the milliseconds that its time counts from.
pub(super) fn line(entry: &Entry, since: u64, columns: LogColumns) -> String {
    let time = since.saturating_add(entry.at.as_millis() as u64);
    let direction = direction(entry.is_write, entry.is_trim);
    let (value, block) = (entry.value, entry.block_bytes);
    let offset = match columns.offset {
        true => format!(", {}", entry.offset),
        false => String::new(),
    };
    let priority = priority(entry.priority.code(), columns.priority);
    format!("{time}, {value}, {direction}, {block}{offset}, {priority}")
}

/// Returns the last column: a priority as the system codes it, or 1 for one of the class real time and 0 for others.
pub(super) fn priority(code: u16, is_whole: bool) -> String {
    match is_whole {
        true => format!("{code:#06x}"),
        false => u8::from(code >> 13 == 1).to_string(),
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use feedrate_workload::load::{IoClass, RequestPriority};

    use super::*;
    use crate::overwrite::may_be_replaced;

    #[test]
    fn a_log_is_known_by_its_lines() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("log");
        let lines = "500, 1024, 0, 4096, 0\n".repeat(10_000);
        let middle = lines.len() - (70 << 10);
        for (text, is_log) in [
            ("500, 1024, 0, 4096, 0\n", true),
            ("500, 1024, 0, 4096, 8192, 0\n1000", true),
            ("thesis\n", false),
            ("500, 1024, 0, 4096, 8192, 0x2000\n", true),
            ("500, 1024, 0, 4096, 8192, 0x2000\n500, 1024, 0, 4096, 8192, 0x", true),
            ("500, 1024, 0, 4096, 0\n500, ", true),
            ("1, 2, 3\n", false),
            ("1, 2, 3, 4, 5, 6, 7, 8\n", false),
            ("42", false),
            ("1, 2, 3, 4\nmy notes\n", false),
            ("1, 2, 3, 4\nmy notes", false),
            ("1, 2, 3, 4\n\n1, 2, 3, 4\n", false),
            (&lines, true),
            (&lines[..lines.len() - 3], true),
            (&format!("{lines}my notes\n"), false),
            (&format!("{lines}my notes"), false),
            (&format!("{}my notes\n{lines}", &lines[..2200]), false),
            // The middle of a long file is not read.
            (
                &format!("{}my notes\n{}", &lines[..middle - middle % 22], &lines[..88_000]),
                true,
            ),
        ] {
            std::fs::write(&path, text).unwrap();
            let is_free = may_be_replaced(&path, looks_like_log).unwrap();
            let beginning = &text[..text.len().min(50)];
            assert_eq!(is_free, is_log || text.is_empty(), "{beginning}");
        }
    }
    #[test]
    fn columns_are_those_of_fio() {
        let entry = Entry {
            at: Duration::from_micros(145_900),
            value: 4200,
            is_write: true,
            is_trim: false,
            block_bytes: 4096,
            offset: 8192,
            priority: RequestPriority::new(IoClass::RealTime, 3, 0),
        };
        let with = |log_offset, log_prio| ReportOptions {
            log_offset,
            log_prio,
            ..ReportOptions::default()
        };
        let line = |entry: &Entry, since, reports| line(entry, since, LogColumns::of(&reports));
        assert_eq!(line(&entry, 0, with(false, false)), "145, 4200, 1, 4096, 1");
        assert_eq!(
            line(&entry, 1000, with(true, true)),
            "1145, 4200, 1, 4096, 8192, 0x2003"
        );
        let entry = Entry {
            priority: RequestPriority::default(),
            ..entry
        };
        assert_eq!(line(&entry, 1000, with(true, false)), "1145, 4200, 1, 4096, 8192, 0");
        assert_eq!(line(&entry, 0, with(false, true)), "145, 4200, 1, 4096, 0x0000");
    }
}
