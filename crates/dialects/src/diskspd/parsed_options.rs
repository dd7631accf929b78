//! Parsed arguments of DiskSpd.

use std::ffi::OsString;

use super::limits::DEFAULT_BLOCK;
use super::request::Format;
use super::target::{Distribution, Throttle};
use crate::own_options::OwnOptions;

/// Parsed arguments, before their combination is checked.
#[derive(Debug, Default)]
pub(super) struct ParsedOptions {
    pub(super) own: OwnOptions,
    /// The profile of `-X`.
    pub(super) profile: Option<OsString>,
    /// The first option that does not go with a profile.
    pub(super) not_beside_profile: Option<String>,
    pub(super) profile_only: bool,
    pub(super) format: Option<Format>,
    pub(super) block: Option<u64>,
    pub(super) from: Option<u64>,
    pub(super) end: Option<u64>,
    pub(super) create: Option<u64>,
    pub(super) warm_up: Option<u64>,
    pub(super) duration: Option<u64>,
    pub(super) cool_down: Option<u64>,
    pub(super) threads: Option<u32>,
    pub(super) all_threads: Option<u32>,
    pub(super) depth: Option<u32>,
    pub(super) all_depth: Option<u32>,
    /// `-r`, and its alignment.
    pub(super) random: Option<Option<u64>>,
    pub(super) random_percent: Option<u8>,
    pub(super) distribution: Option<Distribution>,
    /// `-s`: whether threads share the position, and the stride.
    pub(super) sequential: Option<(bool, Option<u64>)>,
    pub(super) thread_stride: Option<u64>,
    pub(super) cached: bool,
    pub(super) direct: bool,
    pub(super) mapped: bool,
    pub(super) write_through: bool,
    pub(super) random_hint: bool,
    pub(super) sequential_hint: bool,
    pub(super) temporary_hint: bool,
    pub(super) write_percent: u8,
    pub(super) content: Option<ContentOption>,
    pub(super) seed: Option<u32>,
    pub(super) affinity_disabled: bool,
    pub(super) processors: Vec<(u32, u32)>,
    pub(super) latency: bool,
    pub(super) interval: Option<u64>,
    pub(super) throttle: Option<Throttle>,
    pub(super) burst: Option<u64>,
    pub(super) think: Option<u64>,
    pub(super) completion_routines: bool,
    pub(super) priority: Option<u8>,
    pub(super) large_pages: bool,
    pub(super) verbose: Option<bool>,
    pub(super) targets: Vec<OsString>,
}

impl ParsedOptions {
    /// Returns the bytes of a block, which may be the unit of sizes.
    pub(super) fn block(&self) -> u64 {
        self.block.unwrap_or(DEFAULT_BLOCK)
    }
}

/// The value of `-Z`.
#[derive(Clone, Debug)]
pub(super) enum ContentOption {
    Zeros,
    RandomEach,
    Source {
        bytes: u64,
        /// The source of the bytes; `None` for random bytes.
        file: Option<OsString>,
    },
}
