//! The destinations of results: a document to standard output, JSON and HTML to files.

mod csv_folder;
mod destination;
mod jobs;
mod ours;
mod program;
mod repeated_log;
mod results;
mod unless_closed;

use std::io::{self, IsTerminal, Write};
use std::os::fd::AsFd;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use feedrate_pageio::named_file;
use feedrate_pageio::stoppable::Stoppable;
use feedrate_report::Document;
use feedrate_report::text::{self, TextOptions};
use serde::Serialize;

use destination::Destination;
pub use jobs::{JobFiles, JobOutputs};
pub use program::ProgramOutputs;
pub use repeated_log::RepeatedLog;
pub use results::{Places, Results};

/// Checks that [`write()`] can write to a file.
///
/// # Errors
///
/// Returns a message if it cannot, or if the file is not an earlier result.
pub fn check(path: &Path) -> Result<(), String> {
    Destination::of(path)?.check()
}

/// Makes a folder for results, unless there is one.
///
/// # Errors
///
/// Returns a message if it cannot be made.
pub fn make_folder(folder: &Path) -> Result<(), String> {
    named_file::create_folders(folder)
        .map_err(|error| format!("cannot make the folder {}: {error}", folder.display()))
}

/// Writes text to a file that is new, empty, or an earlier result. It is written as a whole or not at all.
///
/// # Errors
///
/// Returns a message if the file cannot be written, or is not an earlier result.
pub fn write(path: &Path, text: &str) -> Result<(), String> {
    let destination = Destination::of(path)?;
    destination.check()?;
    destination.write(text, &Arc::default())
}

/// Writes to standard output. A reader that has gone, such as `head`, is not a failure. `stop` ends a wait for one that
/// does not read.
///
/// # Errors
///
/// Returns a message if it cannot be written to.
pub fn to_stdout(text: &[u8], stop: &Arc<AtomicBool>) -> Result<(), String> {
    let written = standard(io::stdout(), stop).and_then(|mut output| output.write_all(text));
    match written {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(format!("cannot write to standard output: {error}"))
        }
        _ => Ok(()),
    }
}

/// Returns standard output or standard error, to which nothing else is written meanwhile. `stop` ends a wait for a
/// reader that does not read.
fn standard(stream: impl AsFd, stop: &Arc<AtomicBool>) -> io::Result<Stoppable> {
    Ok(Stoppable::given(stream.as_fd().try_clone_to_owned()?, stop))
}

/// Prints a document on standard error after a blank line, without colour. A reader that has gone is not a failure.
///
/// # Errors
///
/// Returns a message if it cannot be written to.
pub fn print_to_stderr(document: &Document, stop: &Arc<AtomicBool>) -> Result<(), String> {
    let text = format!("\n{}", text::render(document, &TextOptions::default()));
    let written =
        standard(io::stderr(), stop).and_then(|mut output| output.write_all(text.as_bytes()));
    match written {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(format!("cannot write to standard error: {error}"))
        }
        _ => Ok(()),
    }
}

/// Prints a document to standard output, in colour on a terminal that supports it.
///
/// # Errors
///
/// Returns a message if it cannot be written to.
pub fn print(document: &Document, stop: &Arc<AtomicBool>) -> Result<(), String> {
    let options = TextOptions {
        colour: io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none(),
        ..TextOptions::default()
    };
    to_stdout(text::render(document, &options).as_bytes(), stop)
}

fn json_text(value: &impl Serialize) -> Result<String, String> {
    let mut text = serde_json::to_string_pretty(value).map_err(|error| error.to_string())?;
    text.push('\n');
    Ok(text)
}
