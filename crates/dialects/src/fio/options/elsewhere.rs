//! What fio does and feedrate does not: recorded I/O and built-in profiles.

use super::definition::{Definition, ignored, refused};

const RECORDED: &str =
    "recorded I/O is neither kept nor played back; describe the load with rw=, bs= and size=";

/// The options of this subject.
pub(super) const OPTIONS: &[Definition] = &[
    refused("write_iolog", RECORDED),
    refused("read_iolog", RECORDED),
    ignored("read_iolog_chunked", RECORDED),
    ignored("replay_no_stall", RECORDED),
    ignored("replay_redirect", RECORDED),
    ignored("replay_scale", RECORDED),
    ignored("replay_align", RECORDED),
    ignored("replay_time_scale", RECORDED),
    ignored("replay_skip", RECORDED),
    refused("merge_blktrace_file", RECORDED),
    ignored("merge_blktrace_scalars", RECORDED),
    ignored("merge_blktrace_iters", RECORDED),
    refused(
        "profile",
        "built-in tests are not there; describe the load with rw=, bs= and size=",
    ),
];
