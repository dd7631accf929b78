//! Blocks that were recorded as lines of text, in fio's format of versions 2 and 3.
//!
//! The first line names the version. A line below is `NAME ACTION` (`add`, `open`, `close`) or `NAME ACTION OFFSET
//! LENGTH` (`read`, `write`, `trim`, `sync`, `datasync`, and in version 2 `wait`); in version 3 the microseconds since
//! the start stand before it.

mod parse;
mod write;

use std::time::Duration;

use feedrate_workload::load::Action;

pub(crate) use parse::parse;
pub(crate) use write::{looks_like_one, write};

/// What the first line begins with.
const HEAD: &str = "fio version ";

/// What was recorded.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Recording {
    /// The names of files, in the order in which they come.
    pub files: Vec<String>,
    /// What was done with them.
    pub lines: Vec<Line>,
}

/// Something that was done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line {
    /// After the line before.
    pub pause: Duration,
    /// What.
    pub event: Event,
}

/// What was done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// A block was moved, or a file flushed.
    Request {
        /// What.
        action: Action,
        /// Which of the files.
        file: usize,
        /// Where in it.
        offset: u64,
        /// How much.
        bytes: u64,
    },
    /// A file was opened or closed: no more than time passes.
    OpenOrClose,
    /// Nothing before the job has run for so long. fio says that these are microseconds since the last such line, and
    /// takes them for milliseconds since its start.
    WaitUntil(Duration),
}

/// Which version of those that are read a line is the head of.
fn version(line: &str) -> Option<u32> {
    match line.strip_prefix(HEAD)? {
        "2 iolog" => Some(2),
        "3 iolog" => Some(3),
        _ => None,
    }
}

/// The name of an action.
fn name(action: Action) -> &'static str {
    match action {
        Action::Read => "read",
        Action::Write => "write",
        Action::Trim => "trim",
        Action::Sync => "sync",
        Action::DataSync => "datasync",
    }
}
