//! Overlapped transfers of Windows, whose ends a completion port tells.

use crate::engine::system::open_overlapped;
use crate::engine::{Abilities, EngineKind, Facts};

impl EngineKind {
    /// Overlapped transfers and a completion port; Windows has them.
    pub const OVERLAPPED: Self = Self(&FACTS);
}

static FACTS: Facts = Facts {
    id: "overlapped",
    argument: "overlapped",
    name: "overlapped",
    help: Some("Overlapped transfers and a completion port"),
    calls: "overlapped ReadFile and WriteFile",
    abilities: Abilities {
        is_synchronous: false,
        ..Abilities::BLOCKING
    },
    stand_in: Some(EngineKind::THREADS),
    open: |ground, _| open_overlapped(ground),
};
