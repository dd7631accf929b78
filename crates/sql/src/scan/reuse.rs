//! Reuse of the numeric buffers of batches that were dropped.
//!
//! A thread that reads sends its batches to others, which drop them. If the memory of each were returned to the system
//! and requested again, touching it anew would cost as much as filling it.

use std::collections::VecDeque;
use std::mem;

use datafusion::arrow::buffer::{Buffer, ScalarBuffer};

/// The buffers of the last batches.
pub(super) struct Reuse {
    /// The number of batches that others may hold.
    held: usize,
    /// The columns of the last batches, the oldest first.
    batches: VecDeque<Vec<Buffer>>,
    /// The columns of the batch that is being made.
    current: Vec<Buffer>,
    /// The columns of the oldest batch.
    oldest: Vec<Buffer>,
}

impl Reuse {
    /// Creates an empty pool. Others may hold `held` batches while one is made.
    pub(super) fn new(held: usize) -> Self {
        Self {
            held,
            batches: VecDeque::new(),
            current: Vec::new(),
            oldest: Vec::new(),
        }
    }

    /// Begins another batch.
    pub(super) fn begin_batch(&mut self) {
        let last = mem::take(&mut self.current);
        if !last.is_empty() {
            self.batches.push_back(last);
        }
        self.oldest = match self.batches.len() > self.held {
            true => self.batches.pop_front().unwrap_or_default(),
            false => Vec::new(),
        };
    }

    /// Returns a vector with capacity for `numbers` values.
    pub(super) fn room(&mut self, numbers: usize) -> Vec<f64> {
        // A buffer that is still shared cannot be reused.
        let own = self.oldest.pop().and_then(|own| own.into_vec().ok());
        match own {
            Some(mut own) if own.capacity() >= numbers => {
                own.clear();
                own
            }
            _ => Vec::with_capacity(numbers),
        }
    }

    /// Registers a column of the batch.
    pub(super) fn keep(&mut self, column: &ScalarBuffer<f64>) {
        self.current.push(column.inner().clone());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Makes batches of a column, the last `held` of which are kept, and returns the address of each.
    fn places(held: usize) -> Vec<usize> {
        let mut reuse = Reuse::new(4);
        let mut taken = VecDeque::new();
        let mut next = Vec::with_capacity(100);
        let batches = (0..20).map(|number| {
            reuse.begin_batch();
            next.push(f64::from(number));
            let full = mem::replace(&mut next, reuse.room(100));
            let column = ScalarBuffer::from(full);
            reuse.keep(&column);
            assert_eq!(column.as_ref(), [f64::from(number)]);
            let place = column.as_ptr() as usize;
            taken.push_back(column);
            while taken.len() > held {
                taken.pop_front();
            }
            // A batch that is held is not overwritten.
            let first = number + 1 - taken.len() as i32;
            for (number, column) in (first..).zip(&taken) {
                assert_eq!(column.as_ref(), [f64::from(number)]);
            }
            place
        });
        let mut places: Vec<_> = batches.collect();
        places.sort_unstable();
        places.dedup();
        places
    }

    #[test]
    fn what_nobody_holds_is_used_again() {
        assert!(places(2).len() <= 7, "{}", places(2).len());
    }

    #[test]
    fn what_is_held_is_not_used_again() {
        assert_eq!(places(20).len(), 20);
    }
}
