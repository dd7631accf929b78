//! The end of a load: its files are closed, and it says what came of it.

use std::path::Path;
use std::time::Instant;

use feedrate_pageio::{Kind, Kinds, NameCall};

use super::Worker;
use crate::error::Result;
use crate::load::outcome::{Difference, LoadError, LoadOutcome};
use crate::load::spec::{Load, WriteState};
use crate::load::watch::LoadState;

/// The system's error for data that differ from what was written (`EILSEQ`).
pub(super) const DIFFERENT: i32 = 84;

impl Worker<'_> {
    pub(super) fn finish(mut self, worked: Result<()>) -> LoadOutcome {
        let mut error = worked.err().and_then(|error| {
            let is_end = self.load.limit.until_full && error.is_no_space();
            (!is_end).then(|| LoadError::of(&error))
        });
        self.queue.drain();
        if let Some(sequence) = self.source.sequence() {
            sequence.close_all();
        }
        let followed = self.follow_files();
        let closed = followed.and(self.close());
        error = error.or_else(|| closed.err().map(|error| LoadError::of(&error)));
        let mut outcome = self.so_far(Instant::now());
        outcome.written = self.written();
        if let Some(first) = outcome.differences.first() {
            error = error.or_else(|| Some(different(first)));
        }
        error = error.or(self.faults.fatal).or(self.faults.tolerable.first);
        let mut course = self.tally.finish(self.clock.last);
        course.series.movements = self.recording.finish();
        if !course.is_whole {
            outcome
                .notes
                .push("the series were too long to be kept whole".to_owned());
        }
        self.supervisor.live.set(if error.is_some() {
            LoadState::Failed
        } else {
            LoadState::Done
        });
        LoadOutcome {
            error,
            series: course.series,
            latency_target: self.depth.outcome(),
            ..outcome
        }
    }

    /// Returns how far its writes have come, where they are verified.
    fn written(&self) -> Option<WriteState> {
        let course = self.proof.as_ref()?.course.as_ref()?;
        Some(course.state(self.end.is_work_done, self.source.generator()))
    }

    /// Closes the files as is asked: flushed, or gone.
    fn close(&mut self) -> Result<()> {
        if self.load.flush.on_close && self.load.directions.writes() && !self.end.is_cut_short {
            self.supervisor.live.set(LoadState::Flushing);
            for file in 0..self.queue.files().len() {
                self.queue.flush(file, true)?;
            }
        }
        if let Some(cut) = &self.cut {
            cut.finish(&self.queue)?;
        }
        if self.load.layout.unlink {
            for file in &self.load.files {
                unlink(self.load, file)?;
            }
        }
        Ok(())
    }
}

/// That data are not what was written.
pub(super) fn different(first: &Difference) -> LoadError {
    LoadError {
        errno: DIFFERENT,
        text: format!(
            "{} bytes at offset {} of {} are not what was written: {}",
            first.bytes,
            first.offset,
            first.path.display(),
            first.what
        ),
    }
}

/// Removes a file, if it is one that may be written, or a folder with nothing in it.
fn unlink(load: &Load, file: &crate::load::spec::LoadFile) -> Result<()> {
    if load.opening.is_some_and(|opening| opening.of_folders) {
        return removed(NameCall::REMOVE_FOLDER, &file.path);
    }
    // A device stays, whatever it is.
    if let Ok(Some(kind)) = Kind::of(&file.path, Kinds::FilesAndDevices)
        && kind.is_device()
    {
        return Ok(());
    }
    if let Some(gone) = crate::claim::claim(&file.path, load.overwrite_foreign)? {
        // Another load of the same file was faster.
        gone.keep();
        return Ok(());
    }
    removed(NameCall::REMOVE, &file.path)
}

/// Removes what may be gone already.
fn removed(call: NameCall, path: &Path) -> Result<()> {
    match call.make(path) {
        Err(source) if source.kind() != std::io::ErrorKind::NotFound => Err(feedrate_pageio::Error::File {
            action: call.action(),
            path: path.into(),
            source,
        }
        .into()),
        _ => Ok(()),
    }
}
