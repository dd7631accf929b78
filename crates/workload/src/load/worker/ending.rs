//! The ending of a load, and its reason.

/// The ending of a load: once it is near, nothing more begins, and what is in flight is waited for.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Ending {
    pub(super) is_near: bool,
    /// True if the user stopped it.
    pub(super) is_cut_short: bool,
    pub(super) is_time_up: bool,
    /// True once all of its work is done, before what it wrote is read back.
    pub(super) is_work_done: bool,
}
