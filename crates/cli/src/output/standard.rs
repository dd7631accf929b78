//! Standard output and standard error.

use std::io::{self, IsTerminal, Write};
use std::os::fd::AsFd;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use feedrate_document::Document;
use feedrate_document::text::{self, TextOptions};
use feedrate_pageio::stoppable::StoppableFile;

/// Writes to standard output. A reader that has gone, such as `head`, is not a failure. `stop` ends a wait for one that
/// does not read.
///
/// # Errors
///
/// Returns a message if it cannot be written to.
pub fn to_stdout(text: &[u8], stop: &Arc<AtomicBool>) -> Result<(), String> {
    write(text, "output", standard(io::stdout(), stop))
}

fn write(text: &[u8], name: &str, stream: io::Result<StoppableFile>) -> Result<(), String> {
    match stream.and_then(|mut stream| stream.write_all(text)) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(format!("cannot write to standard {name}: {error}"))
        }
        _ => Ok(()),
    }
}

/// Returns standard output or standard error, to which nothing else is written meanwhile. `stop` ends a wait for a
/// reader that does not read.
pub fn standard(stream: impl AsFd, stop: &Arc<AtomicBool>) -> io::Result<StoppableFile> {
    Ok(StoppableFile::given(stream.as_fd().try_clone_to_owned()?, stop))
}

/// Prints a document on standard error after a blank line, without colour. A reader that has gone is not a failure.
///
/// # Errors
///
/// Returns a message if it cannot be written to.
pub fn print_to_stderr(document: &Document, stop: &Arc<AtomicBool>) -> Result<(), String> {
    let text = format!("\n{}", text::render(document, &TextOptions::default()));
    write(text.as_bytes(), "error", standard(io::stderr(), stop))
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
