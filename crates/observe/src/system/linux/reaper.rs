//! The adoption of processes whose parents end.

use rustix::process::{child_subreaper, getpid, set_child_subreaper};

/// While it lives, this process adopts those of its descendants whose parents end.
pub(crate) struct Reaper {
    /// Whether it does.
    pub(crate) is_one: bool,
    was_one: bool,
}

impl Reaper {
    /// Begins, where the system can.
    pub(crate) fn new() -> Self {
        let was_one = child_subreaper().is_ok_and(|reaper| reaper.is_some());
        Self {
            is_one: was_one || set_child_subreaper(Some(getpid())).is_ok(),
            was_one,
        }
    }
}

impl Drop for Reaper {
    fn drop(&mut self) {
        if !self.was_one {
            // Without it, nothing is adopted.
            let _ = set_child_subreaper(None);
        }
    }
}
