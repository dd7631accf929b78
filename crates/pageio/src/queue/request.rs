//! The request for a queue.

use crate::engine::{EngineChoice, EngineKind};
use crate::method::Shape;

/// The properties that a queue is to have.
#[derive(Clone, Copy, Debug)]
pub struct QueueRequest {
    /// Which engine.
    pub engine: EngineChoice,
    /// The most transfers in flight, at least 1.
    pub depth: u32,
    /// Bytes of the largest transfer.
    pub transfer_bytes: usize,
    /// Buffer slots; at least `depth` are made. More of them let a writer rotate over more content.
    pub slots: usize,
    /// Bytes of one page, which is one segment of a scattered transfer.
    pub page_bytes: usize,
    /// The form of a transfer's memory.
    pub shape: Shape,
}

impl QueueRequest {
    /// Blocking calls, one at a time, each for at most so many bytes in one run of memory.
    pub fn one_at_a_time(bytes: usize, slots: usize) -> Self {
        Self {
            engine: EngineChoice::Only(EngineKind::SYNC),
            depth: 1,
            transfer_bytes: bytes,
            slots,
            page_bytes: bytes,
            shape: Shape::Contiguous,
        }
    }
}
