//! Recordings of blocks as lines of text, in fio's format of versions 2 and 3.
//!
//! The first line has the version. Each further line is `NAME ACTION` (`add`, `open`, `close`) or `NAME ACTION OFFSET
//! LENGTH` (`read`, `write`, `trim`, `sync`, `datasync`, and in version 2 `wait`); in version 3 it begins with the
//! microseconds since the start.

mod parse;
mod write;

use std::time::Duration;

use feedrate_workload::load::Action;

pub(crate) use parse::parse;
pub(crate) use write::{looks_like_one, write, write_head};

/// The beginning of the first line.
const HEAD: &str = "fio version ";

/// A recording.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Recording {
    /// The names of files, in the order of their first appearance.
    pub files: Vec<String>,
    /// The lines.
    pub lines: Vec<Line>,
}

/// A recorded event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line {
    /// The pause after the line before.
    pub pause: Duration,
    /// The event.
    pub event: Event,
}

/// The kind of an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// A block was moved, or a file flushed.
    Request {
        /// The action.
        action: Action,
        /// The number of the file.
        file: usize,
        /// The offset.
        offset: u64,
        /// The bytes.
        bytes: u64,
    },
    /// A file was opened or closed: only time passes.
    OpenOrClose,
    /// Nothing happens before the job has run for this long. fio documents these as microseconds since the last such
    /// line, and treats them as milliseconds since its start.
    WaitUntil(Duration),
}

/// Returns the version if a line is the head of a supported recording.
fn version(line: &str) -> Option<u32> {
    match line.strip_prefix(HEAD)? {
        "2 iolog" => Some(2),
        "3 iolog" => Some(3),
        _ => None,
    }
}

/// Returns the name of an action.
fn name(action: Action) -> &'static str {
    match action {
        Action::Read => "read",
        Action::Write => "write",
        Action::Trim => "trim",
        Action::Sync => "sync",
        Action::DataSync => "datasync",
        Action::Open => "open",
        Action::Close => "close",
    }
}
