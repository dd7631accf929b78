//! The memory of numbers of batches that nobody holds any more.
//!
//! A thread that reads hands its batches to others, which drop them. Were the memory of each given back to the system
//! and asked for again, touching it anew would cost as much as filling it.

use std::collections::VecDeque;
use std::mem;

use datafusion::arrow::buffer::{Buffer, ScalarBuffer};

/// The memory of the last batches.
pub(super) struct Reuse {
    /// How many batches others may hold.
    held: usize,
    /// The columns of the last batches, from the oldest on.
    batches: VecDeque<Vec<Buffer>>,
    /// Those of the batch that is made.
    current: Vec<Buffer>,
    /// Those of the oldest batch.
    oldest: Vec<Buffer>,
}

impl Reuse {
    /// None yet. So many batches may be held by others while one is made.
    pub(super) fn new(held: usize) -> Self {
        Self {
            held,
            batches: VecDeque::new(),
            current: Vec::new(),
            oldest: Vec::new(),
        }
    }

    /// Another batch is made.
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

    /// Memory for so many numbers.
    pub(super) fn room(&mut self, numbers: usize) -> Vec<f64> {
        // Who still holds it keeps it.
        let own = self.oldest.pop().and_then(|own| own.into_vec().ok());
        match own {
            Some(mut own) if own.capacity() >= numbers => {
                own.clear();
                own
            }
            _ => Vec::with_capacity(numbers),
        }
    }

    /// Remembers a column of the batch.
    pub(super) fn keep(&mut self, column: &ScalarBuffer<f64>) {
        self.current.push(column.inner().clone());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Makes batches of a column, of which the caller holds the last few; where each of them lies.
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
            // What is held stays as it is.
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
