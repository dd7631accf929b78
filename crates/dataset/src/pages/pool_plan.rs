//! The plan of a pool: the division of its file, and the part of it that is kept in memory.

use feedrate_pageio::Discipline;

/// The division of a file, and the part of it that is kept in memory.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PoolPlan {
    /// The offset of unit 0 in the file.
    pub(crate) origin: u64,
    /// Bytes of a unit.
    pub(crate) unit_bytes: usize,
    /// The number of buffers, at least 2.
    pub(crate) buffers: usize,
    /// The discipline of waiting for transfers, for the account.
    pub(crate) discipline: Discipline,
    /// The form of units; `None` if they are any bytes.
    pub(crate) form: Option<UnitForm>,
    /// True if a file that is not changed is read in mapped memory, where that is possible.
    pub(crate) is_mapped: bool,
}

/// The checksum of units that have one. Both functions take the number of the unit.
#[derive(Clone, Copy, Debug)]
pub(crate) struct UnitForm {
    /// Returns whether a unit is as it was sealed.
    pub(crate) verify: fn(u64, &[u8]) -> bool,
    /// Gives a unit its checksum before it is written.
    pub(crate) seal: fn(u64, &mut [u8]),
}
