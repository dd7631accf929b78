//! Watches the I/O of any command from outside: on Linux by `/proc` and device counters, which this text is about; on
//! Windows by the counters of its job.
//!
//! The command runs as it does without this crate: with the same terminal, standard streams and process group. Its
//! processes are found by their parents, and their counters (`/proc/PID/io`, `/proc/PID/stat`), open files
//! (`/proc/PID/fd`, `/proc/PID/fdinfo`) and mappings (`/proc/PID/maps`) are read at intervals, with the counters of the
//! block devices below these files. No process is traced or slowed down, and no privilege is needed for processes of
//! the own user.
//!
//! The things that cannot be seen so are said in [`Observation::cannot_see`]. [`document()`] shows an observation.
//!
//! ```no_run
//! use feedrate_observe::{Options, document, run};
//! use feedrate_document::text::{self, TextOptions};
//!
//! let command = ["wc", "-l", "/data/big.csv"].map(Into::into);
//! let observation = run(&command, &Options::default(), &|| None)?;
//! print!("{}", text::render(&document(&observation), &TextOptions::default()));
//! # Ok::<(), feedrate_observe::Error>(())
//! ```

#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

mod counters;
mod device_seen;
mod document;
mod error;
mod file_seen;
mod motion;
mod observation;
mod options;
mod process_seen;
mod series;
mod system;
mod usage;

use std::ffi::OsString;
use std::sync::Mutex;

pub use counters::{Counters, StorageBytes};
pub use device_seen::{DeviceMoved, DeviceSeen, FileSystemSeen};
pub use document::document;
pub use error::Error;
pub use file_seen::FileSeen;
pub use motion::{Motion, Pattern};
pub use observation::{FORMAT_VERSION, LeftRunning, Observation, Sampling, Totals, Waits};
pub use options::Options;
pub use process_seen::ProcessSeen;
pub use series::Sample;
pub use system::Child;
pub use usage::Usage;

/// Held while a command is observed: its processes are told apart from other children of this process by having been
/// started meanwhile.
static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());

/// Runs a command to its end, and returns what was seen of it.
///
/// `stop` is called often. Once it returns a signal, that is passed on to the command, unless the terminal has sent it
/// (SIGINT of Ctrl-C, with this process in the foreground). [`Options::time_to_end`] later, or when the command's own
/// process has ended, all its processes receive SIGTERM, and after the same time again SIGKILL. None is left then.
/// Processes that a command leaves running when it ends of its own are left running.
///
/// Meanwhile this process adopts processes of the command whose parents end, and waits for them. It should start no
/// other processes. Commands are observed one at a time: a call waits for those of other threads.
///
/// # Errors
///
/// Fails if there is no command, if it cannot be started, without `/proc`, and if something else waits for the
/// command's process.
pub fn run(command: &[OsString], options: &Options, stop: &dyn Fn() -> Option<i32>) -> Result<Observation, Error> {
    // It guards no data.
    let _alone = ONE_AT_A_TIME.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    system::observe(command, options, stop)
}
