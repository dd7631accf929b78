//! The runs that a sort spills, moved as the sort does: written one after another, and read back a block of each in
//! turn.

mod order;

use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;

use feedrate_pageio::{Content, Direction, read_each_line};
use feedrate_rows::spill::{Heads, Layout, Run, RunReaders, RunWriter, SpillRoom};
use feedrate_session::plan::sort_plan;

use super::super::halt::Halt;
use super::{End, Kind, UseTotals};
use crate::error::Result;
use crate::job::{Job, JobStep, Order, Origin};
use order::MergeOrder;

/// The blocks of runs are multiples of this.
const GRAIN: u64 = 4096;

/// Bytes of a block that its stamps leave as they are.
const UNSTAMPED: std::ops::Range<usize> = 256..512;

/// The runs of a sort.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::stand_in) struct SpillShape {
    block_bytes: u64,
    /// The blocks of a run that was sorted in memory.
    run_blocks: u64,
    runs: u64,
    /// The most runs that are merged at once.
    most_at_once: u64,
    rows_a_block: u64,
    /// The most bytes that are on their way while runs are written.
    most_on_their_way: u64,
}

impl SpillShape {
    /// Returns that of a step; `None` if it does not sort or spill, or its utility files are not those of a sort.
    pub(in crate::stand_in) fn of(job: &Job, step: &JobStep) -> Option<Self> {
        let sort = step.sort.filter(|sort| sort.runs > 0)?;
        let mut uses = step.uses.iter();
        let mut of =
            |direction| uses.find(|it| job.files[it.file].origin == Origin::Utility && it.direction == direction);
        let first = of(step
            .uses
            .iter()
            .find(|it| job.files[it.file].origin == Origin::Utility)?
            .direction)?;
        let second = step
            .uses
            .iter()
            .find(|it| it.file == first.file && it.direction != first.direction)?;
        let (written, read) = match first.direction {
            Direction::Write => (first, second),
            Direction::Read => (second, first),
        };
        let block_bytes = job.files[written.file].page_bytes;
        let is_of_blocks = block_bytes > 0
            && block_bytes.is_multiple_of(GRAIN)
            && [written, read]
                .iter()
                .all(|it| it.order == Order::Sequential && it.bytes.is_multiple_of(block_bytes));
        if !is_of_blocks {
            return None;
        }
        let blocks = written.bytes / block_bytes;
        let rows_a_block = (block_bytes / sort.row_bytes.max(1)).max(1);
        let row_bytes = usize::try_from(sort.row_bytes).ok()?;
        let plan = sort_plan(sort.rows, sort.rows, row_bytes, sort.memory_bytes, sort.threads);
        let is_as_planned = plan.runs == sort.runs && plan.block_bytes == block_bytes;
        Some(Self {
            block_bytes,
            run_blocks: match is_as_planned {
                true => plan.run_rows.div_ceil(rows_a_block),
                false => blocks.div_ceil(sort.runs),
            }
            .max(1),
            runs: sort.runs,
            most_at_once: match is_as_planned && plan.merges_before > 0 {
                true => plan.final_runs.max(2),
                false => sort.runs,
            },
            rows_a_block,
            most_on_their_way: written
                .transfer_bytes
                .saturating_mul(u64::from(written.depth.max(2)) + 1),
        })
    }

    /// Returns the folder of its runs within another one.
    pub(in crate::stand_in) fn room(&self, parent: &std::path::Path) -> SpillRoom {
        let mut room = SpillRoom::new(parent);
        room.hold_at_most(self.most_on_their_way);
        room
    }
}

/// The runs of a step while it runs.
pub(in crate::stand_in) struct SpilledRuns<'r> {
    shape: SpillShape,
    room: &'r SpillRoom,
    writer: Option<RunWriter<'r>>,
    /// The blocks of a run that are due and not written yet: a sort computes for a whole run before it writes it.
    owed: u64,
    /// The runs that were sorted in memory and are written. Those that are merged are written as they are merged.
    sorted: u64,
    /// Runs that are written and not read yet.
    runs: VecDeque<Run>,
    merge: Option<RunMerge<'r>>,
    template: Vec<u8>,
    content: Content,
}

impl<'r> SpilledRuns<'r> {
    pub(in crate::stand_in) fn new(shape: SpillShape, room: &'r SpillRoom) -> Self {
        let mut content = Content::new(0x0005_0111, 0);
        let mut template = vec![0; usize::try_from(shape.block_bytes).unwrap_or(GRAIN as usize)];
        content.fill(&mut template);
        Self {
            shape,
            room,
            writer: None,
            owed: 0,
            sorted: 0,
            runs: VecDeque::new(),
            merge: None,
            template,
            content,
        }
    }

