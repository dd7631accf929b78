//! Data sets that are piped from one process to another.
//!
//! Pages are transferred unchanged. The first frame describes the data set, with the bytes with which a file would
//! begin; then follow pages of rows, many per frame; the tail has the number of rows. A pipe is read once, from front
//! to back, and the number of rows is known at its end.
//!
//! | module | contents |
//! |---|---|
//! | `opening` | the first frame and the tail |
//! | `inlet` | the receiving end |
//! | `outlet` | the sending end |
//! | `run` | pages that were received together |
//! | `error` | errors |

mod error;
mod inlet;
mod opening;
mod outlet;
mod run;
mod sink;
mod source;

pub use error::PipedError;
pub(crate) use inlet::{Inlet, Intake};
pub(crate) use outlet::{Outlet, SentDataSet};
pub use run::PageRun;
pub(crate) use sink::PipedSink;
pub(crate) use source::PipedSource;

use std::io;
use std::time::Duration;

use feedrate_pageio::EngineReport;
use feedrate_pageio::cache::{CacheShare, UnknownBecause};
use feedrate_pageio::{Depth, Direction, Discipline, EngineKind, Method};
use feedrate_pipe::{Carrier, PipeTotals};

use crate::pages::{Amount, Carriage, FileAccount};

/// The name of the engine in LIBNAME.
pub const ENGINE: &str = "SASESOCK";

/// The amount that was moved through a pipe, and the time that it took.
#[derive(Debug)]
struct Flow {
    carriage: Carriage,
    direction: Direction,
    page_bytes: u64,
    pages: u64,
    moved: PipeTotals,
    elapsed: Duration,
    waited: Duration,
    /// When the first pages had arrived, since the machine started.
    first_page: Option<Duration>,
    notes: Vec<String>,
}

impl Flow {
    /// Returns the account that is reported with those of files.
    fn account(self) -> FileAccount {
        FileAccount {
            path: self.carriage.address.clone().into(),
            direction: self.direction,
            page_bytes: self.page_bytes,
            moved: Amount {
                pages: self.pages,
                transfers: self.moved.frames,
                bytes: self.moved.bytes,
            },
            method: Method::Cached,
            discipline: Discipline::AsSas,
            engine: EngineReport {
                kind: EngineKind::SYNC,
                depth: 1,
                refused: Vec::new(),
            },
            depth: Depth { most: 1, mean: 1.0 },
            elapsed: self.elapsed,
            waited: self.waited,
            first_page: self.first_page,
            flush: None,
            cache: CacheShare::Unknown(UnknownBecause::NothingRead),
            resident_before: None,
            notes: self.notes,
            carriage: Some(self.carriage),
            course: None,
            compression: None,
        }
    }
}

/// Returns the name of a transport in output.
fn carrier_name(carrier: Carrier) -> &'static str {
    match carrier {
        Carrier::Tcp => "tcp",
        Carrier::EncryptedTcp => "encrypted tcp",
        Carrier::UnixSocket => "unix socket",
    }
}

/// Returns the error for a lock whose holder panicked: the data that it protects may be inconsistent.
fn went_down() -> io::Error {
    io::Error::other("a thread of this step went down while it held the pipe")
}
