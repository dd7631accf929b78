//! The log files that have been written.

use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use feedrate_pageio::named_file::WriteMode;
use feedrate_pageio::stoppable::StoppableFile;

/// A log that could not be written.
#[derive(Debug, thiserror::Error)]
#[error("cannot write the log {}: {source}", path.display())]
pub struct LogError {
    /// Its file.
    pub path: PathBuf,
    /// The reason.
    #[source]
    pub source: io::Error,
}

/// The files that have been written.
#[derive(Debug)]
pub(super) struct WrittenFiles {
    stop: Arc<AtomicBool>,
    pub(super) written: Vec<PathBuf>,
}

impl WrittenFiles {
    /// Creates none. `stop` ends the wait for the reader of a pipe.
    pub(super) fn new(stop: &Arc<AtomicBool>) -> Self {
        Self {
            stop: Arc::clone(stop),
            written: Vec::new(),
        }
    }

    /// Writes to a log, after what was written to it before; with `adds` after existing content, too.
    pub(super) fn write(
        &mut self,
        path: &Path,
        adds: bool,
        fill: impl FnOnce(&mut BufWriter<StoppableFile>) -> io::Result<()>,
    ) -> Result<(), LogError> {
        let is_new = !self.written.iter().any(|written| written == path);
        let mode = match is_new && !adds {
            true => WriteMode::Anew,
            false => WriteMode::AtEnd,
        };
        StoppableFile::write_to(path, mode, &self.stop)
            .and_then(|file| {
                let mut out = BufWriter::new(file);
                fill(&mut out)?;
                out.flush()
            })
            .map_err(|source| LogError {
                path: path.to_owned(),
                source,
            })?;
        if is_new {
            self.written.push(path.to_owned());
        }
        Ok(())
    }
}
