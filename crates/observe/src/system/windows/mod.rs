//! Windows: the counters of the job in which a command runs with all that it starts.

mod child;
mod job;
mod observer;

pub use child::Child;
pub(crate) use observer::observe;
