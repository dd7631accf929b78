//! Files cut or extended to where blocks would be written (`ftruncate`).

use crate::engine::{Abilities, EngineKind, Facts, each};
use crate::system::{refusal_of_argument, set_length};
use crate::transfer::Direction;

impl EngineKind {
    /// Gives a file the length of the offset of what would be written. There are no reads.
    pub const TRUNCATE: Self = Self(&FACTS);
}

static FACTS: Facts = Facts {
    id: "truncate",
    argument: "truncate",
    name: "ftruncate",
    help: None,
    calls: "ftruncate",
    abilities: Abilities {
        moves_bytes: false,
        cuts_files: true,
        ..Abilities::BLOCKING
    },
    stand_in: None,
    open: |ground, _| {
        Ok(each::open(EngineKind::TRUNCATE, ground, |file, order| {
            match order.direction {
                Direction::Read => Err(refusal_of_argument()),
                Direction::Write => set_length(file, order.offset),
            }
        }))
    },
};
