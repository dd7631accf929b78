//! The options of a measurement.

use std::path::PathBuf;
use std::time::Duration;

use feedrate_pageio::{Access, EngineChoice, Method};
use feedrate_workload::{RunAs, Target};
use serde::Serialize;

/// The options of a measurement.
#[derive(Clone, Debug)]
pub struct Options {
    /// The files, one for each stream.
    pub files: Vec<PathBuf>,
    /// The work of each stream.
    pub action: Action,
    /// The files that a mix writes, one for each that it reads; none for the same files.
    pub write_to: Vec<PathBuf>,
    /// The percentage of reads in a mix; half of it if absent.
    pub read_percent: Option<u8>,
    /// The method by which pages move.
    pub method: Method,
    /// Bytes of a page.
    pub page: u64,
    /// The order in which pages are visited.
    pub order: Access,
    /// Transfers that are kept in flight while the stream works; `None` for one at a time, as SAS has it.
    pub depth: Option<u32>,
    /// The engine.
    pub engine: EngineChoice,
    /// Bytes of each file; all whole pages of those that are read if absent.
    pub size: Option<u64>,
    /// The time of a repeat; one pass over each file if absent.
    pub time: Option<Duration>,
    /// The time before anything is counted.
    pub ramp: Duration,
    /// The most bytes a second of each stream.
    pub rate: Option<u64>,
    /// The preparation of a file before it is written.
    pub target: Option<Target>,
    /// True if the time until all has reached the device counts.
    pub durable: bool,
    /// True if each file is evicted from the page cache before it is read.
    pub cold: bool,
    /// The percentage of the written bytes that a compressor could save.
    pub compressible_percent: Option<u8>,
    /// The kind of a stream's execution.
    pub run_as: RunAs,
    /// The number of repeats.
    pub repeats: u32,
    /// An interval of the series of throughputs.
    pub interval: Duration,
    /// The seed of random order and content; another one each time if absent.
    pub seed: Option<u64>,
}

impl Options {
    /// The percentage of reads in a mix, where nothing else is said.
    pub(crate) const READ_PERCENT: u8 = 50;
}

/// The work of a stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Action {
    /// The file is read.
    Read,
    /// The file is written.
    Write,
    /// One file is read and another, or the same, is written.
    Mix,
    /// Each page is read and written back.
    WriteBack,
}

impl Action {
    /// Returns its name in a sentence.
    pub fn name(self) -> &'static str {
        match self {
            Self::Read => "read",
            Self::Write => "write",
            Self::Mix => "mix",
            Self::WriteBack => "read and write back",
        }
    }

    /// Returns true if it writes.
    pub fn writes(self) -> bool {
        self != Self::Read
    }

    /// Returns true if it reads.
    pub fn reads(self) -> bool {
        self != Self::Write
    }
}