    /// Moves a block.
    pub(super) fn next(&mut self, direction: Direction, halt: Halt<'_>) -> Result<()> {
        match direction {
            Direction::Write => self.write(halt),
            Direction::Read => self.read(),
        }
    }

    fn write(&mut self, halt: Halt<'_>) -> Result<()> {
        self.owed += 1;
        if self.sorted < self.shape.runs && self.owed < self.shape.run_blocks {
            return Ok(());
        }
        while self.owed > 0 {
            halt.check()?;
            self.write_owed_block()?;
        }
        Ok(())
    }

    fn write_owed_block(&mut self) -> Result<()> {
        self.owed -= 1;
        let writer = match &mut self.writer {
            Some(writer) => writer,
            none => {
                let layout = Layout::of_blocks(self.template.len());
                none.insert(self.room.writer_of_runs(layout, self.shape.runs)?)
            }
        };
        let block = writer.next_record()?;
        // A buffer that was used before has it. To fill blocks is a part of what the step computes.
        if block[UNSTAMPED] != self.template[UNSTAMPED] {
            block.copy_from_slice(&self.template);
        }
        self.content.stamp(block);
        if writer.records() == self.shape.run_blocks {
            writer.end_run()?;
            self.sorted += 1;
        }
        Ok(())
    }

    /// Reads the next block of a merge; after its last one, that of a merge of other runs. Nothing is read if there are
    /// none.
    fn read(&mut self) -> Result<()> {
        loop {
            if let Some(merge) = &mut self.merge {
                if merge.next()? {
                    return Ok(());
                }
                self.merge = None;
            }
            if self.runs.is_empty() {
                self.finish_writing()?;
            }
            if self.runs.is_empty() {
                return Ok(());
            }
            let most = usize::try_from(self.shape.most_at_once).unwrap_or(usize::MAX);
            let runs: Vec<Run> = self.runs.drain(..most.min(self.runs.len())).collect();
            self.merge = Some(RunMerge::open(self.room, runs, self.shape.rows_a_block)?);
        }
    }

    fn finish_writing(&mut self) -> Result<()> {
        while self.owed > 0 {
            self.write_owed_block()?;
        }
        if let Some(writer) = self.writer.take() {
            let runs = writer.finish()?;
            self.runs.extend(runs.into_iter().filter(|run| run.records() > 0));
        }
        Ok(())
    }

    /// Ends all use of one direction, and returns what it moved.
    pub(super) fn finish(&mut self, direction: Direction) -> Result<UseTotals> {
        match direction {
            Direction::Write => self.finish_writing()?,
            Direction::Read => self.merge = None,
        }
        let accounts = self.room.accounts();
        let account = accounts.iter().find(|it| it.direction == direction);
        Ok(account.map_or_else(UseTotals::default, |account| UseTotals::of(account, 0)))
    }
}

impl<'a> End<'a> {
    /// Returns an end of the runs of a sort, which moves so many bytes.
    pub(in crate::stand_in) fn of_runs(direction: Direction, bytes: u64, runs: Rc<RefCell<SpilledRuns<'a>>>) -> Self {
        let unit = runs.borrow().shape.block_bytes;
        Self {
            unit,
            kind: Kind::Spill(runs, direction),
            left: bytes,
            due: 0,
            header: 0,
        }
    }
}

/// A merge of runs, as far as it reads their blocks.
struct RunMerge<'r> {
    readers: RunReaders<'r>,
    order: MergeOrder,
}

impl<'r> RunMerge<'r> {
    fn open(room: &'r SpillRoom, runs: Vec<Run>, rows_a_block: u64) -> Result<Self> {
        let blocks: Vec<u64> = runs.iter().map(Run::records).collect();
        Ok(Self {
            readers: RunReaders::open(room, runs)?,
            order: MergeOrder::new(&blocks, rows_a_block),
        })
    }

    /// Reads a block. Returns `false` if there is none left.
    fn next(&mut self) -> Result<bool> {
        let Some(run) = self.order.next() else {
            return Ok(false);
        };
        let is_there = self.readers.advance(run)?;
        if is_there {
            // As in a profile, it belongs to the transfer.
            read_each_line(self.readers.head(run));
        }
        Ok(is_there)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::*;

    const BLOCK: u64 = 64 << 10;

    static GOES_ON: AtomicBool = AtomicBool::new(false);
    const HALT: Halt<'static> = Halt {
        stop: &GOES_ON,
        failed: &GOES_ON,
    };

    fn shape(run_blocks: u64, runs: u64, most_at_once: u64) -> SpillShape {
        SpillShape {
            block_bytes: BLOCK,
            run_blocks,
            runs,
            most_at_once,
            rows_a_block: 64,
            most_on_their_way: 5 << 20,
        }
    }

