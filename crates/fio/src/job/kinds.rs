//! The kinds of values that options have.

use feedrate_workload::load::VerifySum;

/// Bytes, or a part of the whole.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SizeOf {
    /// Bytes.
    Bytes(u64),
    /// Percent.
    Percent(f64),
}

impl SizeOf {
    /// Whether it is 0, which to many options is as if they were not given.
    pub fn is_nothing(self) -> bool {
        matches!(self, Self::Bytes(0) | Self::Percent(0.0))
    }
}

/// How likely each part of a file is.
#[derive(Clone, Debug, PartialEq)]
pub enum RandomDistribution {
    /// Each as likely.
    Random,
    /// Zipf's law with an exponent.
    Zipf(f64),
    /// Pareto's with a power.
    Pareto(f64),
    /// Around the middle with a deviation in percent.
    Normal(f64),
    /// Percent of accesses, and percent of the file or bytes that they go to.
    Zoned(Vec<(f64, SizeOf)>),
}

/// Parts of a file that are worked on in turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Zones {
    /// Bytes that are moved in a part.
    pub zonesize: u64,
    /// Bytes of a part; 0: `zonesize`.
    pub zonerange: u64,
    /// Bytes between two parts.
    pub zoneskip: u64,
}

/// What the system is told of the order of blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AdviceHint {
    /// Nothing.
    None,
    /// What `rw` says.
    AsOrdered,
    /// That it is random.
    Random,
    /// That it is sequential.
    Sequential,
}

/// Which file is next.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum FileService {
    /// At random, each for so many blocks.
    Random(u64),
    /// In turn, each for so many blocks.
    RoundRobin(u64),
    /// Each to its end.
    Sequential,
    /// At random with a law.
    Zipf(f64, u64),
    /// At random with a law.
    Pareto(f64, u64),
    /// At random with a law.
    Normal(f64, u64),
}

/// How space is reserved for files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fallocate {
    /// Not at all.
    None,
    /// As the file system can.
    Native,
    /// By `posix_fallocate`.
    Posix,
    /// With the size kept.
    Keep,
    /// By setting the size.
    Truncate,
}

/// What moves blocks, as the job names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Engine {
    /// `sync`
    Sync,
    /// `psync`
    Psync,
    /// `vsync`
    Vsync,
    /// `pvsync`
    Pvsync,
    /// `pvsync2`
    Pvsync2,
    /// `libaio`
    Libaio,
    /// `posixaio`
    Posixaio,
    /// `io_uring`
    IoUring,
    /// `mmap`
    Mmap,
    /// `null`
    Null,
}

impl Engine {
    /// As fio's outputs name it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Sync => "sync",
            Self::Psync => "psync",
            Self::Vsync => "vsync",
            Self::Pvsync => "pvsync",
            Self::Pvsync2 => "pvsync2",
            Self::Libaio => "libaio",
            Self::Posixaio => "posixaio",
            Self::IoUring => "io_uring",
            Self::Mmap => "mmap",
            Self::Null => "null",
        }
    }
}

/// What a write waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sync {
    /// Nothing.
    None,
    /// `O_SYNC`
    Sync,
    /// `O_DSYNC`
    Dsync,
}

/// Bytes that are written over and over.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pattern {
    /// They, with zeros where offsets stand.
    pub bytes: Vec<u8>,
    /// Where in them the block's offset stands, in 8 bytes (`%o`).
    pub offsets: Vec<usize>,
}

/// How what is read is known to be what was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verify {
    /// A header alone.
    Meta,
    /// A header with a sum.
    Sum(VerifySum),
    /// `pattern`
    Pattern,
}

impl Verify {
    /// As fio names it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Meta => "meta",
            Self::Sum(sum) => sum.name(),
            Self::Pattern => "pattern",
        }
    }
}

/// Which jobs end with one that has `exitall`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExitWhat {
    /// All that run, and those that wait never start.
    All,
    /// Those of its group.
    Group,
    /// Those that run; the ones behind the next stonewall start.
    Stonewall,
}

/// How reads and writes are reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnifiedReporting {
    /// Apart.
    None,
    /// Together.
    Mixed,
    /// Both ways.
    Both,
}

/// When a job is steady.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SteadyState {
    /// Operations a second, or else bandwidth.
    pub iops: bool,
    /// The slope instead of the greatest deviation from the mean.
    pub slope: bool,
    /// The limit: percent of the mean, or absolute.
    pub limit: f64,
    /// Which of the two.
    pub is_percent: bool,
}
