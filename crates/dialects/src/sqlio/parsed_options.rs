//! Parsed arguments of sqlio.

use std::ffi::OsString;

use super::request::{Affinity, BufferMode, Latency, Pattern, SubBlocks, Utilisation};
use crate::own_options::OwnOptions;

/// The most threads, and the most files.
pub(super) const MOST: u32 = 256;

/// Parsed arguments, before their combination is checked. The last of several values of an option counts.
#[derive(Debug, Default)]
pub(super) struct ParsedOptions {
    pub(super) own: OwnOptions,
    pub(super) writes: bool,
    pub(super) threads: Option<u32>,
    pub(super) seconds: Option<u64>,
    pub(super) outstanding: Option<u32>,
    pub(super) block_kilobytes: Option<u64>,
    pub(super) pattern: Option<PatternOption>,
    pub(super) ios: Option<u64>,
    pub(super) same_run: bool,
    pub(super) start_blocks: u64,
    pub(super) buffering: Option<BufferMode>,
    pub(super) sub_blocks: Option<SubBlocks>,
    pub(super) latency: Option<Latency>,
    pub(super) utilisation: Option<Utilisation>,
    pub(super) processor: Option<(u32, bool)>,
    pub(super) mask: Option<(Affinity, u64, bool)>,
    pub(super) on_drives: Vec<char>,
    pub(super) raw: Vec<String>,
    pub(super) parameter_file: Option<OsString>,
    pub(super) large_memory: bool,
    pub(super) debug: bool,
    pub(super) files: Vec<OsString>,
}

/// The value of `-f`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PatternOption {
    Order(Pattern),
    Factor(u64),
}
