//! Lines of the shell, with which factors are set and put back.

use std::fs::File;
use std::io::{Read, Seek};
use std::path::Path;
use std::process::Stdio;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use feedrate_observe::Child;

use super::left_running::Mark;
use super::process::end;
use crate::definition::Factor;
use crate::error::{Error, Result};
use crate::system;

/// The interval at which a signal to this program is looked for.
const LOOK: Duration = Duration::from_millis(50);

/// The most that a line may print, in bytes.
const LONGEST_OUTPUT: u64 = 1 << 20;

/// The variable of the shell that holds a value for a line.
pub(super) const VALUE: &str = "FEEDRATE_VALUE";

/// Runs a line for a factor in a folder, with a value in [`VALUE`], and returns what it prints. `stop` ends it.
///
/// # Errors
///
/// Returns an error if it fails, or if it was stopped.
pub(super) fn run(factor: &Factor, folder: &Path, (line, value): (&str, &str), stop: &AtomicBool) -> Result<String> {
    execute(factor, folder, (line, value), Some(stop))
}

/// Runs a line that puts a factor back: to its end, also after a signal of the terminal to all of its processes.
///
/// # Errors
///
/// Returns an error if it fails.
pub(super) fn run_to_the_end(factor: &Factor, folder: &Path, (line, value): (&str, &str)) -> Result<()> {
    execute(factor, folder, (line, value), None).map(drop)
}

/// Runs a line: to its end where nothing stops it.
fn execute(factor: &Factor, folder: &Path, (line, value): (&str, &str), stop: Option<&AtomicBool>) -> Result<String> {
    let failed = |reason: String| failed(factor, reason);
    let is_told = || stop.is_some_and(|stop| stop.load(Ordering::Acquire));
    // A process that a line leaves running may keep them open; a pipe would be waited for.
    let (mut output, mut errors) = (kept(factor)?, kept(factor)?);
    let handle = |file: &File| file.try_clone().map_err(|error| failed(error.to_string()));
    let mut starter = system::shell(line, stop.is_none()).map_err(|error| failed(error.to_string()))?;
    starter
        .env(VALUE, value)
        .current_dir(folder)
        .stdin(Stdio::null())
        .stdout(handle(&output)?)
        .stderr(handle(&errors)?);
    let mark = Mark::put_on(&mut starter);
    let mut child = Child::start(starter).map_err(|error| failed(error.to_string()))?;
    while !child.ends_before(Instant::now() + LOOK) {
        if is_told() {
            end(&child);
            mark.end_all();
            return Err(Error::Interrupted);
        }
        if length(&output) + length(&errors) > LONGEST_OUTPUT {
            end(&child);
            mark.end_all();
            let most = feedrate_document::format::amount(LONGEST_OUTPUT);
            return Err(failed(format!("`{line}` printed more than {most}")));
        }
    }
    let (status, _) = child.wait().map_err(|error| failed(error.to_string()))?;
    child.let_go();
    if status.success() {
        return Ok(text_of(&mut output).trim().to_owned());
    }
    if is_told() {
        return Err(Error::Interrupted);
    }
    let said = text_of(&mut errors);
    let said = said.trim().lines().last().unwrap_or("it said nothing");
    Err(failed(format!("`{line}` failed ({status}): {said}")))
}

/// Returns a file that goes when it is closed.
fn kept(factor: &Factor) -> Result<File> {
    system::transient_file().map_err(|error| failed(factor, error.to_string()))
}

fn length(file: &File) -> u64 {
    file.metadata().map_or(0, |metadata| metadata.len())
}

fn text_of(file: &mut File) -> String {
    let mut bytes = Vec::new();
    // A line that cannot be read has printed nothing.
    let _ = file.rewind();
    let _ = file.take(LONGEST_OUTPUT).read_to_end(&mut bytes);
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Returns the error that a factor cannot be set.
pub(super) fn failed(factor: &Factor, reason: String) -> Error {
    Error::Setting {
        factor: factor.name.clone(),
        reason,
    }
}
