//! Values for each direction.

use feedrate_pageio::Direction;
use serde::Serialize;

/// A value for each direction.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct PerDirection<T> {
    /// The value for reads.
    pub read: T,
    /// The value for writes.
    pub write: T,
}

impl<T> PerDirection<T> {
    /// Returns the same value for both.
    pub fn both(value: T) -> Self
    where
        T: Clone,
    {
        Self {
            read: value.clone(),
            write: value,
        }
    }

    /// Returns the value of a direction.
    pub fn of(&self, direction: Direction) -> &T {
        match direction {
            Direction::Read => &self.read,
            Direction::Write => &self.write,
        }
    }

    /// Returns the value of a direction.
    pub fn of_mut(&mut self, direction: Direction) -> &mut T {
        match direction {
            Direction::Read => &mut self.read,
            Direction::Write => &mut self.write,
        }
    }
}
