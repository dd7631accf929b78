//! What is to be done: a job of streams.

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
    /// Whether each is a thread of this process or a process of its own.
    pub run_as: RunAs,
    /// The length of an interval of the series of throughputs.
    pub interval: Duration,
}

/// What a stream runs as.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RunAs {
    /// A thread of this process.
    #[default]
    Threads,
    /// A process of its own, as the sessions of SAS users are.
    Processes,
}

/// What a stream does.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Work {
    /// Reads a file.
    Read {
        /// It.
        file: PathBuf,
    },
    /// Writes a file.
    Write {
        /// It.
        file: PathBuf,
    },
    /// Reads one file and writes another, in a given proportion of transfers. Both may be the same.
    Mixed {
        /// Read.
        source: PathBuf,
        /// Written.
        target: PathBuf,
        /// Of 100 transfers, how many are reads.
        read_percent: u8,
    },
    /// Reads a page and writes the same page back unchanged.
    ReadWriteBack {
        /// Read and written.
        file: PathBuf,
    },
}

impl Work {
    /// The file that is written, if any.
    pub fn target(&self) -> Option<&Path> {
        match self {
            Self::Read { .. } => None,
            Self::Write { file } | Self::ReadWriteBack { file } => Some(file),
            Self::Mixed { target, .. } => Some(target),
        }
    }

    /// Whether it reads and writes one and the same file.
    pub fn is_on_one_file(&self) -> bool {
        match self {
            Self::Read { .. } | Self::Write { .. } => false,
            Self::ReadWriteBack { .. } => true,
            Self::Mixed { source, target, .. } => true_path(source) == true_path(target),
        }
    }

    /// The file that is read, if any.
    pub fn source(&self) -> Option<&Path> {
        match self {
            Self::Write { .. } => None,
            Self::Read { file } | Self::ReadWriteBack { file } => Some(file),
            Self::Mixed { source, .. } => Some(source),
        }
    }
}

/// What happens to a file that is to be written, before the clock starts. One whose pages are read and
/// written back keeps them all.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Target {
    /// It is overwritten in place; what does not exist is made.
    #[default]
    Overwrite,
    /// It is emptied, and grows as it is written: the file system finds the space meanwhile.
    Grow,
    /// It is emptied, and its space is reserved without being written.
    Reserve,
}

/// When a stream has done enough. With both given, whichever comes first; with neither, it goes over
/// its range once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limit {
    /// Bytes to move after the ramp, both ways together. A page that is read and written back counts
    /// once.
    pub bytes: Option<u64>,
    /// Time to run after the ramp.
    pub time: Option<Duration>,
}

/// One stream.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Stream {
    /// What reports call it.
    pub name: String,
    /// What it does.
    pub work: Work,
    /// The part of each of its files that it works on.
    pub range: Span,
    /// The sizes of its page and transfers.
    pub geometry: Geometry,
    /// How pages move.
    pub method: Method,
    /// In which order.
    pub access: Access,
    /// Who waits.
    pub discipline: Discipline,
    /// Transfers in flight; 1 under [`Discipline::AsSas`].
    pub depth: u32,
    /// Which engine.
    pub engine: EngineChoice,
    /// Whether each page is a segment of its own.
    pub shape: Shape,
    /// When it ends.
    pub limit: Limit,
    /// Time to run before anything is counted.
    pub ramp: Duration,
    /// The most bytes a second, both ways together.
    pub rate: Option<u64>,
    /// What becomes of the file that is written.
    pub target: Target,
    /// Whether a file that feedrate did not make may be written to. Without it, one that is not empty
    /// and does not carry the mark is refused.
    pub overwrite_foreign: bool,
    /// Whether the end waits until all that was written has reached the device.
    pub durable: bool,
    /// How much of what is written a compressor could save, in percent.
    pub compressible_percent: u8,
    /// What random order and content follow from.
    pub seed: u64,
}

impl Stream {
    /// A stream over the first `bytes` bytes of its files, from front to back, once, as SAS moves
    /// pages with `method`.
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

    /// The same with `depth` transfers in flight while the stream works, each one run of memory.
    #[must_use]
    pub fn overlapped(mut self, depth: u32) -> Self {
        self.discipline = Discipline::Overlapped;
        self.depth = depth.max(1);
        self.shape = Shape::Contiguous;
        self.geometry = Geometry::sequential(self.method, self.discipline, self.geometry.page);
        self
    }

    /// Bytes that one pass moves: the range, or for a mix as much as both files hold.
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

/// The path without links and detours, or as it is where it leads nowhere yet.
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
