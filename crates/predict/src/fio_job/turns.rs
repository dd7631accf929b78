//! The transfers of a thread of a step in their order, as a stand-in makes them.

use feedrate_pageio::Direction;

use crate::job::{Job, JobStep, Order, Origin, Use};

/// The grain of positions at random.
const GRAIN: u64 = 4096;

/// A transfer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Transfer {
    /// The use, by its place in the step.
    pub(super) place: usize,
    pub(super) offset: u64,
    pub(super) bytes: u64,
}

/// The state of a thread's transfers of a use.
struct End<'j> {
    use_: &'j Use,
    place: usize,
    /// The bytes of a transfer.
    unit: u64,
    /// Where this thread begins, and where it goes back to the beginning.
    start: u64,
    limit: u64,
    at: u64,
    /// Bytes without the header, moved and to be moved.
    moved: u64,
    whole: u64,
    /// The header, until it is moved.
    header: u64,
    /// The bytes of which the dues of parts are shares.
    all: u64,
    /// The end that writes, in the same step, what this one reads.
    writer: Option<usize>,
    random: fastrand::Rng,
}

/// Returns all transfers of thread `number` of `threads` of a step.
pub(super) fn of_thread(job: &Job, step: &JobStep, number: u32, threads: u32) -> Vec<Transfer> {
    let mut turns = Turns {
        ends: ends(job, step, number, threads),
        transfers: Vec::new(),
    };
    let mut due = vec![0u64; step.uses.len()];
    for part in &step.parts {
        for (due, bytes) in due.iter_mut().zip(&part.bytes) {
            *due += bytes;
        }
        turns.part(&due);
    }
    turns.rests();
    turns.transfers
}

/// Returns the bytes of a usual transfer of a use, none of which is longer than its file.
pub(super) fn unit(job: &Job, use_: &Use) -> u64 {
    let file = match job.files[use_.file].bytes {
        0 => u64::MAX,
        bytes => bytes,
    };
    use_.transfer_bytes.min(file).min(use_.bytes).max(1)
}

fn ends<'j>(job: &Job, step: &'j JobStep, number: u32, threads: u32) -> Vec<End<'j>> {
    let mut ends: Vec<End<'_>> = Vec::new();
    let places = step.uses.iter().enumerate();
    for (place, use_) in places.filter(|(_, use_)| use_.bytes > 0) {
        let file = &job.files[use_.file];
        let of = match use_.threads {
            0 | 1 => 1,
            _ => threads.max(1),
        };
        if file.origin == Origin::Pipe || number >= of {
            continue;
        }
        let unit = unit(job, use_);
        let pages = use_.bytes - use_.header_bytes;
        // A reader goes over the pages of the file, and never beyond its end: what it reads of the front more than once
        // is its header here.
        let (base, limit) = match (use_.direction, use_.order) {
            (Direction::Write, Order::Sequential) => (use_.header_bytes, u64::MAX),
            (Direction::Read, Order::Sequential) if file.header_bytes < file.bytes => (file.header_bytes, file.bytes),
            _ => (0, file.bytes.max(1)),
        };
        let unit = unit.min(limit - base);
        // Threads share what one pass over the file has.
        let blocks = pages.min(limit - base) / unit;
        let block = |thread: u32| {
            let before = u128::from(blocks) * u128::from(thread) / u128::from(of);
            before as u64 * unit
        };
        let own = |thread: u32| u128::from(pages / unit) * u128::from(thread) / u128::from(of);
        let mut whole = (own(number + 1) - own(number)) as u64 * unit;
        if number + 1 == of {
            whole += pages % unit;
        }
        let header = if number == 0 { use_.header_bytes } else { 0 };
        let start = match use_.order {
            Order::Sequential => base + block(number),
            Order::Random => 0,
        };
        ends.push(End {
            use_,
            place,
            unit,
            start,
            limit: match of {
                1 => limit,
                _ => limit.min((base + block(number + 1)).max(start + unit) + whole % unit),
            },
            at: start,
            moved: 0,
            whole,
            header,
            all: whole + header,
            writer: None,
            random: fastrand::Rng::with_seed(u64::from(number) + 1),
        });
    }
    for index in 0..ends.len() {
        let file = ends[index].use_.file;
        let is_new = matches!(job.files[file].origin, Origin::Made | Origin::Utility);
        let writes = |it: &End<'_>| {
            it.use_.file == file && it.use_.direction == Direction::Write && it.use_.order == Order::Sequential
        };
        if is_new && ends[index].use_.direction == Direction::Read {
            ends[index].writer = ends.iter().position(writes);
        }
    }
    ends
}

