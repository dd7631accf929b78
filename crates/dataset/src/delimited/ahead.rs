//! Rows that other threads decode ahead of the one that takes them, part by part in their order.

use std::panic::resume_unwind;
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{Builder, JoinHandle};

use super::columns::Column;
use super::decode::{Block, OpenFile, RowReader};
use crate::error::Result;
use crate::pages::FileAccount;

/// The maximum number of blocks that a thread is ahead.
const MOST_BLOCKS: usize = 32;

/// The maximum number of threads. More would decode faster than one takes rows.
const MOST_LANES: usize = 8;

/// Threads that decode the parts of a file, each of them every n-th one of n threads.
#[derive(Debug)]
pub(super) struct Lanes {
    file: Arc<OpenFile>,
    lanes: Vec<Lane>,
    /// The part of the next block, and how many of its rows were taken.
    part: usize,
    taken: u64,
}

/// The first part of a thread, and the distance to its next one.
type Turn = (usize, usize);

/// A thread, and the blocks that it has decoded.
#[derive(Debug)]
struct Lane {
    blocks: Option<Receiver<Result<Block>>>,
    thread: Option<JoinHandle<()>>,
    /// Its transfers up to the last whole part.
    account: Arc<Mutex<Option<FileAccount>>>,
}

impl Lanes {
    /// Begins with the first row, on at most so many threads. Returns `None` if there are none or no memory for them.
    pub fn begin(file: &Arc<OpenFile>, columns: &Arc<[(usize, Column)]>, most: usize) -> Option<Self> {
        let most = most.min(file.scanned.parts.len()).min(MOST_LANES);
        let begun: Vec<_> = (0..most).map_while(|_| Lane::begin(file, columns)).collect();
        // Those that could not open the file are left out.
        let lanes = begun.into_iter().filter_map(|(lane, opened, start)| {
            opened.recv().ok()?;
            Some((lane, start))
        });
        let lanes: Vec<_> = lanes.collect();
        let step = lanes.len();
        let lanes = lanes.into_iter().enumerate().map(|(first, (lane, start))| {
            // A thread that has ended is found to have when a block of it is taken.
            let _ = start.send((first, step));
            lane
        });
        let lanes: Vec<_> = lanes.collect();
        (step > 0).then(|| Self {
            file: Arc::clone(file),
            lanes,
            part: 0,
            taken: 0,
        })
    }

    /// Takes the next block, which the file has.
    pub fn next(&mut self, block: &mut Block) -> Result<()> {
        let step = self.lanes.len();
        let lane = &mut self.lanes[self.part % step];
        let blocks = lane.blocks.as_ref().expect("they are there until it ends");
        *block = match blocks.recv() {
            Ok(block) => block?,
            Err(_) => lane.panic(),
        };
        self.taken += block.count;
        let part = self.file.scanned.parts.get(self.part);
        if part.is_none_or(|part| self.taken >= part.rows) {
            self.part += 1;
            self.taken = 0;
        }
        Ok(())
    }

    /// Returns the transfers of its threads up to the last whole part of each.
    pub fn accounts(&self) -> impl Iterator<Item = FileAccount> {
        let lanes = self.lanes.iter();
        lanes.filter_map(|lane| lane.account.lock().unwrap_or_else(PoisonError::into_inner).clone())
    }
}

impl Lane {
    /// Begins a thread, which tells that it has opened the file and waits for its first part and the distance to the
    /// next.
    fn begin(file: &Arc<OpenFile>, columns: &Arc<[(usize, Column)]>) -> Option<(Self, Receiver<()>, Sender<Turn>)> {
        let (sender, blocks) = sync_channel(MOST_BLOCKS);
        let (is_open, opened) = channel();
        let (start, turn) = channel::<Turn>();
        let account = Arc::<Mutex<Option<FileAccount>>>::default();
        let (told, file, columns) = (Arc::clone(&account), Arc::clone(file), Arc::clone(columns));
        let work = move || {
            let Ok(stream) = file.stream() else {
                return;
            };
            let reader = RowReader::new(&file, columns, stream);
            // If nobody waits, nobody needs it.
            let _ = is_open.send(());
            if let Ok((first, step)) = turn.recv() {
                let parts = (first..file.scanned.parts.len()).step_by(step);
                decode(&file, reader, parts, &sender, &told);
            }
        };
        let thread = Builder::new().spawn(work).ok()?;
        let lane = Self {
            blocks: Some(blocks),
            thread: Some(thread),
            account,
        };
        Some((lane, opened, start))
    }

    /// Goes on with the panic that has ended its thread.
    fn panic(&mut self) -> ! {
        let ended = self.thread.take().map(JoinHandle::join);
        match ended {
            Some(Err(panic)) => resume_unwind(panic),
            _ => unreachable!("a thread ends after its last block"),
        }
    }
}

impl Drop for Lane {
    fn drop(&mut self) {
        // A thread ends when nobody takes its blocks.
        self.blocks = None;
        let _ = self.thread.take().map(JoinHandle::join);
    }
}

/// Decodes parts, as long as their blocks are taken.
fn decode(
    file: &OpenFile,
    mut reader: RowReader,
    parts: impl Iterator<Item = usize>,
    blocks: &SyncSender<Result<Block>>,
    account: &Mutex<Option<FileAccount>>,
) {
    for part in parts {
        let mut left = file.scanned.parts.get(part).map_or(0, |part| part.rows);
        if let Err(error) = reader.seek(part..part + 1) {
            // If nobody takes it, nobody needs it.
            let _ = blocks.send(Err(error));
            return;
        }
        while left > 0 {
            let mut block = Block::default();
            let count = left.min(file.rows_together());
            let read = reader.read(count, &mut block).map(|()| block);
            left -= count;
            if left == 0 {
                let mut account = account.lock().unwrap_or_else(PoisonError::into_inner);
                *account = Some(reader.stream().account());
            }
            let has_failed = read.is_err();
            if blocks.send(read).is_err() || has_failed {
                return;
            }
        }
    }
}
