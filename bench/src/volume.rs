//! The volume that races take place on: how it comes to rest, and how files leave the page cache.

use std::fs;
use std::path::Path;
use std::time::Instant;

use feedrate_pageio::cache::{Residency, evict};
use feedrate_pageio::{Method, OpenRequest, PageFile, folder};

/// Waits until the volume of a folder has written all that it holds back, and says for how many seconds. What
/// one run leaves behind would be the next one's burden.
pub fn settle(folder: &Path) -> Result<f64, String> {
    let started = Instant::now();
    folder::settle(folder).map_err(|error| format!("cannot bring the volume to rest: {error}"))?;
    Ok(started.elapsed().as_secs_f64())
}

/// Sends a file out of the page cache; refuses if it stays there.
pub fn cool(file: &Path) -> Result<(), String> {
    let eviction = PageFile::open(file, OpenRequest::read(Method::Cached))
        .and_then(|file| evict(&file))
        .map_err(|error| error.to_string())?;
    // Where nobody can tell, the storage that each run read is the witness.
    if eviction.is_cold() || eviction.after == Residency::Unknown {
        return Ok(());
    }
    Err(format!(
        "{} stays in the page cache; is the folder on a disk?",
        file.display()
    ))
}

/// Refuses a folder in whose volume fewer than `needed` bytes are free; `fewer` says how to need less.
pub fn check_room(folder: &Path, needed: u64, fewer: &str) -> Result<(), String> {
    let volume = rustix::fs::statvfs(folder)
        .map_err(|error| format!("cannot ask for the room in {}: {error}", folder.display()))?;
    let free = volume.f_bavail * volume.f_frsize;
    if free < needed {
        return Err(format!(
            "{:.1} GB are free in {} and {:.1} may be needed; {fewer}, or another --folder",
            free as f64 / 1e9,
            folder.parent().unwrap_or(folder).display(),
            needed as f64 / 1e9
        ));
    }
    Ok(())
}

/// Bytes of a file.
pub fn size(file: &Path) -> Result<u64, String> {
    fs::metadata(file)
        .map(|facts| facts.len())
        .map_err(|error| format!("cannot find {}: {error}", file.display()))
}
