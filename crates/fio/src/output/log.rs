//! A log or recording of a worker: its content, and where that is written.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::PathBuf;

use feedrate_workload::load::{Entry, LoadSeries};

use super::log_lines::{LogColumns, line, looks_like_log};
use super::written_files::{LogError, WrittenFiles};
use super::{compressed_log, histogram_log};
use crate::iolog;
use crate::overwrite::Excerpt;

/// The content of a log.
#[derive(Debug)]
pub(super) enum LogKind {
    /// The work of a load with these files.
    Recording {
        files: Vec<PathBuf>,
        /// True if its head has been written.
        is_begun: bool,
    },
    Histograms {
        coarseness: u32,
    },
    Entries {
        of: fn(&LoadSeries) -> &[Entry],
        columns: LogColumns,
        is_compressed: bool,
    },
}

impl LogKind {
    fn has_any_of(&self, series: &LoadSeries) -> bool {
        match self {
            Self::Recording { .. } => !series.movements.is_empty(),
            Self::Histograms { .. } => !series.histograms.is_empty(),
            Self::Entries { of, .. } => !of(series).is_empty(),
        }
    }

    /// Writes entries, whose times count from `since`, or what a load did.
    fn write(&mut self, out: &mut dyn Write, series: &LoadSeries, since: u64) -> io::Result<()> {
        match self {
            Self::Recording { files, is_begun } => {
                if !std::mem::replace(is_begun, true) {
                    iolog::write_head(out, files)?;
                }
                iolog::write(out, files, &series.movements)
            }
            Self::Histograms { coarseness } => series
                .histograms
                .iter()
                .try_for_each(|entry| writeln!(out, "{}", histogram_log::line(entry, since, *coarseness))),
            Self::Entries {
                of,
                columns,
                is_compressed: true,
            } => compressed_log::write(out, of(series), since, *columns),
            Self::Entries { of, columns, .. } => {
                (of(series).iter()).try_for_each(|entry| writeln!(out, "{}", line(entry, since, *columns)))
            }
        }
    }
}

/// The place of a log's entries until the end of the run, if that is not the log itself.
#[derive(Debug)]
pub(super) enum Part {
    File(PathBuf),
    Memory(Vec<u8>),
}

/// A log of a worker.
#[derive(Debug)]
pub(super) struct Log {
    /// Its file.
    pub(super) path: PathBuf,
    pub(super) part: Option<Part>,
    kind: LogKind,
}

impl Log {
    /// Creates the log of a file.
    pub(super) fn new(path: PathBuf, kind: LogKind) -> Self {
        Self { path, part: None, kind }
    }

    /// Returns the function that knows such a log by its ends.
    pub(super) fn looks_like_one(&self) -> fn(&Excerpt) -> bool {
        match self.kind {
            LogKind::Recording { .. } => |excerpt| iolog::looks_like_one(&excerpt.beginning()),
            LogKind::Histograms { .. } => histogram_log::looks_like_one,
            LogKind::Entries {
                is_compressed: true, ..
            } => compressed_log::looks_like_one,
            LogKind::Entries { .. } => looks_like_log,
        }
    }

    /// Writes entries of a worker that runs, if there are any.
    pub(super) fn add(
        &mut self,
        series: &LoadSeries,
        since: u64,
        files: &mut WrittenFiles,
        parts: &mut WrittenFiles,
    ) -> Result<(), LogError> {
        let Self { path, part, kind } = self;
        if !kind.has_any_of(series) {
            return Ok(());
        }
        // As in fio, a recording is appended to earlier ones.
        let adds = matches!(kind, LogKind::Recording { .. });
        match part {
            None => files.write(path, adds, |out| kind.write(out, series, since)),
            Some(Part::File(path)) => parts.write(path, false, |out| kind.write(out, series, since)),
            Some(Part::Memory(bytes)) => {
                // Memory takes all that is written to it.
                let _ = kind.write(bytes, series, since);
                Ok(())
            }
        }
    }

    /// Writes the part and the last entries.
    pub(super) fn finish(
        &mut self,
        series: &LoadSeries,
        since: u64,
        files: &mut WrittenFiles,
        parts: &WrittenFiles,
    ) -> Result<(), LogError> {
        let Self { path, part, kind } = self;
        let adds = matches!(kind, LogKind::Recording { .. });
        let (part_file, in_memory) = match part {
            Some(Part::File(path)) => (Some(&*path).filter(|path| parts.written.contains(path)), None),
            Some(Part::Memory(bytes)) => (None, Some(bytes)),
            None => (None, None),
        };
        files.write(path, adds, |out| {
            if let Some(path) = part_file {
                io::copy(&mut File::open(path)?, out)?;
            }
            if let Some(bytes) = in_memory {
                out.write_all(bytes)?;
            }
            kind.write(out, series, since)
        })?;
        if let Some(path) = part_file {
            // The rest of it is in the log, too.
            let _ = fs::remove_file(path);
        }
        Ok(())
    }
}
