//! Options of engines that move no bytes.

use std::time::Duration;

use super::definition::{Definition, boolean, takes};
use crate::job::{CpuMode, StatType};

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
pub(super) const OPTIONS: &[Definition] = &[
    takes(
        "stat_type",
        "stat|lstat|statx",
        "the call of filestat and dirstat",
        |options, value| {
            value
                .choice(&[
                    ("stat", StatType::Stat),
                    ("lstat", StatType::Lstat),
                    ("statx", StatType::Statx),
                ])
                .map(|to| options.calls.stat_type = to)
        },
    ),
    takes(
        "cpuload",
        "PERCENT",
        "of cpuio: the share of its time in which it computes",
        |options, value| {
            // As in fio: more than all is all, and none is none given.
            let percent = value.integer()?.min(100) as u8;
            options.calls.cpuload = Some(percent).filter(|&percent| percent > 0);
            Ok(())
        },
    ),
    takes(
        "cpumode",
        "noop|qsort",
        "of cpuio: a loop, or sorting",
        |options, value| {
            value
                .choice(&[("noop", CpuMode::Noop), ("qsort", CpuMode::Qsort)])
                .map(|to| options.calls.cpumode = to)
        },
    ),
    takes(
        "cpuchunks",
        "N",
        "of cpuio: microseconds of the loop between two pauses",
        |options, value| {
            options.calls.cpuchunks = Duration::from_micros(value.integer()?.into());
            Ok(())
        },
    ),
    boolean(
        "exit_on_io_done",
        "of cpuio: it ends when the other jobs that run with it have ended",
        |options| &mut options.calls.exit_on_io_done,
    ),
];
