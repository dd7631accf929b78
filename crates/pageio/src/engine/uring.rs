//! io_uring of Linux, with registered buffers and files where the system grants them.

use crate::engine::system::open_uring;
use crate::engine::{Abilities, EngineKind, Facts};

impl EngineKind {
    /// io_uring with registered buffers and files, or without where they are not to be had.
    pub const URING_REGISTERED: Self = Self(&REGISTERED);

    /// io_uring without registered buffers.
    pub const URING_PLAIN: Self = Self(&PLAIN);
}

static REGISTERED: Facts = Facts {
    id: "uring-registered",
    argument: "io_uring",
    name: "io_uring, registered buffers",
    help: Some("io_uring"),
    calls: "io_uring",
    abilities: Abilities {
        is_synchronous: false,
        takes_call_options: true,
        takes_priorities: true,
        registers_buffers: true,
        ..Abilities::BLOCKING
    },
    stand_in: Some(EngineKind::THREADS),
    open: |ground, refused| open_uring(ground, true, refused),
};

static PLAIN: Facts = Facts {
    id: "uring-plain",
    name: "io_uring",
    help: None,
    abilities: Abilities {
        registers_buffers: false,
        ..REGISTERED.abilities
    },
    open: |ground, refused| open_uring(ground, false, refused),
    ..REGISTERED
};
