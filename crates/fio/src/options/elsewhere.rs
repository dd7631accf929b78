//! Recorded I/O, and what fio does and feedrate does not.

use super::definition::{Definition, ignored, refused, refused_unless, takes};
use crate::value::{Refusal, Value};

const MERGED: &str = "recordings are not merged here; give each to a job of its own";

/// The options of this subject.
pub(super) const OPTIONS: &[Definition] = &[
    takes(
        "write_iolog",
        "NAME",
        "keeps what the job did, with times, in fio's format of version 3; it is added to a recording that is there",
        |options, value| {
            options.write_iolog = Some(value.text()?.into());
            Ok(())
        },
    )
    .text(),
    takes(
        "read_iolog",
        "NAME[:NAME…]",
        "does what was kept, in fio's format of version 2 or 3, and nothing else; clones take several in turn",
        |options, value| {
            options.read_iolog = names(value)?;
            Ok(())
        },
    )
    .text(),
    ignored("read_iolog_chunked", "it is read whole before anything runs"),
    takes(
        "replay_no_stall",
        "0|1",
        "read_iolog: without the pauses that there were",
        |options, value| {
            options.replay_no_stall = value.boolean()?;
            Ok(())
        },
    ),
    takes(
        "replay_redirect",
        "NAME",
        "read_iolog: all on this file or device",
        |options, value| {
            options.replay_redirect = value.optional_text()?.unwrap_or_default().to_owned();
            Ok(())
        },
    )
    .text(),
    takes(
        "replay_scale",
        "N",
        "read_iolog: offsets are divided by this",
        |options, value| {
            options.replay_scale = value.bytes()?;
            Ok(())
        },
    ),
    takes(
        "replay_align",
        "SIZE",
        "read_iolog: offsets are cut to multiples of this",
        |options, value| {
            options.replay_align = value.bytes()?;
            Ok(())
        },
    ),
    takes(
        "replay_time_scale",
        "PERCENT",
        "read_iolog: so fast; 50 takes twice the time",
        |options, value| {
            options.replay_time_scale = value.integer_within(1, u32::MAX)?;
            Ok(())
        },
    ),
    refused_unless("replay_skip", &[], "it is for traces of blktrace, which are not read here"),
    refused("merge_blktrace_file", MERGED),
    ignored("merge_blktrace_scalars", MERGED),
    ignored("merge_blktrace_iters", MERGED),
    refused(
        "profile",
        "built-in tests are not there; describe the load with rw=, bs= and size=",
    ),
];

/// Names with `:` between.
fn names(value: &mut Value<'_>) -> Result<Vec<std::path::PathBuf>, Refusal> {
    let names: Vec<&str> = value
        .text()?
        .split(':')
        .filter(|name| !name.is_empty())
        .collect();
    match names[..] {
        [] => Err("name the file that was recorded".to_owned()),
        _ if names.contains(&"-") => Err("standard input is not read; name a file".to_owned()),
        _ => Ok(names.into_iter().map(Into::into).collect()),
    }
}
