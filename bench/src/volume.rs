//! The volume that benches measure: how it comes to rest, and how files get into the page cache and out of it.

use std::fs::{self, File};
use std::io::{self, BufReader};
use std::path::{Path, PathBuf};
use std::time::Instant;

use feedrate_pageio::cache::Residency;
use feedrate_pageio::{Method, OpenRequest, PageFile, folder};
use serde::de::DeserializeOwned;

/// Waits until the volume of a folder has written all that it holds back, and returns for how many seconds. What one
/// run leaves behind would be the next one's burden.
pub fn settle(folder: &Path) -> Result<f64, String> {
    let started = Instant::now();
    folder::settle(folder).map_err(|error| format!("cannot bring the volume to rest: {error}"))?;
    Ok(started.elapsed().as_secs_f64())
}

/// Sends a file out of the page cache; refuses if it stays there.
pub fn cool(file: &Path) -> Result<(), String> {
    let eviction = PageFile::open(file, OpenRequest::read(Method::Cached))
        .and_then(|file| file.evict())
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

/// Brings the volume of a folder to rest, and sends the folder's files out of the page cache.
pub fn cool_all(folder: &Path) -> Result<(), String> {
    settle(folder)?;
    for file in files(folder)? {
        if size(&file)? > 0 {
            cool(&file)?;
        }
    }
    Ok(())
}

/// Reads a file, so that the page cache holds it.
pub fn warm(file: &Path) -> Result<(), String> {
    File::open(file)
        .and_then(|mut from| io::copy(&mut from, &mut io::sink()))
        .map(drop)
        .map_err(cannot("read", file))
}

/// Returns the files of a folder, without its folders.
pub fn files(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let cannot = cannot("read", folder);
    let mut files = Vec::new();
    for entry in folder::entries(folder).map_err(&cannot)? {
        let entry = entry.map_err(&cannot)?;
        if entry.metadata().map_err(&cannot)?.is_file() {
            files.push(entry.path());
        }
    }
    Ok(files)
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

/// Returns the bytes of a file.
pub fn size(file: &Path) -> Result<u64, String> {
    fs::metadata(file)
        .map(|facts| facts.len())
        .map_err(cannot("find", file))
}

/// Makes a folder, unless it is there.
pub fn make(folder: &Path) -> Result<(), String> {
    fs::create_dir_all(folder).map_err(cannot("make", folder))
}

/// Removes a folder with all that is in it, if it is there.
pub fn remove(folder: &Path) -> Result<(), String> {
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(cannot("remove", folder)(error)),
        _ => Ok(()),
    }
}

/// Writes a file for a program that is to run.
pub fn write(file: &Path, text: impl AsRef<[u8]>) -> Result<(), String> {
    fs::write(file, text).map_err(cannot("write", file))
}

/// Reads a file.
pub fn read(file: &Path) -> Result<Vec<u8>, String> {
    fs::read(file).map_err(cannot("read", file))
}

/// Reads a file that is a text.
pub fn read_text(file: &Path) -> Result<String, String> {
    fs::read_to_string(file).map_err(cannot("read", file))
}

/// Returns the message of what cannot be done with a file, a folder or a program.
pub fn cannot(what: &str, path: &Path) -> impl Fn(io::Error) -> String {
    move |error| format!("cannot {what} {}: {error}", path.display())
}

/// Reads a JSON document; `whose` begins the message of one that cannot be read.
pub fn read_json<T: DeserializeOwned>(file: &Path, whose: &str) -> Result<T, String> {
    let cannot = |error: &dyn std::fmt::Display| format!("{whose}: {error}");
    let file = File::open(file).map_err(|error| cannot(&error))?;
    serde_json::from_reader(BufReader::new(file)).map_err(|error| cannot(&error))
}

/// Returns a path as a text, for programs that take no other.
pub fn text(path: &Path) -> Result<&str, String> {
    path.to_str()
        .ok_or_else(|| format!("{} is no text; give another --folder", path.display()))
}
