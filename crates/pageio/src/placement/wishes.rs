//! The wishes for the memory and the requests of threads.

use serde::Serialize;

/// From which nodes a thread takes memory.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum MemoryPolicy {
    /// As the process does.
    #[default]
    Default,
    /// From the node that it runs on.
    Local,
    /// From this one, while it has some.
    Prefer(u32),
    /// From these only.
    Bind(Vec<u32>),
    /// From each of these in turn.
    Interleave(Vec<u32>),
}

/// Before whom a thread's requests come, in a scheduler that heeds it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IoPriority {
    /// Of which class.
    pub class: IoClass,
    /// From 0, the first, to 7; the idle class has none.
    pub level: u8,
}

/// A class of I/O priority.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IoClass {
    /// As the processor priority of the thread says.
    None,
    /// Before all others, for who may.
    RealTime,
    /// The usual one.
    BestEffort,
    /// When no one else has anything to do.
    Idle,
}

impl IoPriority {
    /// Returns the same priority as that of a single request.
    pub fn of_request(self) -> RequestPriority {
        let level = match self.class {
            IoClass::RealTime | IoClass::BestEffort => self.level.min(7),
            IoClass::None | IoClass::Idle => 0,
        };
        RequestPriority::new(self.class, level, 0)
    }
}

/// The priority of a single request: a class, a level, and a hint for the device.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct RequestPriority(u16);

/// The bits below the class.
const CLASS_SHIFT: u32 = 13;

/// The bits below the hint.
const HINT_SHIFT: u32 = 3;

/// The most of a hint.
const HINT_MOST: u16 = 0x3ff;

impl RequestPriority {
    /// Creates the priority of a class, with a level from 0, the first, to 7, and a hint (Linux 6.5); 0 is none.
    pub fn new(class: IoClass, level: u8, hint: u16) -> Self {
        let class: u16 = match class {
            IoClass::None => 0,
            IoClass::RealTime => 1,
            IoClass::BestEffort => 2,
            IoClass::Idle => 3,
        };
        let hint = hint.min(HINT_MOST) << HINT_SHIFT;
        Self(class << CLASS_SHIFT | hint | u16::from(level.min(7)))
    }

    /// Returns it as the system codes it: the class from bit 13 on, below it the hint, and the level in 3 bits.
    pub fn code(self) -> u16 {
        self.0
    }

    /// Returns the number of its class: 0 for none, 1 for real time, 2 for best effort, 3 for idle.
    pub fn class(self) -> u16 {
        self.0 >> CLASS_SHIFT
    }

    /// Returns its level.
    pub fn level(self) -> u16 {
        self.0 & 7
    }
}
