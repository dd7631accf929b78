//! Loads that compute and move nothing.

use std::time::Duration;

/// The computing of a load in place of moving blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Compute {
    /// The work of a part.
    pub work: ComputeWork,
    /// The percentage of its time in which it computes, from 1 to 100: it pauses after each part in proportion to that.
    pub percent: u8,
    /// True if it ends when all loads of its batch that move blocks have ended, and there are such.
    pub ends_with_others: bool,
}

/// The work of a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ComputeWork {
    /// A loop of this time.
    Loop(Duration),
    /// 262144 random numbers are sorted four times: up, down, by bytes and down again.
    Sort,
}
