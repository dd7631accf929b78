//! Options on recorded I/O, and those that feedrate does not support.

use std::path::PathBuf;

use super::entry::{Entry, ignored, refused, refused_unless};
use crate::value::{Refusal, Value};

const MERGED: &str = "recordings are not merged here; give each to a job of its own";

with_defaults! {
    /// Recorded I/O.
    pub struct ReplayOptions {
        /// The file to which I/O is recorded.
        pub write_iolog: Option<PathBuf> = None,
        /// The recordings to replay; clones use several in turn.
        pub read_iolog: Vec<PathBuf> = Vec::new(),
        /// True if they are replayed without pauses.
        pub replay_no_stall: bool = false,
        /// The file or device that replaces those in the recording; empty for none.
        pub replay_redirect: String = String::new(),
        /// The divisor of offsets; 0 for none.
        pub replay_scale: u64 = 0,
        /// The alignment of offsets; 0 for none.
        pub replay_align: u64 = 0,
        /// The speed, in percent.
        pub replay_time_scale: u32 = 100,
    }
}

/// The options of this group.
pub(super) const OPTIONS: &[Entry<ReplayOptions>] = &[
    takes!(
        write_iolog,
        "NAME",
        "keeps what the job did, with times, in fio's format of version 3; it is added to a recording that is there",
        |value| value.text().map(|to| Some(to.into()))
    )
    .text(),
    takes!(
        read_iolog,
        "NAME[:NAME…]",
        "does what was kept, in fio's format of version 2 or 3, and nothing else; clones take several in turn",
        names
    )
    .text(),
    ignored("read_iolog_chunked", "it is read whole before anything runs"),
    boolean!(replay_no_stall, "read_iolog: without the pauses that there were"),
    takes!(
        replay_redirect,
        "NAME",
        "read_iolog: all on this file or device",
        |value| value.optional_text().map(|to| to.unwrap_or_default().to_owned())
    )
    .text(),
    takes!(
        replay_scale,
        "N",
        "read_iolog: offsets are divided by this",
        Value::bytes
    ),
    takes!(
        replay_align,
        "SIZE",
        "read_iolog: offsets are cut to multiples of this",
        Value::bytes
    ),
    takes!(
        replay_time_scale,
        "PERCENT",
        "read_iolog: so fast; 50 takes twice the time",
        |value| value.integer_within(1, u32::MAX)
    ),
    refused_unless(
        "replay_skip",
        &[],
        "it is for traces of blktrace, which are not read here",
    ),
    refused("merge_blktrace_file", MERGED),
    ignored("merge_blktrace_scalars", MERGED),
    ignored("merge_blktrace_iters", MERGED),
    refused(
        "profile",
        "built-in tests are not there; describe the load with rw=, bs= and size=",
    ),
];

/// Splits names at `:`, as those of files.
fn names(value: &mut Value<'_>) -> Result<Vec<PathBuf>, Refusal> {
    let names: Vec<String> = super::files::names(value.text()?).collect();
    match &names[..] {
        [] => Err("name the file that was recorded".to_owned()),
        all if all.iter().any(|name| name == "-") => Err("standard input is not read; name a file".to_owned()),
        _ => Ok(names.into_iter().map(Into::into).collect()),
    }
}
