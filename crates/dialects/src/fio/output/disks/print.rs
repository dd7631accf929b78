//! What devices did, in each format.

use std::fmt::Write as _;

use super::super::json::Value;
use super::{DiskCounts, DiskUse};

/// The end of `normal` output; empty without a device.
pub(in super::super) fn text(disks: &[DiskUse]) -> String {
    if disks.is_empty() {
        return String::new();
    }
    let mut text = "\nDisk stats (read/write):\n".to_owned();
    for disk in disks {
        let counts = &disk.counts;
        let members = DiskCounts::mean(&disk.members);
        let indent = if members.is_some() { "    " } else { "  " };
        // Writing to a text cannot fail.
        let _ = write!(
            text,
            "{indent}{}: ios={}/{}, merge={}/{}, ticks={}/{}, in_queue={}, util={:.2}%",
            disk.name,
            counts.reads,
            counts.writes,
            counts.reads_merged,
            counts.writes_merged,
            counts.read_ms,
            counts.write_ms,
            counts.queue_ms,
            counts.utilisation
        );
        if let Some(members) = members {
            let _ = write!(
                text,
                ", aggrios={}/{}, aggrmerge={}/{}, aggrticks={}/{}, aggrin_queue={}, aggrutil={:.2}%",
                members.reads,
                members.writes,
                members.reads_merged,
                members.writes_merged,
                members.read_ms,
                members.write_ms,
                members.queue_ms,
                members.utilisation
            );
        }
        text.push('\n');
    }
    text
}

/// Columns of `terse` output, each with its semicolon before.
pub(in super::super) fn columns(disks: &[DiskUse]) -> String {
    let mut text = String::new();
    for disk in disks {
        let _ = write!(text, ";{};{}", disk.name, disk.counts.columns());
        if let Some(members) = DiskCounts::mean(&disk.members) {
            let _ = write!(text, ";slaves;{}", members.columns());
        }
    }
    text
}

/// A device in JSON.
pub(in super::super) fn object(disk: &DiskUse) -> Value {
    let mut object = vec![("name".to_owned(), Value::Text(disk.name.clone()))];
    let mut add = |key: &str, value| object.push((key.to_owned(), value));
    let counts = &disk.counts;
    add("read_ios", Value::Whole(counts.reads));
    add("write_ios", Value::Whole(counts.writes));
    add("read_merges", Value::Whole(counts.reads_merged));
    add("write_merges", Value::Whole(counts.writes_merged));
    add("read_ticks", Value::Whole(counts.read_ms));
    add("write_ticks", Value::Whole(counts.write_ms));
    add("in_queue", Value::Whole(counts.queue_ms));
    add("util", Value::Real(counts.utilisation));
    if let Some(members) = DiskCounts::mean(&disk.members) {
        add("aggr_read_ios", Value::Whole(members.reads));
        add("aggr_write_ios", Value::Whole(members.writes));
        add("aggr_read_merges", Value::Whole(members.reads_merged));
        // fio itself leaves out the last letter.
        add("aggr_write_merge", Value::Whole(members.writes_merged));
        add("aggr_read_ticks", Value::Whole(members.read_ms));
        add("aggr_write_ticks", Value::Whole(members.write_ms));
        add("aggr_in_queue", Value::Whole(members.queue_ms));
        add("aggr_util", Value::Real(members.utilisation));
    }
    Value::Object(object)
}
