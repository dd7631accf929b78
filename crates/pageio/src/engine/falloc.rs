//! Space for blocks in place of the blocks (`fallocate`): reserved, nothing moved.

use crate::engine::{Abilities, EngineKind, Facts, each};
use crate::system::reserve_part;

impl EngineKind {
    /// Reserves the space of what would be written, and makes the file long enough for it; and that of what would be
    /// read, with the file's length as it is. What a file holds stays.
    pub const FALLOC: Self = Self(&FACTS);
}

static FACTS: Facts = Facts {
    id: "falloc",
    argument: "falloc",
    name: "fallocate",
    help: None,
    calls: "fallocate",
    abilities: Abilities {
        moves_bytes: false,
        reads_change_files: true,
        ..Abilities::BLOCKING
    },
    stand_in: None,
    open: |ground, _| {
        Ok(each::open(EngineKind::FALLOC, ground, |file, order| {
            reserve_part(file, order.direction, order.offset, order.bytes as u64)
        }))
    },
};