    /// Spills and merges runs of random keys as PROC SORT does. Returns the accounts of the spill files.
    fn sorted(shape: SpillShape, folder: &std::path::Path) -> Vec<feedrate_dataset::FileAccount> {
        const ROW: usize = 1024;
        let room = shape.room(folder);
        let layout = Layout::new(ROW, 1 << 30, 1 << 20);
        assert_eq!(layout.block_bytes() as u64, BLOCK);
        let mut writer = room.writer_of_runs(layout, shape.runs).unwrap();
        let mut random = fastrand::Rng::with_seed(1);
        for _ in 0..shape.runs {
            let mut keys: Vec<u64> = (0..shape.run_blocks * 64).map(|_| random.u64(..)).collect();
            keys.sort_unstable();
            for key in keys {
                writer.next_record().unwrap()[..8].copy_from_slice(&key.to_be_bytes());
            }
            writer.end_run().unwrap();
        }
        let runs = writer.finish().unwrap();
        let count = runs.len();
        let readers = RunReaders::open(&room, runs).unwrap();
        let mut merge = feedrate_rows::spill::Merge::new(readers, count, feedrate_rows::spill::LeadingBytes(8));
        while merge.next().unwrap().is_some() {}
        drop(merge);
        room.accounts()
    }

    #[test]
    fn blocks_are_those_of_the_sort() {
        let folder = tempfile::tempdir().unwrap();
        let shape = shape(20, 5, 5);
        feedrate_pageio::course::record(true);
        let sort = sorted(shape, folder.path());
        let room = shape.room(folder.path());
        let mut runs = SpilledRuns::new(shape, &room);
        for direction in [Direction::Write, Direction::Read] {
            (0..100).for_each(|_| runs.next(direction, HALT).unwrap());
        }
        let moved = [Direction::Write, Direction::Read].map(|it| runs.finish(it).unwrap());
        feedrate_pageio::course::record(false);
        assert_eq!(moved.map(|it| it.bytes), [100 * BLOCK; 2]);
        let job = room.accounts();
        for (job, sort) in job.iter().zip(&sort) {
            assert_eq!((job.direction, &job.method), (sort.direction, &sort.method));
            assert_eq!(
                (job.moved.pages, job.moved.transfers, job.moved.bytes),
                (sort.moved.pages, sort.moved.transfers, sort.moved.bytes)
            );
            let [job, sort] = [job, sort].map(|it| it.course.clone().unwrap());
            assert_eq!(job.sizes, sort.sizes);
            assert_eq!(job.transfers(), sort.transfers());
        }
        // Runs are written in transfers of a MiB, and read a block at a time.
        let sizes = |place: usize| job[place].course.as_ref().unwrap().sizes.usual();
        assert_eq!((sizes(0), sizes(1)), (Some(16 * BLOCK), Some(BLOCK)));
    }

    #[test]
    fn a_run_is_written_when_all_of_it_is_due() {
        let folder = tempfile::tempdir().unwrap();
        let shape = shape(20, 2, 2);
        let room = shape.room(folder.path());
        let mut runs = SpilledRuns::new(shape, &room);
        (0..19).for_each(|_| runs.next(Direction::Write, HALT).unwrap());
        assert!(runs.writer.is_none());
        runs.next(Direction::Write, HALT).unwrap();
        assert_eq!((runs.owed, runs.sorted), (0, 1));
        // The last one is shorter.
        (0..5).for_each(|_| runs.next(Direction::Write, HALT).unwrap());
        assert_eq!(runs.finish(Direction::Write).unwrap().bytes, 25 * BLOCK);
        let ended = AtomicBool::new(true);
        let halt = Halt { stop: &ended, ..HALT };
        let mut runs = SpilledRuns::new(shape, &room);
        let written: Result<()> = (0..20).try_for_each(|_| runs.next(Direction::Write, halt));
        assert!(written.is_err());
    }

    #[test]
    fn runs_that_are_merged_twice_are_read_and_written_by_turns() {
        let folder = tempfile::tempdir().unwrap();
        let shape = shape(4, 6, 3);
        let room = shape.room(folder.path());
        let mut runs = SpilledRuns::new(shape, &room);
        (0..24).for_each(|_| runs.next(Direction::Write, HALT).unwrap());
        // Two merges of three runs each write what they read.
        for _ in 0..24 {
            runs.next(Direction::Read, HALT).unwrap();
            runs.next(Direction::Write, HALT).unwrap();
        }
        (0..24).for_each(|_| runs.next(Direction::Read, HALT).unwrap());
        let moved = [Direction::Write, Direction::Read].map(|it| runs.finish(it).unwrap().bytes);
        assert_eq!(moved, [48 * BLOCK; 2]);
        drop(runs);
        drop(room);
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
    }
}
