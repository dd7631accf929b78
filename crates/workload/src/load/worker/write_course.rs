//! The progress of the writes of a load, in the order in which they began.

use std::collections::{BTreeMap, HashSet, VecDeque};

use crate::load::spec::{FileBlock, GeneratorState, Load, WriteState, WrittenPlace};

/// Follows the writes of a load.
#[derive(Debug)]
pub(super) struct WriteCourse {
    /// The most writes in flight.
    depth: usize,
    begun: u64,
    /// The writes in flight, each with its number.
    in_flight: Vec<(u64, FileBlock)>,
    /// Writes that are done, while one that began before them is not.
    ahead: BTreeMap<u64, FileBlock>,
    /// The first write that is not done.
    done: u64,
    /// The last writes before that.
    last: VecDeque<FileBlock>,
    /// True if a write failed: those that began after it do not count.
    is_broken: bool,
    /// The writes that reached the device, where only that counts.
    flushed: Option<FlushedWrites>,
}

/// The writes that have surely reached the device.
#[derive(Debug, Default)]
struct FlushedWrites {
    /// The files that were written since they were flushed.
    unflushed: HashSet<usize>,
    done: u64,
    last: VecDeque<FileBlock>,
}

impl WriteCourse {
    pub(super) fn new(load: &Load) -> Self {
        let depth = match load.engine.kind.is_synchronous() {
            true => 1,
            false => load.depth.most.max(1) as usize,
        };
        Self {
            depth,
            begun: 0,
            in_flight: Vec::new(),
            ahead: BTreeMap::new(),
            done: 0,
            last: VecDeque::new(),
            is_broken: false,
            flushed: load
                .verify
                .as_ref()
                .is_some_and(|verify| verify.only_flushed)
                .then(FlushedWrites::default),
        }
    }

    /// Counts a write that begins, and returns its number.
    pub(super) fn begin(&mut self, block: FileBlock) -> u64 {
        let number = self.begun;
        self.in_flight.push((number, block));
        self.begun += 1;
        number
    }

    /// Counts a write that is done, and returns its number.
    pub(super) fn end(&mut self, block: FileBlock) -> Option<u64> {
        let number = self.take(block)?;
        if let Some(flushed) = &mut self.flushed {
            flushed.unflushed.insert(block.file);
        }
        if number != self.done {
            if !self.is_broken {
                self.ahead.insert(number, block);
            }
            return Some(number);
        }
        self.advance(block);
        while let Some(next) = self.ahead.remove(&self.done) {
            self.advance(next);
        }
        Some(number)
    }

    /// Counts a write that failed.
    pub(super) fn fail(&mut self, block: FileBlock) {
        if let Some(number) = self.take(block) {
            self.is_broken = true;
            self.ahead.split_off(&number);
        }
    }

    /// Counts a flush of a file, which was over before any other write began.
    pub(super) fn flush(&mut self, file: usize) {
        let Some(flushed) = &mut self.flushed else {
            return;
        };
        flushed.unflushed.remove(&file);
        if flushed.unflushed.is_empty() {
            flushed.done = self.done;
            flushed.last.clone_from(&self.last);
        }
    }

    fn take(&mut self, block: FileBlock) -> Option<u64> {
        let mut writes = self.in_flight.iter();
        let at = writes.position(|(_, other)| *other == block)?;
        Some(self.in_flight.swap_remove(at).0)
    }

    fn advance(&mut self, block: FileBlock) {
        self.done += 1;
        if self.last.len() == self.depth {
            self.last.pop_front();
        }
        self.last.push_back(block);
    }

    /// Returns how far the writes have come.
    pub(super) fn state(&self, is_whole: bool, generator: GeneratorState) -> WriteState {
        let (writes, last) = match &self.flushed {
            None => (self.done, &self.last),
            Some(flushed) => (flushed.done, &flushed.last),
        };
        WriteState {
            writes,
            last: last.iter().rev().map(place).collect(),
            depth: self.depth as u32,
            is_whole,
            generator,
        }
    }
}

fn place(block: &FileBlock) -> WrittenPlace {
    WrittenPlace {
        file: block.file,
        offset: block.offset,
    }
}

/// Tells where a load that verifies the writes of an earlier one ends, which reads in the order of those.
#[derive(Debug)]
pub(super) struct WrittenBounds {
    writes: u64,
    depth: u64,
    last: HashSet<WrittenPlace>,
    read: u64,
}

