//! Data sets on their way from one process to another, through a pipe.
//!
//! The pages travel as they are. What describes the data set comes first, in the bytes that a file would begin
//! with; then come pages of rows, many at a time; how many rows there were comes last. A pipe is read once, from
//! front to back, and how long it is is known when it has ended.
//!
//! | room | what is in it |
//! |---|---|
//! | [`opening`] | what comes first, and what comes last |
//! | [`inlet`] | the end at which a data set comes in |
//! | [`outlet`] | the end at which one goes out |
//! | [`run`] | pages that came together |
//! | [`error`] | what can go wrong |

mod error;
mod inlet;
mod opening;
mod outlet;
mod run;

pub use error::PipedError;
pub(crate) use inlet::{Inlet, Intake};
pub(crate) use outlet::{Outlet, Sent};
pub use run::PageRun;

use std::io;
use std::time::Duration;

use feedrate_pageio::EngineReport;
use feedrate_pageio::cache::{CacheShare, UnknownBecause};
use feedrate_pageio::{Depth, Direction, Discipline, EngineKind, Method};
use feedrate_pipe::{Carrier, PipeTotals};

use crate::pages::{Amount, Carriage, FileAccount};

/// The name of the engine in LIBNAME.
pub const ENGINE: &str = "SASESOCK";

/// What was moved through a pipe, and how long it took.
#[derive(Debug)]
struct Flow {
    carriage: Carriage,
    direction: Direction,
    page_bytes: u64,
    pages: u64,
    moved: PipeTotals,
    elapsed: Duration,
    waited: Duration,
    notes: Vec<String>,
}

impl Flow {
    /// As it is told of beside those of files.
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
            flush: None,
            cache: CacheShare::Unknown(UnknownBecause::NothingRead),
            resident_before: None,
            notes: self.notes,
            carriage: Some(self.carriage),
        }
    }
}

/// What people call it.
fn carrier_name(carrier: Carrier) -> &'static str {
    match carrier {
        Carrier::Tcp => "tcp",
        Carrier::UnixSocket => "unix socket",
    }
}

/// That a lock is held by a thread that went down: what it guards is not to be trusted.
fn went_down() -> io::Error {
    io::Error::other("a thread of this step went down while it held the pipe")
}
