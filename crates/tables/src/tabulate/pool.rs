//! The memory that the titles of tables, the levels of class variables and what is drawn share.

use std::cell::Cell;

use feedrate_rows::StepResult;

use crate::fault::TableFault;

/// An amount of memory.
#[derive(Debug)]
pub(super) struct Pool {
    bytes: usize,
    left: Cell<usize>,
}

/// A part of the memory, which is given back when this is dropped.
#[derive(Debug)]
pub(super) struct Share<'p> {
    pool: &'p Pool,
    bytes: usize,
}

impl Pool {
    /// Returns this amount of memory.
    pub(super) fn new(bytes: usize) -> Self {
        Self {
            bytes,
            left: Cell::new(bytes),
        }
    }

    /// Returns a share of no bytes.
    pub(super) fn share(&self) -> Share<'_> {
        Share { pool: self, bytes: 0 }
    }

    /// Returns how many bytes are left.
    pub(super) fn left(&self) -> usize {
        self.left.get()
    }

    /// Fails if fewer bytes are left.
    pub(super) fn check(&self, bytes: usize) -> StepResult<()> {
        match bytes > self.left.get() {
            true => Err(TableFault::Titles(self.bytes).into()),
            false => Ok(()),
        }
    }
}

impl Share<'_> {
    /// Adds bytes to the share; fails if fewer are left.
    pub(super) fn add(&mut self, bytes: usize) -> StepResult<()> {
        self.pool.check(bytes)?;
        self.pool.left.set(self.pool.left.get() - bytes);
        self.bytes += bytes;
        Ok(())
    }
}

impl Drop for Share<'_> {
    fn drop(&mut self) {
        self.pool.left.set(self.pool.left.get() + self.bytes);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_given_back() {
        let pool = Pool::new(100);
        let mut first = pool.share();
        first.add(60).unwrap();
        let mut second = pool.share();
        second.add(40).unwrap();
        assert!(second.add(1).is_err());
        drop(first);
        second.add(60).unwrap();
        assert!(pool.check(1).is_err());
        drop(second);
        assert!(pool.check(100).is_ok());
    }
}
