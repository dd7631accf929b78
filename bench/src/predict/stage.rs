//! The folders in which all of it happens.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use feedrate_bench::volume;

use crate::case::Program;

/// Two folders: in one programs are profiled, and in the other they are predicted.
#[derive(Debug)]
pub struct Stage {
    home: PathBuf,
    other: PathBuf,
}

impl Stage {
    /// Takes a folder and, if there is one, another for predictions.
    pub fn new(folder: &Path, other: Option<&Path>) -> Result<Self, String> {
        let whole = |folder: &Path| {
            folder
                .canonicalize()
                .map_err(|error| format!("cannot find {}: {error}", folder.display()))
        };
        let folder = whole(folder)?;
        let other = match other {
            Some(other) => whole(other)?.join("predicted"),
            None => folder.join("predicted"),
        };
        let stage = Self {
            home: folder.join("profiled"),
            other,
        };
        for folder in [&stage.home, &stage.other] {
            make(folder)?;
        }
        Ok(stage)
    }

    /// Where programs are profiled.
    pub fn home(&self) -> &Path {
        &self.home
    }

    /// Where they are predicted.
    pub fn other(&self) -> &Path {
        &self.other
    }

    /// Returns a path for something small; what was there is removed.
    pub fn beside(&self, name: &str) -> PathBuf {
        let path = self.home.join(name);
        // It need not exist, and who writes there says what else is wrong.
        let _ = fs::remove_file(&path);
        path
    }

    /// Writes a program, and returns its path.
    pub fn program(&self, program: Program) -> Result<PathBuf, String> {
        let path = self.beside(program.file);
        fs::write(&path, program.text)
            .map_err(|error| format!("cannot write a program: {error}"))?;
        Ok(path)
    }
}

/// Makes a folder, unless it is there.
pub fn make(folder: &Path) -> Result<(), String> {
    fs::create_dir_all(folder).map_err(|error| format!("cannot make {}: {error}", folder.display()))
}

/// Removes a folder with all that is in it, if it is there.
pub fn remove(folder: &Path) -> Result<(), String> {
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            Err(format!("cannot remove {}: {error}", folder.display()))
        }
        _ => Ok(()),
    }
}

/// Brings the volume of a folder to rest, and sends the files of the folder out of the page cache.
pub fn cool(folder: &Path) -> Result<(), String> {
    let cannot = |error: io::Error| format!("cannot read {}: {error}", folder.display());
    volume::settle(folder)?;
    for entry in fs::read_dir(folder).map_err(cannot)? {
        let entry = entry.map_err(cannot)?;
        let facts = entry.metadata().map_err(cannot)?;
        if facts.is_file() && facts.len() > 0 {
            volume::cool(&entry.path())?;
        }
    }
    Ok(())
}

/// Reads a JSON document.
pub fn read<T: serde::de::DeserializeOwned>(path: &Path) -> Result<T, String> {
    let file = File::open(path).map_err(|error| format!("feedrate's figures: {error}"))?;
    serde_json::from_reader(io::BufReader::new(file))
        .map_err(|error| format!("feedrate's figures: {error}"))
}
