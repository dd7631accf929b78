//! Descriptions of files.

use feedrate_workload::load::Load;

use super::bytes;
use crate::job::{Job, SizeOf};
use crate::plan::HostFacts;

/// The most files that are named.
const NAMED: usize = 3;

/// Describes files and their used parts.
pub(in super::super) fn files(job: &Job, loads: &[&Load]) -> String {
    if loads.iter().all(|load| load.files.is_empty()) {
        return String::new();
    }
    let files: Vec<_> = loads.iter().flat_map(|load| &load.files).collect();
    let mut paths: Vec<_> = files.iter().map(|file| file.path.display().to_string()).collect();
    paths.dedup();
    let more = paths.len().saturating_sub(NAMED);
    paths.truncate(NAMED);
    let more = if more > 0 {
        format!(" and {more} more")
    } else {
        String::new()
    };
    let part = match files.first().and_then(|file| file.bytes) {
        _ if loads.iter().any(|load| load.limit.until_full) => ", until the volume is full".to_owned(),
        None => match job.options.blocks.size {
            Some(SizeOf::Percent(percent)) if percent < 100.0 => format!(", {percent} % of it"),
            _ => ", from end to end".to_owned(),
        },
        Some(length) => {
            let each = if files.len() > 1 { " each" } else { "" };
            format!(", {}{each}", bytes(length))
        }
    };
    let offset = match files.iter().map(|file| file.offset).max() {
        None | Some(0) => match job.options.blocks.offset {
            SizeOf::Percent(percent) if percent > 0.0 => format!(", from {percent} % on"),
            _ => String::new(),
        },
        Some(_) if loads.len() > 1 => {
            let offsets: Vec<_> = loads
                .iter()
                .filter_map(|load| load.files.first())
                .take(NAMED)
                .map(|file| bytes(file.offset))
                .collect();
            format!(
                ", from {}{}",
                offsets.join(", "),
                if loads.len() > NAMED { ", …" } else { "" }
            )
        }
        Some(offset) => format!(", from {}", bytes(offset)),
    };
    format!("{}{more}{part}{offset}", paths.join(", "))
}

/// Describes the folders that a job needs, and the files whose lengths it takes, that the host does not have.
pub(in super::super) fn absent(job: &Job, loads: &[&Load], host_facts: &dyn HostFacts) -> String {
    let folders = job.options.files.directory.iter();
    let folders = folders.filter(|folder| !host_facts.is_folder(folder));
    let mut parts: Vec<String> = folders
        .map(|folder| format!("the folder {}", folder.display()))
        .collect();
    let files = loads.iter().flat_map(|load| &load.files);
    let unknown = files.filter(|file| file.bytes.is_none() && host_facts.length(&file.path).is_none());
    let mut paths: Vec<_> = unknown.map(|file| file.path.display().to_string()).collect();
    paths.dedup();
    parts.extend(paths);
    parts.truncate(NAMED);
    parts.join(", ")
}
