//! Which way the next block of a mix goes.

use feedrate_pageio::Direction;

use super::generator::Generator;
use crate::load::spec::{Directions, PerDirection};

/// The directions of a mix. After a change, blocks go the new way until there are as many as belong to those of the
/// other direction; then each is drawn.
#[derive(Clone, Debug)]
pub(super) struct Mix {
    directions: Directions,
    generator: Generator,
    last: Direction,
    /// The number of blocks of the last direction before the next is drawn.
    until: u64,
    begun: PerDirection<u64>,
}

impl Mix {
    pub(super) fn new(directions: Directions, generator: Generator) -> Self {
        Self {
            directions,
            generator,
            last: Direction::Read,
            until: 0,
            begun: PerDirection::default(),
        }
    }

    /// Begins a pass, with another generator where there is one.
    pub(super) fn restart(&mut self, generator: Option<Generator>) {
        self.until = 0;
        if let Some(generator) = generator {
            self.generator = generator;
        }
    }

    /// Draws the direction of the next block.
    #[inline]
    pub(super) fn draw(&mut self) -> Direction {
        let Directions::Mixed { read_percent } = self.directions else {
            return match self.directions {
                Directions::Read => Direction::Read,
                _ => Direction::Write,
            };
        };
        if *self.begun.of(self.last) >= self.until {
            let drawn = match self.generator.percent() <= u32::from(read_percent) {
                true => Direction::Read,
                false => Direction::Write,
            };
            if drawn != self.last {
                let share = match drawn {
                    Direction::Read => read_percent,
                    Direction::Write => 100 - read_percent,
                };
                self.until = self.begun.of(self.last) * u64::from(share) / 100;
            }
            self.last = drawn;
        }
        self.last
    }

    /// Takes another direction than was drawn.
    pub(super) fn turn(&mut self, direction: Direction) {
        self.last = direction;
    }

    /// Counts a block that is begun.
    #[inline]
    pub(super) fn count(&mut self, direction: Direction) {
        *self.begun.of_mut(direction) += 1;
    }
}
