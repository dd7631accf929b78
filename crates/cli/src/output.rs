//! Where results go: a document to standard output, JSON and HTML to files.

use std::fs;
use std::io::{self, IsTerminal, Read, Write};
use std::path::Path;

use feedrate_report::Document;
use feedrate_report::text::{self, TextOptions};
use serde::Serialize;

/// Prints a document, in colour on a terminal that wants it.
pub fn print(document: &Document) -> io::Result<()> {
    let options = TextOptions {
        colour: io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none(),
        ..TextOptions::default()
    };
    let shown = text::render(document, &options);
    let mut output = io::stdout().lock();
    match output
        .write_all(shown.as_bytes())
        .and_then(|()| output.flush())
    {
        // A reader that has seen enough, such as `head`.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        written => written,
    }
}

/// Writes a value as JSON to a file, or to standard output for `-`.
pub fn write_json(path: &Path, value: &impl Serialize) -> Result<(), String> {
    let mut text = serde_json::to_string_pretty(value).map_err(|error| error.to_string())?;
    text.push('\n');
    write(path, &text)
}

/// Writes text to a file, or to standard output for `-`. The file appears whole or not at all.
pub fn write(path: &Path, text: &str) -> Result<(), String> {
    if path == Path::new("-") {
        return io::stdout()
            .lock()
            .write_all(text.as_bytes())
            .map_err(|error| format!("cannot write to standard output: {error}"));
    }
    let target = fs::metadata(path).ok();
    if target.as_ref().is_some_and(|target| !target.is_file()) {
        // A pipe or a terminal by its name: it cannot be replaced, only written to.
        return fs::write(path, text).map_err(|error| cannot_write(path, &error));
    }
    if target.is_some_and(|target| target.len() > 0) && !is_ours(path) {
        return Err(format!(
            "{} exists and was not written by feedrate; name another file",
            path.display()
        ));
    }
    let mut temporary = path.as_os_str().to_owned();
    temporary.push(format!(".{}.tmp", std::process::id()));
    let temporary = Path::new(&temporary);
    fs::write(temporary, text)
        .and_then(|()| fs::rename(temporary, path))
        .map_err(|error| {
            let _ = fs::remove_file(temporary);
            cannot_write(path, &error)
        })
}

/// Says early whether [`write`] will be refused, before a long measurement is made in vain.
pub fn check_writable(path: &Path) -> Result<(), String> {
    if path == Path::new("-") {
        return Ok(());
    }
    let Ok(target) = fs::metadata(path) else {
        let folder = match path.parent() {
            Some(folder) if folder != Path::new("") => folder,
            _ => Path::new("."),
        };
        return match fs::metadata(folder) {
            Ok(folder) if folder.is_dir() => Ok(()),
            _ => Err(format!(
                "cannot write {}: there is no folder {}",
                path.display(),
                folder.display()
            )),
        };
    };
    if target.is_dir() {
        return Err(format!("{} is a folder; name a file", path.display()));
    }
    if target.is_file() && target.len() > 0 && !is_ours(path) {
        return Err(format!(
            "{} exists and was not written by feedrate; name another file",
            path.display()
        ));
    }
    Ok(())
}

/// Whether a file looks like an earlier result of feedrate: all of them name it near the start.
fn is_ours(path: &Path) -> bool {
    const NEAR_THE_START: usize = 2048;
    let mut start = Vec::with_capacity(NEAR_THE_START);
    fs::File::open(path)
        .and_then(|file| file.take(NEAR_THE_START as u64).read_to_end(&mut start))
        .is_ok_and(|_| start.windows(8).any(|window| window == b"feedrate"))
}

fn cannot_write(path: &Path, error: &io::Error) -> String {
    format!("cannot write {}: {error}", path.display())
}
