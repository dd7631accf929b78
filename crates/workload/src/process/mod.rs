//! Streams as processes of their own, as the sessions of SAS users are.
//!
//! The parent starts its own program once for each stream, with the single argument [`ARGUMENT`], and
//! speaks with it by lines: it writes the stream's task as one line of JSON; the child answers `ready`
//! and which file it has made;
//! the parent writes `go`; while it runs the child writes `moved BYTES` now and then; at the end it
//! writes `done` and its outcome, or `failed` and why. When the child's standard input ends, its parent
//! is gone or wants it to stop, and it stops.

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

/// The argument that makes the program a worker. `main` must look for it before all else and call
/// [`work`].
pub const ARGUMENT: &str = "--stream-worker";

/// How often a worker says how far it is, and a parent looks whether it is to stop.
const TICK: Duration = Duration::from_millis(100);

/// What a parent writes when all workers are ready.
const GO: &str = "go";

/// What a parent asks of a worker.
#[derive(Debug, Serialize, Deserialize)]
struct Task {
    stream: Stream,
    interval: Duration,
}

/// What a worker answers.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum WorkerAnswer {
    Ready {
        /// The file that it made, which its parent removes if it is killed.
        made: Option<PathBuf>,
    },
    Moved(u64),
    Done(Box<StreamOutcome>),
    Failed {
        what: String,
        kind: WorkerFailure,
    },
}
