//! The tables of files, devices and processes.

use std::cmp::Reverse;

use feedrate_document::{Column, Table, format};

use super::{UNKNOWN, megabytes};
use crate::file_seen::FileSeen;
use crate::observation::Observation;

/// The most rows of a table; all are in the JSON result.
const MOST_ROWS: usize = 25;

/// The longest path that is shown, in characters: the end of a longer one.
const LONGEST_PATH: usize = 200;

/// The least size of a file that is shown if it was mapped only: smaller ones are parts of programs, such as the texts
/// of a locale.
const LEAST_MAPPED: u64 = 1 << 20;

/// Returns the table of files, those of which most was moved first.
pub(super) fn files(observation: &Observation) -> Option<Table> {
    let is_shown = |file: &&FileSeen| file.is_read || file.is_written || file.last_size_bytes >= Some(LEAST_MAPPED);
    let mut files: Vec<&FileSeen> = observation.files.iter().filter(is_shown).collect();
    files.sort_by_key(|file| Reverse((file.motion.bytes(), file.last_size_bytes)));
    let hidden = observation.files.len().saturating_sub(files.len().min(MOST_ROWS));
    let hidden = hidden as u64 + observation.files_not_listed;
    let mut caption = "Moved: an estimate from positions at the samples; what moves no position (pread, mmap) is \
                       missing. Cached: the share of the file in the page cache, when it was seen first and at the end."
        .to_owned();
    if hidden > 0 {
        caption.push_str(&format!(" {} more files are not shown.", format::count(hidden)));
    }
    let mut table = Table::new([
        Column::left("File"),
        Column::left("Use"),
        Column::right("Size").unit("MB"),
        Column::right("Moved").unit("MB"),
        Column::left("Pattern"),
        Column::right("Cached").unit("%"),
    ])
    .title("Files")
    .caption(caption);
    for file in files.into_iter().take(MOST_ROWS) {
        table.push(
            [
                path(file),
                usage(file),
                file.last_size_bytes.map_or_else(|| UNKNOWN.to_owned(), megabytes),
                megabytes(file.motion.bytes()),
                file.pattern.name().to_owned(),
                cached(file),
            ],
            false,
        );
    }
    (!table.rows.is_empty()).then_some(table)
}

/// Returns the path, or its end.
fn path(file: &FileSeen) -> String {
    let path = file.path.to_string_lossy();
    let length = path.chars().count();
    match length.checked_sub(LONGEST_PATH) {
        None | Some(0) => path.into_owned(),
        Some(excess) => {
            let end: String = path.chars().skip(excess + 3).collect();
            format!("...{end}")
        }
    }
}

fn usage(file: &FileSeen) -> String {
    let opened = match (file.is_read, file.is_written) {
        (true, true) => Some("read, write"),
        (true, false) => Some("read"),
        (false, true) => Some("write"),
        (false, false) => None,
    };
    let words = [
        opened,
        file.is_direct.then_some("direct"),
        file.is_synchronous.then_some("sync"),
        file.is_mapped.then_some("mapped"),
        match (file.is_deleted, file.exists_at_end) {
            (true, _) => Some("deleted"),
            (false, false) => Some("temporary"),
            (false, true) => None,
        },
    ];
    let words: Vec<&str> = words.into_iter().flatten().collect();
    words.join(", ")
}

fn cached(file: &FileSeen) -> String {
    let share = |cached: Option<u64>, size: Option<u64>| {
        let share = cached? as f64 / size.filter(|bytes| *bytes > 0)? as f64;
        Some(format!("{:.0}", share.min(1.0) * 100.0))
    };
    let first = share(file.first_cached_bytes, file.first_size_bytes);
    let last = share(file.last_cached_bytes, file.last_size_bytes);
    match (first, last) {
        (None, None) => format::NOT_AVAILABLE.to_owned(),
        (first, last) => {
            let shown = |share: Option<String>| share.unwrap_or_else(|| "?".to_owned());
            format!("{} to {}", shown(first), shown(last))
        }
    }
}

/// Returns the table of devices.
pub(super) fn devices(observation: &Observation) -> Option<Table> {
    let mut table = Table::new([
        Column::left("Device"),
        Column::right("Read").unit("MB"),
        Column::right("Mean read").unit("KiB"),
        Column::right("Wrote").unit("MB"),
        Column::right("Mean write").unit("KiB"),
        Column::right("Busy").unit("%"),
        Column::right("Queue"),
    ])
    .title("Devices")
    .caption(
        "What the devices did meanwhile for all programs. Queue: the mean number of requests with the device while it \
         was busy.",
    );
    for device in &observation.devices {
        let Some(moved) = &device.moved else {
            table.push([device.name.as_str(), UNKNOWN], false);
            continue;
        };
        let mean = |bytes: u64, requests: u64| match requests {
            0 => format::NOT_AVAILABLE.to_owned(),
            _ => format::number(bytes as f64 / requests as f64 / 1024.0),
        };
        let queue = match moved.busy_seconds > 0.0 {
            true => format::number(moved.request_seconds / moved.busy_seconds),
            false => format::NOT_AVAILABLE.to_owned(),
        };
        let busy = (moved.busy_seconds / observation.seconds.max(1e-9)).min(1.0);
        table.push(
            [
                device.name.clone(),
                megabytes(moved.read_bytes),
                mean(moved.read_bytes, moved.reads),
                megabytes(moved.written_bytes),
                mean(moved.written_bytes, moved.writes),
                format!("{:.0}", busy * 100.0),
                queue,
            ],
            false,
        );
    }
    (!table.rows.is_empty()).then_some(table)
}

/// Returns the table of processes, if there were several.
pub(super) fn processes(observation: &Observation) -> Option<Table> {
    if observation.processes_seen < 2 || observation.processes.is_empty() {
        return None;
    }
    let mut caption = format!(
        "{} processes were seen, {} at once at most. Bytes by calls are those of a process and of children for which \
         it waited.",
        format::count(observation.processes_seen),
        observation.most_processes_at_once
    );
    if !observation.left_running.is_empty() {
        let left = observation.left_running.iter();
        let left: Vec<String> = left
            .take(MOST_ROWS)
            .map(|left| format!("{} ({})", left.name, left.process))
            .collect();
        caption.push_str(&format!(" Left running: {}.", left.join(", ")));
    }
    let mut table = Table::new([
        Column::right("Process"),
        Column::left("Program"),
        Column::right("From").unit("s"),
        Column::right("To").unit("s"),
        Column::right("Read").unit("MB"),
        Column::right("Written").unit("MB"),
    ])
    .title("Processes")
    .caption(caption);
    let mut processes: Vec<_> = observation.processes.iter().collect();
    processes.sort_by_key(|process| {
        let counters = &process.counters;
        Reverse(counters.read_bytes.saturating_add(counters.written_bytes))
    });
    for process in processes.into_iter().take(MOST_ROWS) {
        let bytes = |bytes: u64| match process.is_hidden {
            true => UNKNOWN.to_owned(),
            false => megabytes(bytes),
        };
        table.push(
            [
                process.process.to_string(),
                process.name.clone(),
                format!("{:.2}", process.first_seen_seconds),
                format!("{:.2}", process.last_seen_seconds),
                bytes(process.counters.read_bytes),
                bytes(process.counters.written_bytes),
            ],
            false,
        );
    }
    Some(table)
}
