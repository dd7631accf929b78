//! The types of option values.

mod engine;
mod rw;

use feedrate_workload::load::VerifySum;

pub use engine::Engine;
pub use rw::Rw;

/// A value for each direction.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct EachDirection<T> {
    /// Of reads.
    pub read: T,
    /// Of writes.
    pub write: T,
    /// Of trims.
    pub trim: T,
}

impl<T: Clone> EachDirection<T> {
    /// Returns the same value for all.
    pub fn all(value: T) -> Self {
        Self {
            read: value.clone(),
            write: value.clone(),
            trim: value,
        }
    }
}

impl<T> EachDirection<T> {
    /// Returns the values that a function makes of these.
    pub fn map<U>(self, mut of: impl FnMut(T) -> U) -> EachDirection<U> {
        EachDirection {
            read: of(self.read),
            write: of(self.write),
            trim: of(self.trim),
        }
    }
}

impl<T> EachDirection<Option<T>> {
    /// Returns the values, with others for those that are missing.
    pub fn or(self, others: EachDirection<T>) -> EachDirection<T> {
        EachDirection {
            read: self.read.unwrap_or(others.read),
            write: self.write.unwrap_or(others.write),
            trim: self.trim.unwrap_or(others.trim),
        }
    }
}

/// Bytes, or a percentage of the whole.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SizeOf {
    /// Bytes.
    Bytes(u64),
    /// Percent.
    Percent(f64),
}

impl SizeOf {
    /// Returns whether it is 0, which many options treat as not given.
    pub fn is_nothing(self) -> bool {
        matches!(self, Self::Bytes(0) | Self::Percent(0.0))
    }
}

/// The probability of each part of a file.
#[derive(Clone, Debug, PartialEq)]
pub enum RandomDistribution {
    /// Uniform.
    Random,
    /// Zipf's law with an exponent.
    Zipf(f64),
    /// A Pareto distribution with a power.
    Pareto(f64),
    /// A normal distribution around the middle with a deviation in percent.
    Normal(f64),
    /// Percentages of accesses, with the percentage of the file or the bytes that they go to.
    Zoned(Vec<(f64, SizeOf)>),
}

/// The zones of a file that are worked on in turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Zones {
    /// The bytes moved in a zone.
    pub zonesize: u64,
    /// The bytes of a zone; 0 for `zonesize`.
    pub zonerange: u64,
    /// The bytes between two zones.
    pub zoneskip: u64,
}

/// A share of the blocks of one length with a priority of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PriorityPart {
    /// The length.
    pub bytes: u64,
    /// The percentage.
    pub percent: u32,
    /// The class, the level and the hint; `None` for those of the job's options.
    pub own: Option<(u32, u32, u32)>,
}

/// The hint about the order of blocks that the system gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AdviceHint {
    /// None.
    None,
    /// The order of `rw`.
    AsOrdered,
    /// Random order.
    Random,
    /// Sequential order.
    Sequential,
}

/// The choice of the next file.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum FileService {
    /// Random, after a number of blocks of each.
    Random(u64),
    /// In turn, after a number of blocks of each.
    RoundRobin(u64),
    /// Each to its end.
    Sequential,
    /// Random by Zipf's law, after a number of blocks.
    Zipf(f64, u64),
    /// Random with a Pareto distribution, after a number of blocks.
    Pareto(f64, u64),
    /// Random with a normal distribution, after a number of blocks.
    Normal(f64, u64),
}

/// The reservation of space for files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fallocate {
    /// None.
    None,
    /// The method of the file system.
    Native,
    /// `posix_fallocate`.
    Posix,
    /// `fallocate` with the size kept.
    Keep,
    /// Setting the size.
    Truncate,
}

/// The work of `cpuio`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CpuMode {
    /// A loop that does nothing.
    Noop,
    /// Sorting.
    Qsort,
}

/// The call that asks for the status of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StatType {
    /// `stat`
    Stat,
    /// `lstat`
    Lstat,
    /// `statx`
    Statx,
}

/// The flag of synchronous writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sync {
    /// Nothing.
    None,
    /// `O_SYNC`
    Sync,
    /// `O_DSYNC`
    Dsync,
}

/// Bytes that are written repeatedly.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pattern {
    /// The bytes, with zeros for offsets.
    pub bytes: Vec<u8>,
    /// Their positions at which the block's offset is inserted, in 8 bytes (`%o`).
    pub offsets: Vec<usize>,
}

/// The method of verification.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verify {
    /// Only a header.
    Meta,
    /// A header with a checksum.
    Sum(VerifySum),
    /// `pattern`
    Pattern,
}

impl Verify {
    /// Returns fio's name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Meta => "meta",
            Self::Sum(sum) => sum.name(),
            Self::Pattern => "pattern",
        }
    }
}

/// The jobs that end with one that has `exitall`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExitWhat {
    /// All running ones; waiting ones never start.
    All,
    /// Those of its group.
    Group,
    /// All running ones; those after the next stonewall start.
    Stonewall,
}

/// The way to report reads and writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnifiedReporting {
    /// Separately.
    None,
    /// Together.
    Mixed,
    /// Both.
    Both,
}

/// The condition of a steady state.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SteadyState {
    /// True if it is about operations a second rather than bandwidth.
    pub iops: bool,
    /// True if it is about the slope rather than the greatest deviation from the mean.
    pub slope: bool,
    /// The limit, in percent of the mean or absolute.
    pub limit: f64,
    /// True if the limit is in percent.
    pub is_percent: bool,
}
