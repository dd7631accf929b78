//! What devices did, in each format.

use std::fmt::Write as _;

use super::super::json::Value;
use super::{DiskCounts, DiskUse};

/// Figures of a device: its key in JSON, the same of the mean of its members, the figure.
type Figure = (&'static str, &'static str, fn(&DiskCounts) -> Value);

/// All of them, in the order of `terse` and JSON.
const FIGURES: [Figure; 8] = [
    ("read_ios", "aggr_read_ios", |of| Value::Whole(of.reads)),
    ("write_ios", "aggr_write_ios", |of| Value::Whole(of.writes)),
    ("read_merges", "aggr_read_merges", |of| {
        Value::Whole(of.reads_merged)
    }),
    // fio itself leaves out the last letter.
    ("write_merges", "aggr_write_merge", |of| {
        Value::Whole(of.writes_merged)
    }),
    ("read_ticks", "aggr_read_ticks", |of| {
        Value::Whole(of.read_ms)
    }),
    ("write_ticks", "aggr_write_ticks", |of| {
        Value::Whole(of.write_ms)
    }),
    ("in_queue", "aggr_in_queue", |of| Value::Whole(of.queue_ms)),
    ("util", "aggr_util", |of| Value::Real(of.utilisation)),
];

/// The end of `normal` output; empty without a device.
pub(in super::super) fn text(disks: &[DiskUse]) -> String {
    if disks.is_empty() {
        return String::new();
    }
    let mut text = "\nDisk stats (read/write):\n".to_owned();
    for disk in disks {
        let members = DiskCounts::mean(&disk.members);
        let indent = if members.is_some() { "    " } else { "  " };
        text.push_str(&format!(
            "{indent}{}: {}",
            disk.name,
            words(&disk.counts, "")
        ));
        if let Some(members) = members {
            text.push_str(&format!(", {}", words(&members, "aggr")));
        }
        text.push('\n');
    }
    text
}

/// Figures with a name before each, which begins with `whose`.
fn words(of: &DiskCounts, whose: &str) -> String {
    format!(
        "{whose}ios={}/{}, {whose}merge={}/{}, {whose}ticks={}/{}, {whose}in_queue={}, {whose}util={:.2}%",
        of.reads,
        of.writes,
        of.reads_merged,
        of.writes_merged,
        of.read_ms,
        of.write_ms,
        of.queue_ms,
        of.utilisation
    )
}

/// Columns of `terse` output, each with its semicolon before.
pub(in super::super) fn columns(disks: &[DiskUse]) -> String {
    let mut text = String::new();
    let mut add = |name: &str, counts: &DiskCounts| {
        // Writing to a text cannot fail.
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

/// A device in JSON.
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
