//! The accounts of all spill files of a step, one per direction.

use std::path::Path;
use std::time::Duration;

use feedrate_dataset::FileAccount;
use feedrate_dataset::pages::Amount;
use feedrate_pageio::cache::{CacheShare, UnknownBecause};
use feedrate_pageio::{Depth, Direction, Discipline, Queue};

/// The use of a queue over spill files.
pub(super) struct QueueUse<'q> {
    pub(super) queue: &'q Queue,
    pub(super) direction: Direction,
    pub(super) block_bytes: usize,
    pub(super) elapsed: Duration,
    pub(super) waited: Duration,
    pub(super) notes: &'q [String],
}

impl QueueUse<'_> {
    /// Adds it to the account of its direction.
    pub(super) fn add_to(&self, accounts: &mut Vec<FileAccount>, folder: &Path) {
        let account = self.queue.account();
        let flow = match self.direction {
            Direction::Read => &account.read,
            Direction::Write => &account.write,
        };
        let Some(file) = self.queue.files().first() else {
            return;
        };
        let moved = Amount {
            pages: flow.bytes / self.block_bytes as u64,
            transfers: flow.operations,
            bytes: flow.bytes,
        };
        let depth = self.queue.depth();
        let sum = accounts.iter_mut().find(|account| account.direction == self.direction);
        let Some(sum) = sum else {
            accounts.push(FileAccount {
                path: folder.into(),
                direction: self.direction,
                page_bytes: self.block_bytes as u64,
                moved,
                method: file.method(),
                discipline: Discipline::Overlapped,
                engine: self.queue.engine().clone(),
                depth,
                elapsed: self.elapsed,
                waited: self.waited,
                first_page: None,
                flush: None,
                cache: CacheShare::Unknown(UnknownBecause::NothingRead),
                resident_before: None,
                notes: self.notes.to_vec(),
                carriage: None,
                course: self.queue.course(),
                compression: None,
            });
            return;
        };
        sum.moved += moved;
        sum.elapsed += self.elapsed;
        sum.waited += self.waited;
        sum.depth = Depth {
            most: sum.depth.most.max(depth.most),
            mean: sum.depth.mean.max(depth.mean),
        };
        if let (Some(sum), Some(course)) = (&mut sum.course, self.queue.course()) {
            sum.add(&course);
        }
        for note in self.notes {
            if !sum.notes.contains(note) {
                sum.notes.push(note.clone());
            }
        }
    }
}
