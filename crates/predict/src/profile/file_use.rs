//! The transfers of a file, as a record has them.

use feedrate_pageio::{Course, Direction, Discipline, Method};
use serde::Deserialize;

/// The transfers of a file in a step.
#[derive(Clone, Debug, Deserialize)]
pub struct FileUse {
    /// Its path, or the address of a pipe.
    pub path: String,
    /// The direction: read or written.
    pub direction: Direction,
    /// Bytes of a page.
    #[serde(default)]
    pub page_bytes: u64,
    /// Pages without the header.
    #[serde(default)]
    pub pages: u64,
    /// Transfers.
    #[serde(default)]
    pub transfers: u64,
    /// Bytes.
    #[serde(default)]
    pub bytes: u64,
    /// `cached`, `direct`, `unbuffered` or `write-through`.
    #[serde(default)]
    pub method: String,
    /// BUFNO, if direct.
    #[serde(default)]
    pub buffers: Option<u32>,
    /// Who waited.
    #[serde(default = "as_sas")]
    pub discipline: Discipline,
    /// The engine that made its transfers.
    #[serde(default)]
    pub engine: Engine,
    /// The transfers in flight.
    #[serde(default)]
    pub depth_reached: DepthReached,
    /// From its opening to its last transfer.
    #[serde(default)]
    pub seconds: f64,
    /// The part of it in which the step waited.
    #[serde(default)]
    pub waited_seconds: f64,
    /// The seconds that it took to reach the device after that.
    #[serde(default)]
    pub flush_seconds: Option<f64>,
    /// The share of the page cache.
    #[serde(default)]
    pub cache_share: Option<f64>,
    /// The bytes of the file that were in the page cache before.
    #[serde(default)]
    pub resident_before_bytes: Option<u64>,
    /// The pipe that it went through.
    #[serde(default)]
    pub pipe: Option<Pipe>,
    /// The bytes moved over time.
    #[serde(default)]
    pub course: Option<Course>,
    /// The threads that read parts of it at the same time, where there is no course.
    #[serde(default)]
    pub threads: Option<u32>,
}

impl Default for FileUse {
    /// Returns the use of a file of which nothing is known but that it is read.
    fn default() -> Self {
        Self {
            path: String::new(),
            direction: Direction::Read,
            page_bytes: 0,
            pages: 0,
            transfers: 0,
            bytes: 0,
            method: String::new(),
            buffers: None,
            discipline: as_sas(),
            engine: Engine::default(),
            depth_reached: DepthReached::default(),
            seconds: 0.0,
            waited_seconds: 0.0,
            flush_seconds: None,
            cache_share: None,
            resident_before_bytes: None,
            pipe: None,
            course: None,
            threads: None,
        }
    }
}

fn as_sas() -> Discipline {
    Discipline::AsSas
}

/// The engine of a file.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Engine {
    /// Its name.
    pub kind: String,
}

/// The transfers in flight.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(default)]
pub struct DepthReached {
    /// The most at a time.
    pub most: u32,
    /// The mean.
    pub mean: f64,
}

/// An end of a pipe.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Pipe {
    /// Its address.
    pub address: String,
    /// The seconds that the step waited for the other end.
    pub waited_seconds: f64,
}

impl FileUse {
    /// Returns the use of utility files in blocks of `block` bytes.
    pub fn utility(direction: Direction, bytes: u64, block: u64) -> Self {
        Self {
            direction,
            page_bytes: block,
            pages: bytes / block.max(1),
            transfers: bytes / block.max(1),
            bytes,
            method: "direct".to_owned(),
            buffers: Some(1),
            discipline: Discipline::Overlapped,
            ..Self::default()
        }
    }

    /// Returns `read` or `written`.
    pub(super) fn participle(&self) -> &'static str {
        match self.direction {
            Direction::Read => "read",
            Direction::Write => "written",
        }
    }

    /// Returns how its pages moved.
    pub fn method(&self) -> Method {
        match self.method.as_str() {
            "direct" => Method::Direct {
                pages_per_transfer: self.buffers.unwrap_or(1).max(1),
            },
            "unbuffered" => Method::Unbuffered,
            "write-through" => Method::WriteThrough,
            _ => Method::Cached,
        }
    }

    /// Returns the bytes of one pass that are not pages: the header.
    pub fn header_bytes(&self) -> u64 {
        match self.page_bytes {
            0 => 0,
            page => self.bytes.saturating_sub(page.saturating_mul(self.pages)),
        }
    }
}
