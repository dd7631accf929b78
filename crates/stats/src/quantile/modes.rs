//! The most frequent values.

/// The most frequent values, of values in ascending order.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Modes {
    /// The least of them.
    pub least: f64,
    /// Their frequency.
    pub times: f64,
    /// The number of them.
    pub count: u64,
}

impl Modes {
    /// Updates with a value that occurred `times` times so far, more than at the last call with that value.
    #[inline]
    pub(super) fn take(&mut self, value: f64, times: f64) {
        if times > self.times {
            *self = Self {
                least: value,
                times,
                count: 1,
            };
        } else if times == self.times {
            self.count += 1;
        }
    }

    /// Returns the least of the most frequent values; `None` if no value occurred twice.
    pub fn mode(&self) -> Option<f64> {
        (self.times > 1.0).then_some(self.least)
    }
}
