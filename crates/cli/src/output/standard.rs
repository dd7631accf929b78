//! Standard output and standard error.

use std::fs::File;
use std::io::{self, IsTerminal, Write};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use feedrate_document::Document;
use feedrate_document::text::{self, TextOptions};
use feedrate_pageio::stoppable::StoppableFile;

use crate::system::streams;

/// Writes to standard output. A reader that has gone, such as `head`, is not a failure. `stop` ends a wait for one that
/// does not read.
///
/// # Errors
///
/// Returns a message if it cannot be written to.
pub fn to_stdout(text: &[u8], stop: &Arc<AtomicBool>) -> Result<(), String> {
    write(text, "output", standard_output(stop))
}

fn write(text: &[u8], name: &str, stream: io::Result<StoppableFile>) -> Result<(), String> {
    match stream.and_then(|mut stream| stream.write_all(text)) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(format!("cannot write to standard {name}: {error}"))
        }
        _ => Ok(()),
    }
}

/// Returns standard output, to which nothing else is written meanwhile. `stop` ends a wait for a reader that does not
/// read.
///
/// # Errors
///
/// The error of the system.
pub fn standard_output(stop: &Arc<AtomicBool>) -> io::Result<StoppableFile> {
    streams::output().map(|stream| given(stream, stop))
}

/// Returns standard error, likewise.
///
/// # Errors
///
/// The error of the system.
pub fn standard_error(stop: &Arc<AtomicBool>) -> io::Result<StoppableFile> {
    streams::error().map(|stream| given(stream, stop))
}

fn given(stream: File, stop: &Arc<AtomicBool>) -> StoppableFile {
    StoppableFile::given(stream, stop)
}

/// Prints a document on standard error after a blank line, without colour. A reader that has gone is not a failure.
///
/// # Errors
///
/// Returns a message if it cannot be written to.
pub fn print_to_stderr(document: &Document, stop: &Arc<AtomicBool>) -> Result<(), String> {
    let text = format!("\n{}", text::render(document, &TextOptions::default()));
    write(text.as_bytes(), "error", standard_error(stop))
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
