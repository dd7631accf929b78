//! The clock that functions ask for the time.

/// A source of the time.
pub trait Clock {
    /// Returns the local time in seconds since 1 January 1960, with its fraction.
    fn datetime(&self) -> f64;
}

/// A clock with a fixed time, in seconds since 1960.
#[derive(Clone, Copy, Debug)]
pub struct FixedClock(pub f64);

impl Clock for FixedClock {
    fn datetime(&self) -> f64 {
        self.0
    }
}
