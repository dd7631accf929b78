//! What every race needs: a folder that goes with it, a way to stop it, and a line of progress.

use std::io::{self, IsTerminal, Write};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use tempfile::TempDir;

use crate::child::Stop;

/// From now on a signal stops the race, which then removes its files.
pub fn listen() -> Result<Stop, String> {
    let stop = Arc::new(AtomicBool::new(false));
    for signal in [SIGINT, SIGTERM, SIGHUP] {
        signal_hook::flag::register(signal, Arc::clone(&stop))
            .map_err(|error| format!("cannot listen for signals: {error}"))?;
    }
    Ok(stop)
}

/// Makes a folder in another, with a name that begins with `prefix`. It is removed with all that is
/// in it when the value goes.
pub fn folder(within: &Path, prefix: &str) -> Result<TempDir, String> {
    tempfile::Builder::new()
        .prefix(prefix)
        .tempdir_in(within)
        .map_err(|error| format!("cannot make a folder in {}: {error}", within.display()))
}

/// Shows what is being done to a person who watches; an empty text removes it.
pub fn show(doing: &str) {
    let mut errors = io::stderr();
    if errors.is_terminal() {
        // Nothing is lost with it.
        let _ = errors.write_all(format!("\r\x1b[K{doing}").as_bytes());
    }
}
