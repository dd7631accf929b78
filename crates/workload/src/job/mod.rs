//! Jobs of streams.

mod check;

use std::path::{Path, PathBuf};
use std::time::Duration;

use feedrate_pageio::{Access, Discipline, EngineChoice, Geometry, Method, Shape, Span};
use serde::{Deserialize, Serialize};

/// Streams that start at once.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Job {
    /// The streams.
    pub streams: Vec<Stream>,
    /// The kind of each: a thread of this process or a process of its own.
    pub run_as: RunAs,
    /// The length of an interval of the throughput series.
    pub interval: Duration,
}

/// The kind of a stream's execution.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RunAs {
    /// A thread of this process.
    #[default]
    Threads,
    /// A process of its own, as the sessions of SAS users are.
    Processes,
}

/// The work of a stream.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Work {
    /// Reads a file.
    Read {
        /// The file.
        file: PathBuf,
    },
    /// Writes a file.
    Write {
        /// The file.
        file: PathBuf,
    },
    /// Reads one file and writes another, with a given share of reads. Both may be the same file.
    Mixed {
        /// The file that is read.
        source: PathBuf,
        /// The file that is written.
        target: PathBuf,
        /// The percentage of transfers that are reads.
        read_percent: u8,
    },
    /// Reads a page and writes the same page back unchanged.
    ReadWriteBack {
        /// The file.
        file: PathBuf,
    },
}

impl Work {
    /// Returns the file that is written, if any.
    pub fn target(&self) -> Option<&Path> {
        match self {
            Self::Read { .. } => None,
            Self::Write { file } | Self::ReadWriteBack { file } => Some(file),
            Self::Mixed { target, .. } => Some(target),
        }
    }

    /// Returns whether it reads and writes the same file.
    pub fn is_on_one_file(&self) -> bool {
        match self {
            Self::Read { .. } | Self::Write { .. } => false,
            Self::ReadWriteBack { .. } => true,
            Self::Mixed { source, target, .. } => true_path(source) == true_path(target),
        }
    }

    /// Returns the file that is read, if any.
    pub fn source(&self) -> Option<&Path> {
        match self {
            Self::Write { .. } => None,
            Self::Read { file } | Self::ReadWriteBack { file } => Some(file),
            Self::Mixed { source, .. } => Some(source),
        }
    }
}

/// The preparation of a file that is to be written, before the clock starts. A file whose pages are read and written
/// back keeps them all.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Target {
    /// It is overwritten in place, or created if it does not exist.
    #[default]
    Overwrite,
    /// It is truncated, and grows as it is written: the file system allocates space meanwhile.
    Grow,
    /// It is truncated, and its space is reserved without being written.
    Reserve,
}

/// The limit of a stream. If both are given, the one that is reached first applies; without either, its range is moved
/// once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limit {
    /// Bytes to move after the ramp, both directions together. A page that is read and written back counts once.
    pub bytes: Option<u64>,
    /// Time to run after the ramp.
    pub time: Option<Duration>,
}

/// One stream.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Stream {
    /// Its name in reports.
    pub name: String,
    /// Its work.
    pub work: Work,
    /// The used part of each of its files.
    pub range: Span,
    /// The sizes of its page and transfers.
    pub geometry: Geometry,
    /// The method of moving pages.
    pub method: Method,
    /// The order of pages.
    pub access: Access,
    /// The way that it waits for transfers, or does not.
    pub discipline: Discipline,
    /// Transfers in flight; 1 with [`Discipline::AsSas`].
    pub depth: u32,
    /// The choice of the engine.
    pub engine: EngineChoice,
    /// The form of a transfer's memory.
    pub shape: Shape,
    /// Its limit.
    pub limit: Limit,
    /// The time before anything is counted.
    pub ramp: Duration,
    /// The most bytes a second, both directions together.
    pub rate: Option<u64>,
    /// The preparation of the file that is written.
    pub target: Target,
    /// True if files that feedrate did not write may be overwritten. Otherwise, a file that is neither empty nor marked
    /// as feedrate's is refused.
    pub overwrite_foreign: bool,
    /// True if the end waits until all writes have reached the device.
    pub durable: bool,
    /// The percentage of written bytes that a compressor could save.
    pub compressible_percent: u8,
    /// The seed of random order and content.
    pub seed: u64,
}

impl Stream {
    /// Creates a stream over the first `bytes` bytes of its files, from front to back, once, as SAS moves pages with
    /// `method`.
    pub fn new(name: impl Into<String>, work: Work, method: Method, page: u64, bytes: u64) -> Self {
        Self {
            name: name.into(),
            work,
            range: Span { offset: 0, bytes },
            geometry: Geometry::sequential(method, Discipline::AsSas, page),
            method,
            access: Access::Sequential,
            discipline: Discipline::AsSas,
            depth: 1,
            engine: EngineChoice::Auto,
            shape: Shape::Scatter,
            limit: Limit::default(),
            ramp: Duration::ZERO,
            rate: None,
            target: Target::default(),
            overwrite_foreign: false,
            durable: false,
            compressible_percent: 0,
            seed: 1,
        }
    }

    /// Returns the stream with `depth` transfers in flight, each of which is contiguous in memory.
    #[must_use]
    pub fn overlapped(mut self, depth: u32) -> Self {
        self.discipline = Discipline::Overlapped;
        self.depth = depth.max(1);
        self.shape = Shape::Contiguous;
        self.geometry = Geometry::sequential(self.method, self.discipline, self.geometry.page);
        self
    }

    /// Returns the bytes of one pass: the range, or for a mix the total at which its more frequent direction has
    /// covered the range.
    pub fn bytes_of_one_pass(&self) -> u64 {
        match self.work {
            Work::Mixed { read_percent, .. } => {
                let larger = u64::from(read_percent.max(100 - read_percent.min(100)).max(1));
                (u128::from(self.range.bytes) * 100 / u128::from(larger)) as u64
            }
            _ => self.range.bytes,
        }
    }
}

/// Returns the canonical path, or the path itself if it does not exist.
fn true_path(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pass_of_a_mix_goes_over_the_larger_side_once() {
        let mixed = |read_percent| {
            let work = Work::Mixed {
                source: "a".into(),
                target: "b".into(),
                read_percent,
            };
            Stream::new("s", work, Method::Cached, 4096, 1 << 20).bytes_of_one_pass()
        };
        assert_eq!(mixed(50), 2 << 20);
        assert_eq!(mixed(100), 1 << 20);
        assert_eq!(mixed(0), 1 << 20);
        assert_eq!(mixed(80), (1 << 20) * 100 / 80);
    }
}
