//! The mark of feedrate's own files, where blocks cut them.

use feedrate_pageio::mark::MARK;
use feedrate_pageio::{Direction, Queue, Transfer};

use crate::claim::put_mark;
use crate::error::Result;
use crate::load::spec::Load;

/// The lengths of files that are cut, as far as they matter for their marks.
#[derive(Debug)]
pub(super) struct CutFiles {
    /// The length of each file that was last cut within its mark; `None` for all others.
    within_mark: Vec<Option<u64>>,
}

impl CutFiles {
    /// Follows the files of a load; `None` if it cuts none.
    pub(super) fn new(load: &Load, queue: &Queue) -> Option<Self> {
        load.engine.kind.cuts_files().then(|| Self {
            within_mark: vec![None; queue.files().len()],
        })
    }

    /// Follows a file that has a new length: once it is extended, its mark is put again.
    pub(super) fn cut(&mut self, queue: &Queue, transfer: &Transfer) -> Result<()> {
        if transfer.direction == Direction::Read {
            return Ok(());
        }
        let length = transfer.offset;
        let before = self.within_mark[transfer.file];
        self.within_mark[transfer.file] = (length < MARK.len() as u64).then_some(length);
        if before.is_some_and(|before| length > before) {
            put_mark(&queue.files()[transfer.file], length)?;
        }
        Ok(())
    }

    /// Puts the mark of every file again, whoever else cut it.
    pub(super) fn finish(&self, queue: &Queue) -> Result<()> {
        for file in queue.files() {
            put_mark(file, file.size()?)?;
        }
        Ok(())
    }
}
