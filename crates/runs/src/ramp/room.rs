//! The room for users: space on the volume, memory, and processes.

use serde::Serialize;

/// The share of the free space or memory that users may take, in percent.
const USABLE_PERCENT: u64 = 90;

/// The thing that more users would lack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Shortage {
    /// Free space on the volume of their WORK.
    Space,
    /// Memory.
    Memory,
}

/// The space and the memory that can be taken now, as far as they are known.
#[derive(Clone, Copy, Debug, Default)]
pub struct Room {
    /// Free space on the volume, in bytes.
    pub space_bytes: Option<u64>,
    /// Memory that programs can take, in bytes.
    pub memory_bytes: Option<u64>,
}

impl Room {
    /// Returns the most users that have room, each of whom takes so much, and what they lack beyond; `None` if nothing
    /// bounds them.
    pub(super) fn most_users(
        &self,
        space_of_user: Option<u64>,
        memory_of_user: Option<u64>,
    ) -> Option<(u32, Shortage)> {
        let users = |free: Option<u64>, of_user: Option<u64>, shortage: Shortage| {
            let of_user = of_user.filter(|bytes| *bytes > 0)?;
            let users = free? / 100 * USABLE_PERCENT / of_user;
            Some((u32::try_from(users).unwrap_or(u32::MAX), shortage))
        };
        let space = users(self.space_bytes, space_of_user, Shortage::Space);
        let memory = users(self.memory_bytes, memory_of_user, Shortage::Memory);
        space.into_iter().chain(memory).min_by_key(|(users, _)| *users)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_scarcer_bounds_the_users() {
        let room = Room {
            space_bytes: Some(1000),
            memory_bytes: Some(400),
        };
        assert_eq!(room.most_users(Some(100), Some(10)), Some((9, Shortage::Space)));
        assert_eq!(room.most_users(Some(100), Some(100)), Some((3, Shortage::Memory)));
        assert_eq!(room.most_users(Some(0), None), None);
        assert_eq!(Room::default().most_users(Some(100), Some(10)), None);
    }
}
