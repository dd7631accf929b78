//! Formats the work of devices.

use std::fmt::Write as _;

use super::super::json::Value;
use super::{DiskCounts, DiskUse};

/// A figure of a device: its key in JSON, the key of the members' mean, and the value.
type Figure = (&'static str, &'static str, fn(&DiskCounts) -> Value);

/// All figures, in the order of `terse` and JSON.
const FIGURES: [Figure; 8] = [
    ("read_ios", "aggr_read_ios", |of| Value::Whole(of.reads)),
    ("write_ios", "aggr_write_ios", |of| Value::Whole(of.writes)),
    ("read_merges", "aggr_read_merges", |of| Value::Whole(of.reads_merged)),
    // fio itself omits the last letter.
    ("write_merges", "aggr_write_merge", |of| Value::Whole(of.writes_merged)),
    ("read_ticks", "aggr_read_ticks", |of| Value::Whole(of.read_ms)),
    ("write_ticks", "aggr_write_ticks", |of| Value::Whole(of.write_ms)),
    ("in_queue", "aggr_in_queue", |of| Value::Whole(of.queue_ms)),
    ("util", "aggr_util", |of| Value::Real(of.utilisation)),
];

/// Returns the end of `normal` output; empty without a device.
pub(in super::super) fn text(disks: &[DiskUse]) -> String {
    if disks.is_empty() {
        return String::new();
    }
    let mut text = "\nDisk stats (read/write):\n".to_owned();
    for disk in disks {
        let members = DiskCounts::mean(&disk.members);
        let indent = if members.is_some() { "    " } else { "  " };
        text.push_str(&format!("{indent}{}: {}", disk.name, words(&disk.counts, "")));
        if let Some(members) = members {
            text.push_str(&format!(", {}", words(&members, "aggr")));
        }
        text.push('\n');
    }
    text
}

/// Formats figures with a name before each, which begins with `whose`.
fn words(of: &DiskCounts, whose: &str) -> String {
    format!(
        "{whose}ios={}/{}, {whose}merge={}/{}, {whose}ticks={}/{}, {whose}in_queue={}, {whose}util={:.2}%",
        of.reads, of.writes, of.reads_merged, of.writes_merged, of.read_ms, of.write_ms, of.queue_ms, of.utilisation
    )
}

/// Returns the columns of `terse` output, each with a semicolon before it.
pub(in super::super) fn columns(disks: &[DiskUse]) -> String {
    let mut text = String::new();
    let mut add = |name: &str, counts: &DiskCounts| {
        // Writing to a string never fails.
        let _ = write!(text, ";{name}");
        for (_, _, figure) in FIGURES {
            let _ = match figure(counts) {
                Value::Real(percent) => write!(text, ";{percent:.2}%"),
                Value::Whole(count) => write!(text, ";{count}"),
                _ => Ok(()),
            };
        }
    };
    for disk in disks {
        add(&disk.name, &disk.counts);
        if let Some(members) = DiskCounts::mean(&disk.members) {
            add("slaves", &members);
        }
    }
    text
}

/// Returns a device in JSON.
pub(in super::super) fn object(disk: &DiskUse) -> Value {
    let mut object = vec![("name".to_owned(), Value::Text(disk.name.clone()))];
    for (key, _, figure) in FIGURES {
        object.push((key.to_owned(), figure(&disk.counts)));
    }
    if let Some(members) = DiskCounts::mean(&disk.members) {
        for (_, key, figure) in FIGURES {
            object.push((key.to_owned(), figure(&members)));
        }
    }
    Value::Object(object)
}
