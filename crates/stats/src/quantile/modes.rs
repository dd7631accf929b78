//! The values that were met most often.

/// The values that were met most often, of values in ascending order.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Modes {
    /// The least of them.
    pub least: f64,
    /// How often each was met.
    pub times: f64,
    /// How many there are.
    pub count: u64,
}

impl Modes {
    /// Takes notice of a value that was met so many times by now, at least once more than at the last call with
    /// that value.
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

    /// Returns the least of the values that were met most often; `None` where none was met twice.
    pub fn mode(&self) -> Option<f64> {
        (self.times > 1.0).then_some(self.least)
    }
}
