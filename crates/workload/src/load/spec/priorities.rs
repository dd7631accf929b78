//! The priorities of single requests.

use feedrate_pageio::placement::RequestPriority;

/// A share of requests with a priority of their own. Of each length, the shares sum to at most 100 %; the others have
/// that of the load.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PriorityShare {
    /// The length of these blocks; `None` for all.
    pub bytes: Option<u64>,
    /// The percentage.
    pub percent: u32,
    /// The priority.
    pub priority: RequestPriority,
}
