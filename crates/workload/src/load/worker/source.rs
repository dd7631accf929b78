//! Which block is next, pass by pass.

use feedrate_pageio::Direction;

use super::flushes::FlushCadence;
use crate::load::limits::Limits;
use crate::load::sequence::{FileEvent, Sequence};
use crate::load::spec::{Directions, FileBlock, GeneratorState, Load, StepAction};
use crate::load::walk::{FilePart, Walk};

/// The blocks of a load, in their order and until its limit.
#[derive(Debug)]
pub(super) struct BlockSource {
    order: Order,
    directions: Directions,
    limits: Limits,
    /// True if a pass is over, and what it wrote is to be read back before the next.
    pass_is_unread: bool,
    /// The flushes of the load that wrote what this one verifies, each of which took the turn of a file.
    passed_flushes: Option<FlushCadence>,
}

/// Who orders the blocks.
#[derive(Debug)]
enum Order {
    Own {
        walk: Box<Walk>,
        /// Draws directions.
        chance: fastrand::Rng,
        /// The block that was trimmed and is to be written.
        trimmed: Option<FileBlock>,
    },
    Fio(Box<Sequence>),
}

impl BlockSource {
    /// Creates the blocks of a load in fio's order where it has one, or else in that of a walk.
    pub(super) fn new(load: &Load, parts: &[FilePart], walk: Walk, limits: Limits) -> Self {
        let order = match Sequence::new(load, parts) {
            Some(mut sequence) => {
                if load.logs.movements || load.opening.is_some() {
                    sequence.watch_files();
                }
                Order::Fio(Box::new(sequence))
            }
            None => Order::Own {
                walk: Box::new(walk),
                chance: fastrand::Rng::with_seed(load.seed ^ 0x5ca1_ab1e),
                trimmed: None,
            },
        };
        let passes_flushes = matches!(&order, Order::Fio(sequence) if sequence.passes_flushes());
        Self {
            order,
            directions: load.directions,
            limits,
            pass_is_unread: false,
            passed_flushes: passes_flushes.then(|| FlushCadence::new(load.flush)),
        }
    }

    /// Returns whether all blocks are begun.
    #[inline]
    pub(super) fn is_exhausted(&self) -> bool {
        self.limits.are_reached()
    }

    /// Draws the direction of the next block.
    #[inline]
    pub(super) fn direction(&mut self) -> Direction {
        match (&mut self.order, self.directions) {
            (Order::Fio(sequence), _) => sequence.direction(),
            (Order::Own { chance, .. }, Directions::Mixed { read_percent }) => match chance.u8(..100) < read_percent {
                true => Direction::Read,
                false => Direction::Write,
            },
            (_, Directions::Read) => Direction::Read,
            _ => Direction::Write,
        }
    }

    /// Takes the other direction than was drawn.
    pub(super) fn turn(&mut self, direction: Direction) {
        if let Order::Fio(sequence) = &mut self.order {
            sequence.turn(direction);
        }
    }

    /// Returns the next block of a direction; `None` when the pass is over.
    #[inline]
    pub(super) fn next(&mut self, direction: Direction) -> Option<StepAction> {
        if let (Order::Fio(sequence), Some(flushes)) = (&mut self.order, &mut self.passed_flushes) {
            return next_written(sequence, direction, &mut self.limits, flushes);
        }
        if self.limits.is_pass_over() {
            return None;
        }
        let (walk, trimmed) = match &mut self.order {
            Order::Fio(sequence) => return sequence.next(direction),
            Order::Own { walk, trimmed, .. } => (walk, trimmed),
        };
        if let Some(block) = trimmed.take() {
            return Some(StepAction::Write(block));
        }
        let block = walk.next(direction)?;
        Some(match (self.directions, direction) {
            (Directions::Trim, _) => StepAction::Trim(block),
            (Directions::TrimWrite, _) => {
                *trimmed = Some(block);
                StepAction::Trim(block)
            }
            (_, Direction::Read) => StepAction::Read(block),
            (_, Direction::Write) => StepAction::Write(block),
        })
    }

    /// Returns the file that a flush is of: in fio's order that whose turn it is, or else the one that was written
    /// last; `None` when the pass is over.
    pub(super) fn file_to_flush(&mut self, last: usize) -> Option<usize> {
        match &mut self.order {
            Order::Own { .. } => Some(last),
            Order::Fio(sequence) => sequence.file(),
        }
    }

    /// Returns a file that begins again within the pass, since this was last asked.
    #[inline]
    pub(super) fn take_rewound(&mut self) -> Option<usize> {
        match &mut self.order {
            Order::Own { .. } => None,
            Order::Fio(sequence) => sequence.take_rewound(),
        }
    }

    /// Returns which files were opened and closed since this was last asked, where that is recorded.
    pub(super) fn file_events(&mut self) -> Vec<FileEvent> {
        match &mut self.order {
            Order::Own { .. } => Vec::new(),
            Order::Fio(sequence) => sequence.file_events(),
        }
    }

    /// The order of files, where it is fio's.
    pub(super) fn sequence(&mut self) -> Option<&mut Sequence> {
        match &mut self.order {
            Order::Own { .. } => None,
            Order::Fio(sequence) => Some(sequence),
        }
    }

    /// Returns the generator of random offsets, where the order is fio's.
    pub(super) fn generator(&self) -> GeneratorState {
        match &self.order {
            Order::Own { .. } => GeneratorState::default(),
            Order::Fio(sequence) => sequence.generator(),
        }
    }

    /// Counts a block that is begun. Of one that is trimmed and then written, the write counts.
    #[inline]
    pub(super) fn count(&mut self, bytes: u64) {
        self.limits.begin(bytes);
    }

    /// Begins the next pass, before which this one is to be read back where `reads_back` and each stands by itself;
    /// says false when there is none.
    pub(super) fn begin_pass(&mut self, reads_back: bool) -> bool {
        let goes_on = self.limits.begin_again();
        if goes_on {
            match &mut self.order {
                Order::Own { walk, trimmed, .. } => {
                    walk.restart();
                    *trimmed = None;
                }
                Order::Fio(sequence) => sequence.restart(),
            }
            if let Some(flushes) = &mut self.passed_flushes {
                flushes.begin_pass();
            }
            self.pass_is_unread = reads_back && self.limits.has_loops();
        }
        goes_on
    }

    /// Returns whether the pass before is to be read back now.
    #[inline]
    pub(super) fn is_pass_unread(&self) -> bool {
        self.pass_is_unread
    }

    /// The pass before is read back.
    pub(super) fn mark_pass_read(&mut self) {
        self.pass_is_unread = false;
    }

    /// Returns how often it began again.
    pub(super) fn passes(&self) -> u64 {
        self.limits.passes
    }
}

/// Returns the next block that another load wrote, to be read. The reads of a mix are passed over, and count; so are
/// the turns that its flushes took.
fn next_written(
    sequence: &mut Sequence,
    mut direction: Direction,
    limits: &mut Limits,
    flushes: &mut FlushCadence,
) -> Option<StepAction> {
    while !limits.are_reached() {
        if flushes.due().is_some() {
            sequence.file()?;
            flushes.mark_done();
        }
        if limits.is_pass_over() {
            return None;
        }
        match sequence.next(direction)? {
            StepAction::Read(block) if sequence.is_written_of_mix() => {
                flushes.count(Direction::Read, block.file);
                limits.begin(block.bytes);
            }
            StepAction::Read(block) | StepAction::Write(block) => {
                flushes.count(Direction::Write, block.file);
                return Some(StepAction::Read(block));
            }
            _ => {}
        }
        direction = sequence.direction();
    }
    None
}
