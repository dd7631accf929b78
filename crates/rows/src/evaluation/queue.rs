//! The queues of LAG and DIF.

use feedrate_program::Lag;
use feedrate_values::missing::MISSING;

use crate::vector::values::fill;

/// The latest arguments of one LAG or DIF: a ring in which the oldest is replaced.
#[derive(Clone, Debug)]
pub struct Queue {
    numbers: Vec<f64>,
    text: Vec<u8>,
    /// The bytes of a character value.
    length: usize,
    /// The number of values that it holds.
    distance: usize,
    oldest: usize,
}

impl Queue {
    /// Returns an empty queue.
    pub fn new(lag: &Lag) -> Self {
        let distance = lag.distance.max(1) as usize;
        let length = lag.text_length.unwrap_or(0) as usize;
        Self {
            numbers: if lag.text_length.is_none() {
                vec![MISSING; distance]
            } else {
                Vec::new()
            },
            text: vec![b' '; distance * length],
            length,
            distance,
            oldest: 0,
        }
    }

    fn step(&mut self) -> usize {
        let oldest = self.oldest;
        self.oldest = (oldest + 1) % self.distance;
        oldest
    }

    /// Inserts a number and returns the oldest.
    pub(super) fn exchange(&mut self, number: f64) -> f64 {
        let oldest = self.step();
        match self.numbers.get_mut(oldest) {
            Some(place) => std::mem::replace(place, number),
            None => MISSING,
        }
    }

    /// Inserts a character value and appends the oldest to `out`.
    pub(super) fn exchange_text(&mut self, text: &[u8], out: &mut Vec<u8>) {
        let start = self.step() * self.length;
        let place = &mut self.text[start..start + self.length];
        out.extend_from_slice(place);
        fill(place, text);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_queue_gives_what_went_in_that_many_calls_ago() {
        let mut queue = Queue::new(&Lag {
            distance: 2,
            text_length: None,
        });
        let given: Vec<_> = (1..=4).map(|n| queue.exchange(f64::from(n))).collect();
        assert!(given[0].is_nan() && given[1].is_nan());
        assert_eq!(given[2..], [1.0, 2.0]);
    }

    #[test]
    fn texts_come_back_as_long_as_the_queue_has_them() {
        let mut queue = Queue::new(&Lag {
            distance: 1,
            text_length: Some(3),
        });
        let mut out = Vec::new();
        queue.exchange_text(b"abcd", &mut out);
        queue.exchange_text(b"x", &mut out);
        queue.exchange_text(b"", &mut out);
        assert_eq!(out, b"   abcx  ");
    }
}
