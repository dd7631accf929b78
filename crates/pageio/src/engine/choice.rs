//! Which engine is wanted, and opening it or the one that takes its place.

use serde::{Deserialize, Serialize};

use crate::engine::{Engine, EngineKind, Ground, OpenEngine};
use crate::error::{Error, Result};

/// Which engine the caller wants.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EngineChoice {
    /// The one that fits: sync for one transfer at a time, else the first that works here of
    /// io_uring with registered buffers, io_uring without (on Windows completion ports), threads, and, where not one
    /// thread can be had, sync with the depth that it has.
    #[default]
    Auto,
    /// This one or nothing.
    Only(EngineKind),
    /// This one, or the first of its stand-ins that works here.
    OrStandIn(EngineKind),
    /// This one or nothing, with polling.
    Polled {
        /// Which engine.
        kind: EngineKind,
        /// The events that are polled for.
        polling: PolledEvents,
    },
}

/// The events that are polled for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct PolledEvents {
    /// True if a thread of the kernel looks for submissions (`IORING_SETUP_SQPOLL`), where it can be had, and on which
    /// processor; the inner `None` is for any.
    pub submissions: Option<Option<u32>>,
    /// True if completions are polled for (`IORING_SETUP_IOPOLL`). All transfers must go past the page cache, and fail
    /// on a device that has no queues for that.
    pub completions: bool,
}

/// Which engine was chosen, and why not a faster one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EngineReport {
    /// The engine at work.
    pub kind: EngineKind,
    /// The most transfers that it keeps in flight.
    pub depth: u32,
    /// The engines that were tried first and refused, each with the reason in plain words.
    pub refused: Vec<String>,
}

/// Makes the engine that was asked for, or the best that works here.
///
/// # Errors
/// [`Error::Engine`] where it cannot be had, or cannot be as deep as was asked.
pub(crate) fn open(choice: EngineChoice, ground: &Ground<'_>) -> Result<(Box<dyn Engine>, EngineReport)> {
    let (mut kind, another_will_do) = match choice {
        EngineChoice::Auto if ground.depth <= 1 => (EngineKind::SYNC, false),
        EngineChoice::Auto if EngineKind::URING_REGISTERED.is_here() => (EngineKind::URING_REGISTERED, true),
        EngineChoice::Auto => (EngineKind::OVERLAPPED, true),
        EngineChoice::OrStandIn(kind) => (kind, true),
        EngineChoice::Only(kind) | EngineChoice::Polled { kind, .. } => (kind, false),
    };
    if kind.is_synchronous() && ground.depth > 1 {
        let reason = format!(
            "it keeps one transfer in flight, not {}; choose another engine or a depth of 1",
            ground.depth
        );
        return Err(Error::Engine {
            engine: kind.argument(),
            reason,
        });
    }
    let mut refused = Vec::new();
    loop {
        let reason = match (kind.0.open)(ground, &mut refused) {
            Ok(OpenEngine { engine, kind, depth }) => {
                let report = EngineReport { kind, depth, refused };
                return Ok((engine, report));
            }
            Err(reason) => reason,
        };
        let engine = kind.argument();
        kind = match kind.stand_in() {
            Some(stand_in) if another_will_do => stand_in,
            _ => return Err(Error::Engine { engine, reason }),
        };
        refused.push(match kind.is_synchronous() {
            true => format!("{engine}: {reason}; transfers are made one at a time"),
            false => format!("{engine}: {reason}"),
        });
    }
}
