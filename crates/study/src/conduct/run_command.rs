//! A command, ready to be started.

use std::path::PathBuf;

/// A command, ready to be started.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct RunCommand {
    /// The program and its arguments.
    pub(super) words: Vec<String>,
    /// The folder that it runs in.
    pub(super) folder: PathBuf,
    /// Environment variables.
    pub(super) environment: Vec<(String, String)>,
    /// The limit of its memory in bytes.
    pub(super) memory: Option<u64>,
    /// The processors that it may use.
    pub(super) cpus: Option<usize>,
    /// True if it writes the file for standard output itself, because its own standard output has more.
    pub(super) writes_output: bool,
}
