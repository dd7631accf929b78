//! Options of engines that move no bytes.

use std::time::Duration;

use super::entry::Entry;
use crate::kinds::{CpuMode, StatType};
use crate::value::unless_zero;

with_defaults! {
    /// Engines that move no bytes.
    pub struct CallOptions {
        /// The call of `filestat` and `dirstat`.
        pub stat_type: StatType = StatType::Stat,
        /// The percentage of time in which `cpuio` computes; `None` if it is not given.
        pub cpuload: Option<u8> = None,
        /// The work of `cpuio`.
        pub cpumode: CpuMode = CpuMode::Noop,
        /// The time of one part of that work.
        pub cpuchunks: Duration = Duration::from_millis(50),
        /// True if `cpuio` ends when no other job moves blocks any more.
        pub exit_on_io_done: bool = false,
    }
}

/// The options of this group.
pub(super) const OPTIONS: &[Entry<CallOptions>] = &[
    takes!(
        stat_type,
        "stat|lstat|statx",
        "the call of filestat and dirstat",
        |value| value.choice(&[
            ("stat", StatType::Stat),
            ("lstat", StatType::Lstat),
            ("statx", StatType::Statx),
        ])
    ),
    // As in fio: more than all is all, and none is none given.
    takes!(
        cpuload,
        "PERCENT",
        "of cpuio: the share of its time in which it computes",
        |value| value.integer().map(|percent| unless_zero(percent.min(100) as u8))
    ),
    takes!(cpumode, "noop|qsort", "of cpuio: a loop, or sorting", |value| value
        .choice(&[("noop", CpuMode::Noop), ("qsort", CpuMode::Qsort)])),
    takes!(
        cpuchunks,
        "N",
        "of cpuio: microseconds of the loop between two pauses",
        |value| value.integer().map(|to| Duration::from_micros(to.into()))
    ),
    boolean!(
        exit_on_io_done,
        "of cpuio: it ends when the other jobs that run with it have ended"
    ),
];