impl End<'_> {
    /// Returns the bytes without the header that are due, when so many of the use are.
    fn due(&self, bytes: u64) -> u64 {
        let share = u128::from(self.all) * u128::from(bytes) / u128::from(self.use_.bytes.max(1));
        let share = share as u64;
        match self.use_.direction {
            Direction::Read => share.saturating_sub(self.all - self.whole),
            Direction::Write => share.min(self.whole),
        }
    }
}

struct Turns<'j> {
    ends: Vec<End<'j>>,
    transfers: Vec<Transfer>,
}

impl Turns<'_> {
    /// Makes the transfers of a part, until so many bytes of each use are moved.
    fn part(&mut self, due: &[u64]) {
        let units: Vec<u64> = self
            .ends
            .iter()
            .map(|end| end.due(due[end.place]).saturating_sub(end.moved) / end.unit)
            .collect();
        for index in 0..self.ends.len() {
            if self.ends[index].use_.direction == Direction::Read && due[self.ends[index].place] > 0 {
                self.header(index);
            }
        }
        let turns = units.iter().copied().max().unwrap_or(0);
        let mut done = vec![0u64; units.len()];
        for turn in 1..=turns {
            // A step computes on what it reads before it writes.
            for direction in [Direction::Read, Direction::Write] {
                for index in 0..units.len() {
                    if self.ends[index].use_.direction != direction {
                        continue;
                    }
                    let until = u128::from(units[index]) * u128::from(turn);
                    let until = match direction {
                        Direction::Read => until.div_ceil(u128::from(turns)),
                        Direction::Write => until / u128::from(turns),
                    };
                    while u128::from(done[index]) < until {
                        done[index] += 1;
                        self.pass(index, false);
                    }
                }
            }
        }
    }

    /// Makes the transfers that are left: of less than a unit, of what was not yet there to be read, and the headers of
    /// what is written.
    fn rests(&mut self) {
        for is_last in [false, true] {
            for direction in [Direction::Read, Direction::Write] {
                for index in 0..self.ends.len() {
                    let is_later = direction == Direction::Read && self.ends[index].writer.is_some();
                    if self.ends[index].use_.direction == direction && is_later == is_last {
                        self.header(index);
                        while self.ends[index].moved < self.ends[index].whole {
                            if !self.pass(index, true) {
                                break;
                            }
                        }
                    }
                }
            }
        }
    }

    /// Moves the header: first of what is read, and last of what is written.
    fn header(&mut self, index: usize) {
        let end = &mut self.ends[index];
        let header = std::mem::take(&mut end.header);
        let place = end.place;
        if header == 0 {
            return;
        }
        if end.use_.direction == Direction::Write {
            while self.ends[index].moved < self.ends[index].whole && self.pass(index, true) {}
        }
        let length = match self.ends[index].use_.direction {
            Direction::Read => self.ends[index].limit.max(1),
            Direction::Write => header,
        };
        let mut left = header;
        while left > 0 {
            let bytes = left.min(length);
            self.transfers.push(Transfer {
                place,
                offset: 0,
                bytes,
            });
            left -= bytes;
        }
    }

    /// Moves a unit, or what is left of one. Returns false if there is nothing that could be read now.
    fn pass(&mut self, index: usize, is_rest: bool) -> bool {
        let written = self.ends[index].writer.map(|writer| {
            let writer = &self.ends[writer];
            (writer.start, writer.at)
        });
        let end = &mut self.ends[index];
        let (start, limit) = written.unwrap_or((end.start, end.limit));
        let wanted = end.unit.min(end.whole - end.moved);
        let there = limit.saturating_sub(start);
        let bytes = match is_rest {
            true => wanted.min(there),
            false if there < wanted => 0,
            false => wanted,
        };
        if bytes == 0 {
            return false;
        }
        let offset = match end.use_.order {
            Order::Sequential => {
                if end.at < start || end.at.saturating_add(bytes) > limit {
                    end.at = start;
                }
                end.at
            }
            Order::Random => {
                let last = limit.saturating_sub(bytes);
                end.random.u64(start..=last.max(start)) / GRAIN * GRAIN
            }
        };
        end.at = offset + bytes;
        end.moved += bytes;
        self.transfers.push(Transfer {
            place: end.place,
            offset,
            bytes,
        });
        true
    }
}
