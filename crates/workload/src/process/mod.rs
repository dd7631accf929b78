//! Streams as processes of their own, as the sessions of SAS users are.
//!
//! The parent starts its own program once for each stream, with the single argument [`ARGUMENT`]. They exchange lines:
//! the parent writes the stream's task as one line of JSON; the worker answers `ready` and the file that it has
//! created; the parent writes `go`; while it runs the worker writes `moved BYTES` from time to time; at the end it
//! writes `done` and its outcome, or `failed` and the reason. When the worker's standard input ends, because its parent
//! has ended or stops it, it stops.

mod parent;
mod worker;

use std::path::PathBuf;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::error::WorkerFailure;
use crate::job::Stream;
use crate::outcome::StreamOutcome;

pub(crate) use parent::run;
pub use worker::{work, work_with};

/// The argument that makes the program a worker. `main` must check for it first and call [`work`].
pub const ARGUMENT: &str = "--stream-worker";

/// The interval at which a worker reports its progress, and its parent checks whether to stop.
const TICK: Duration = Duration::from_millis(100);

/// The line that a parent writes when all workers are ready.
const GO: &str = "go";

/// The task of a worker.
#[derive(Debug, Serialize, Deserialize)]
struct Task {
    stream: Stream,
    interval: Duration,
}

/// An answer of a worker.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum WorkerAnswer {
    Ready {
        /// The file that it created, which its parent removes if the worker is killed.
        made: Option<PathBuf>,
    },
    Moved(u64),
    Done(Box<StreamOutcome>),
    Failed {
        what: String,
        kind: WorkerFailure,
    },
}
