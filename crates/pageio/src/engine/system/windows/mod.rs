//! Windows.

mod absent;
mod overlapped;
mod uring;

pub(in crate::engine) use absent::ABSENT;
pub(in crate::engine) use overlapped::open_overlapped;
pub(in crate::engine) use uring::open_uring;
