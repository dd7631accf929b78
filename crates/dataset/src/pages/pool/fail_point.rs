//! Makes writes fail in tests, as if the process were killed before them.

use std::cell::Cell;
use std::path::Path;

use feedrate_pageio::Direction;

use crate::error::{Error, Result};

thread_local! {
    static LEFT: Cell<Option<u32>> = const { Cell::new(None) };
    static ONCE: Cell<bool> = const { Cell::new(false) };
}

/// Makes the writes after this number of them fail, in this thread.
pub(crate) fn after(writes: Option<u32>) {
    LEFT.set(writes);
    ONCE.set(false);
}

/// Makes the write after this number of them fail, but not those after it.
pub(crate) fn once_after(writes: u32) {
    LEFT.set(Some(writes));
    ONCE.set(true);
}

pub(in crate::pages) fn pass(direction: Direction, path: &Path) -> Result<()> {
    match LEFT.get() {
        Some(0) if direction == Direction::Write => {
            LEFT.set(if ONCE.get() { None } else { Some(0) });
            Err(Error::AlreadyFailed { path: path.into() })
        }
        Some(left) if direction == Direction::Write => {
            LEFT.set(Some(left - 1));
            Ok(())
        }
        _ => Ok(()),
    }
}
