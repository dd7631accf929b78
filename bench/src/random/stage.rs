//! The folder in which all of it happens: where tables lie, and how they get into the page cache and out of it.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use feedrate_bench::volume;

use crate::way::Who;

/// The folder.
#[derive(Debug)]
pub struct Stage {
    folder: PathBuf,
}

impl Stage {
    /// Takes a folder, in which there must be so much room, and makes one in it for each competitor.
    pub fn new(folder: &Path, room: u64) -> Result<Self, String> {
        let folder = folder
            .canonicalize()
            .map_err(|error| format!("cannot find {}: {error}", folder.display()))?;
        volume::check_room(&folder, room, "give fewer --rows")?;
        let stage = Self { folder };
        let folders = [Who::Feedrate, Who::Sqlite, Who::Duckdb].map(|who| stage.of(who));
        for folder in folders.into_iter().chain([stage.work()]) {
            fs::create_dir(folder).map_err(|error| format!("cannot make a folder: {error}"))?;
        }
        Ok(stage)
    }

    /// The folder of a competitor.
    pub fn of(&self, who: Who) -> PathBuf {
        self.folder.join(match who {
            Who::Feedrate | Who::Sort => "feedrate",
            Who::Sqlite => "sqlite",
            Who::Duckdb => "duckdb",
        })
    }

    /// The folder of WORK.
    pub fn work(&self) -> PathBuf {
        self.folder.join("work")
    }

    /// A path for something small; what was there is removed.
    pub fn beside(&self, name: &str) -> PathBuf {
        let path = self.folder.join(name);
        // It need not exist, and who writes there says what else is wrong.
        let _ = fs::remove_file(&path);
        path
    }

    /// Brings the volume to rest, and all files of a competitor into the page cache; then out of it again, if they are
    /// to be cold, all but the keys to look up.
    pub fn prepare(&self, who: Who, is_cold: bool) -> Result<(), String> {
        volume::settle(&self.folder)?;
        for file in self.files(who)? {
            let name = file.file_name().unwrap_or_default().to_string_lossy();
            let has_keys = name.ends_with(".keys") || name == "keys.sas7bdat";
            if is_cold && !has_keys {
                volume::cool(&file)?;
            } else {
                File::open(&file)
                    .and_then(|mut from| io::copy(&mut from, &mut io::sink()))
                    .map_err(|error| format!("cannot read {}: {error}", file.display()))?;
            }
        }
        Ok(())
    }

    /// Bytes of all files of a competitor.
    pub fn bytes(&self, who: Who) -> Result<u64, String> {
        self.files(who)?.iter().map(|file| volume::size(file)).sum()
    }

    fn files(&self, who: Who) -> Result<Vec<PathBuf>, String> {
        let folder = self.of(who);
        let cannot = |error: io::Error| format!("cannot read {}: {error}", folder.display());
        let mut files = Vec::new();
        for entry in fs::read_dir(&folder).map_err(cannot)? {
            let entry = entry.map_err(cannot)?;
            if entry.file_type().map_err(cannot)?.is_file() {
                files.push(entry.path());
            }
        }
        Ok(files)
    }
}
