//! Observers of a test, which tell its user what is being done.

use feedrate_workload::load::Watch;

/// An observer of a test.
pub trait Observer: Watch {
    /// Receives what makes the figures of the script say little, before anything is measured.
    fn warns(&mut self, warning: &str);

    /// Receives what is done from now on.
    fn stage(&mut self, what: &str);

    /// Called when all is done, before the result is printed.
    fn done(&mut self);
}