impl WrittenBounds {
    pub(super) fn new(state: &WriteState) -> Self {
        Self {
            writes: state.writes,
            depth: u64::from(state.depth),
            last: state.last.iter().copied().collect(),
            read: 0,
        }
    }

    /// Counts the next block, and returns false where that is not known to be written. Of the last writes in flight,
    /// those are known whose places are told.
    pub(super) fn take(&mut self, block: FileBlock) -> bool {
        let is_surely_done = self.read.saturating_add(self.depth) < self.writes;
        let is_known = is_surely_done || (self.read < self.writes && self.last.contains(&place(&block)));
        self.read += u64::from(is_known);
        is_known
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::load::spec::{LoadEngine, LoadFile};

    fn block(number: u64) -> FileBlock {
        FileBlock {
            file: 0,
            offset: number * 4096,
            bytes: 4096,
        }
    }

    fn course(depth: u32) -> WriteCourse {
        let mut load = Load::new("it", vec![LoadFile::new("f", 1 << 20)]);
        load.engine = LoadEngine::URING_PLAIN;
        load.depth.most = depth;
        WriteCourse::new(&load)
    }

    fn offsets(state: &WriteState) -> Vec<u64> {
        let places = state.last.iter();
        places.map(|place| place.offset / 4096).collect()
    }

    #[test]
    fn a_write_counts_once_all_before_it_are_done() {
        let mut course = course(2);
        let state = |course: &WriteCourse| course.state(false, GeneratorState::default());
        for number in 0..4 {
            course.begin(block(number));
        }
        course.end(block(1));
        course.end(block(2));
        assert_eq!(state(&course).writes, 0);
        course.end(block(0));
        assert_eq!(state(&course).writes, 3);
        assert_eq!(offsets(&state(&course)), [2, 1]);
        course.end(block(3));
        assert_eq!(state(&course).writes, 4);
    }

    #[test]
    fn writes_after_one_that_failed_do_not_count() {
        let mut course = course(4);
        for number in 0..4 {
            course.begin(block(number));
        }
        course.end(block(0));
        course.end(block(3));
        course.fail(block(2));
        course.end(block(1));
        course.begin(block(4));
        course.end(block(4));
        let state = course.state(false, GeneratorState::default());
        assert_eq!((state.writes, offsets(&state)), (2, vec![1, 0]));
        assert!(course.ahead.is_empty());
    }

    #[test]
    fn writes_count_from_their_flush_on_where_that_is_asked_for() {
        let mut course = course(1);
        course.flushed = Some(FlushedWrites::default());
        let state = |course: &WriteCourse| {
            let state = course.state(false, GeneratorState::default());
            (state.writes, offsets(&state))
        };
        let write = |course: &mut WriteCourse, number, file| {
            let block = FileBlock { file, ..block(number) };
            course.begin(block);
            course.end(block);
        };
        write(&mut course, 0, 0);
        assert_eq!(state(&course), (0, Vec::new()));
        course.flush(0);
        write(&mut course, 1, 0);
        assert_eq!(state(&course), (1, vec![0]));
        write(&mut course, 2, 1);
        // The other file has what came before.
        course.flush(1);
        assert_eq!(state(&course), (1, vec![0]));
        course.flush(0);
        assert_eq!(state(&course), (3, vec![2]));
    }

    /// As fio 3.33: what was in flight is left out, with all after it.
    #[test]
    fn a_later_load_ends_at_the_first_block_that_is_not_known() {
        let read = |state: &WriteState, order: &[u64]| {
            let mut bounds = WrittenBounds::new(state);
            let taken = order.iter().take_while(|&&number| bounds.take(block(number)));
            taken.count()
        };
        let mut state = WriteState {
            writes: 6,
            last: vec![place(&block(5)), place(&block(3))],
            depth: 2,
            ..WriteState::default()
        };
        let order: Vec<u64> = (0..9).collect();
        assert_eq!(read(&state, &order), 4);
        state.last[1] = place(&block(4));
        assert_eq!(read(&state, &order), 6);
        assert_eq!(read(&WriteState::default(), &order), 0);
        // Of another order, nothing after the last surely written block is taken.
        assert_eq!(read(&state, &[8, 7, 6, 5, 3, 2]), 4);
    }
}
