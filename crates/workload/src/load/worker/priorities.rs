//! The priorities of single requests, as fio draws them.

use feedrate_pageio::Direction;
use feedrate_pageio::placement::RequestPriority;

use crate::load::sequence::Generator;
use crate::load::spec::{Load, PerDirection, PriorityShare, SeedUse};

/// Gives requests their priorities.
#[derive(Debug)]
pub(super) struct Priorities {
    shares: PerDirection<Vec<PriorityShare>>,
    is_wanted: bool,
    seed: u64,
    /// True if each pass begins with the seed again.
    is_repeated: bool,
    generator: Generator,
    /// That of the load.
    own: RequestPriority,
    /// Those of the requests in flight, by slot.
    of_slots: Vec<RequestPriority>,
}

impl Priorities {
    pub(super) fn new(load: &Load, slots: usize) -> Self {
        let shares = load.priorities.clone();
        let is_wanted = !shares.read.is_empty() || !shares.write.is_empty();
        let sequence = load.sequence.as_ref();
        let seed = sequence.map_or(load.seed, |of| of.seeds.of(SeedUse::Priorities));
        let own = load.own_priority();
        Self {
            shares,
            is_wanted,
            seed,
            is_repeated: sequence.is_some_and(|of| of.is_repeated),
            generator: Generator::short(seed),
            own,
            of_slots: vec![own; if is_wanted { slots } else { 0 }],
        }
    }

    /// Returns whether requests have priorities of their own.
    #[inline]
    pub(super) fn are_wanted(&self) -> bool {
        self.is_wanted
    }

    /// Begins another pass, or the reading back.
    pub(super) fn restart(&mut self) {
        if self.is_repeated {
            self.generator = Generator::short(self.seed);
        }
    }

    /// Draws the priority of the next request; `None` for that of the load.
    pub(super) fn draw(&mut self, direction: Direction, bytes: u64, slot: usize) -> Option<RequestPriority> {
        let drawn = self.drawn(direction, bytes);
        self.of_slots[slot] = drawn.unwrap_or(self.own);
        drawn
    }

    fn drawn(&mut self, direction: Direction, bytes: u64) -> Option<RequestPriority> {
        let shares = self.shares.of(direction).iter();
        let fitting = shares.filter(|share| share.bytes.is_none_or(|of| of == bytes));
        // Nothing is drawn where there is no share.
        fitting.clone().next()?;
        let drawn = self.generator.percent();
        let mut sum = 0;
        let mut chosen = fitting.skip_while(|share| {
            sum += share.percent;
            drawn > sum
        });
        chosen.next().map(|share| share.priority)
    }

    /// Returns the priority of the last request in a slot.
    #[inline]
    pub(super) fn of(&self, slot: usize) -> RequestPriority {
        self.of_slots.get(slot).copied().unwrap_or(self.own)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::load::spec::{FIO_SEED, FioSeeds, IoClass, LoadFile};

    fn priorities(write: Vec<PriorityShare>) -> Priorities {
        let mut load = Load::new("it", vec![LoadFile::new("f", 4096)]);
        load.seed = FioSeeds::from_seed(FIO_SEED, 1).of(SeedUse::Priorities);
        load.priorities.write = write;
        Priorities::new(&load, 1)
    }

    fn share(bytes: Option<u64>, percent: u32, level: u8) -> PriorityShare {
        PriorityShare {
            bytes,
            percent,
            priority: RequestPriority::new(IoClass::BestEffort, level, 0),
        }
    }

    fn count(of: &mut Priorities, bytes: u64, level: u16) -> usize {
        let mut drawn = || of.draw(Direction::Write, bytes, 0);
        (0..10_000)
            .filter(|_| drawn().is_some_and(|drawn| drawn.level() == level))
            .count()
    }

    #[test]
    fn shares_are_drawn_by_length() {
        let mut of = priorities(vec![
            share(Some(4096), 25, 1),
            share(Some(4096), 50, 2),
            share(Some(8192), 100, 3),
        ]);
        assert!(of.are_wanted());
        assert!((2300..2700).contains(&count(&mut of, 4096, 1)));
        assert!((4700..5300).contains(&count(&mut of, 4096, 2)));
        assert_eq!(count(&mut of, 8192, 3), 10_000);
        assert_eq!(of.draw(Direction::Write, 512, 0), None);
        assert_eq!(of.draw(Direction::Read, 4096, 0), None);
        assert_eq!(of.of(0), RequestPriority::default());
        assert!(!priorities(Vec::new()).are_wanted());
    }
}
