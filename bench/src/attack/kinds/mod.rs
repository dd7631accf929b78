//! The kinds of attack, a file each.

mod calls;
mod crowd;
mod damage;
mod errors;
mod indexes;
mod kills;
mod pipes;
mod power;
mod slow;

use std::path::Path;

use super::round::Attack;
use super::trace::points::Points;
use super::trace::strace::Strace;

/// A kind of attack.
#[derive(Clone, Debug)]
pub struct Kind {
    /// Its name.
    pub name: &'static str,
    /// A description for a person.
    pub help: &'static str,
    /// Begins it in a folder, or says what it lacks.
    pub begin: fn(&Path) -> Result<Box<dyn Attack>, String>,
}

/// All of them.
pub const KINDS: &[Kind] = &[
    Kind {
        name: "kills",
        help: "Signals at random moments",
        begin: |_| Ok(Box::new(kills::Kills::default())),
    },
    Kind {
        name: "calls",
        help: "SIGKILL at system calls",
        begin: |folder| Ok(Box::new(calls::Calls(Points::new(folder)?))),
    },
    Kind {
        name: "errors",
        help: "System calls that fail",
        begin: |folder| Ok(Box::new(errors::Errors(Points::new(folder)?))),
    },
    Kind {
        name: "power",
        help: "Power cuts, by replaying what was written",
        begin: |folder| Ok(Box::new(power::Power::new(folder)?)),
    },
    Kind {
        name: "together",
        help: "Many processes at once",
        begin: |_| Ok(Box::new(crowd::Crowd)),
    },
    Kind {
        name: "slow",
        help: "Readers beside an update in place on slow storage",
        begin: |folder| Ok(Box::new(slow::SlowUpdates(Strace::find(folder)?))),
    },
    Kind {
        name: "damage",
        help: "Damaged files",
        begin: |_| Ok(Box::new(damage::Damage::default())),
    },
    Kind {
        name: "indexes",
        help: "Damaged and foreign index files",
        begin: |_| Ok(Box::new(indexes::Indexes::default())),
    },
    Kind {
        name: "pipes",
        help: "Forged streams",
        begin: |_| Ok(Box::new(pipes::ForgedStreams)),
    },
];
