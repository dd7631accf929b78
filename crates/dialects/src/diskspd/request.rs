//! Valid requests.

use super::target::{NamedFile, Target};

/// The request of the arguments.
#[derive(Clone, Debug, PartialEq)]
pub enum Request {
    /// The help.
    Help,
    /// A test.
    Test(Test),
    /// Only the output lines about the arguments (`-Rp`).
    Profile(Test),
    /// A description of a test.
    Explain(Test),
}

/// A test.
#[derive(Clone, Debug, PartialEq)]
pub struct Test {
    /// The command line, as it was given.
    pub command_line: String,
    /// The profile that it was read from (`-X`).
    pub profile: Option<NamedFile>,
    /// Its parts, which run one after the other.
    pub spans: Vec<TimeSpan>,
    /// True if the output about the arguments is verbose.
    pub verbose: bool,
    /// The form of the report.
    pub format: Format,
    /// True if figures are printed below the result that the original does not have.
    pub account: bool,
    /// True if files that feedrate did not make, and devices, may be written.
    pub overwrite_foreign: bool,
    /// Options with another meaning here, one line each.
    pub remarks: Vec<String>,
}

impl Test {
    /// Returns the targets of all time spans.
    pub fn targets(&self) -> impl Iterator<Item = &Target> {
        self.spans.iter().flat_map(|span| &span.targets)
    }

    /// Returns whether blocks are written.
    pub fn writes(&self) -> bool {
        self.targets().any(|target| target.write_percent > 0)
    }
}

/// A part of a test: work on targets at the same time.
#[derive(Clone, Debug, PartialEq)]
pub struct TimeSpan {
    /// The targets, at least one.
    pub targets: Vec<Target>,
    /// Seconds before anything is counted.
    pub warm_up: u64,
    /// Seconds that are counted.
    pub duration: u64,
    /// Seconds that the work continues after that.
    pub cool_down: u64,
    /// The threads.
    pub threads: Threads,
    /// The seed of random order.
    pub seed: u32,
    /// True if each written block has random bytes of its own, whatever its target says.
    pub random_writes: bool,
    /// True if affinity is disabled explicitly.
    pub affinity_disabled: bool,
    /// Groups and numbers of processors that threads are bound to in turn.
    pub processors: Vec<(u32, u32)>,
    /// True if latencies are printed.
    pub latency: bool,
    /// Milliseconds of an interval of blocks a second, if they are printed.
    pub interval: Option<u64>,
    /// True if completion routines are requested.
    pub completion_routines: bool,
}

impl TimeSpan {
    /// Returns the number of its threads.
    pub fn all_threads(&self) -> u64 {
        match self.threads {
            Threads::OfEachTarget => self.targets.iter().map(|target| u64::from(target.threads)).sum(),
            Threads::OfAll { threads } | Threads::Shared { threads, .. } => threads.into(),
        }
    }

    /// Returns the blocks in flight of a thread on a target.
    pub fn depth(&self, target: &Target) -> u32 {
        match self.threads {
            Threads::OfEachTarget | Threads::OfAll { .. } => target.depth,
            Threads::Shared { depth, .. } => depth,
        }
    }

    /// Returns the targets in runs of those with the same settings.
    pub(crate) fn groups(&self) -> impl Iterator<Item = &[Target]> {
        self.targets.chunk_by(Target::is_used_as)
    }
}

/// The threads of a time span.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Threads {
    /// Each target has threads of its own.
    OfEachTarget,
    /// Threads that work on all targets, with the blocks in flight of each target.
    OfAll {
        /// All threads.
        threads: u32,
    },
    /// Threads that share the targets with this many blocks in flight, given by `-O`.
    Shared {
        /// All threads.
        threads: u32,
        /// Blocks in flight of each thread.
        depth: u32,
    },
}

/// The form of the report.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Format {
    /// Lines and tables.
    #[default]
    Text,
    /// Elements of XML.
    Xml,
}
