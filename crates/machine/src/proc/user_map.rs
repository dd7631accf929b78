//! `/proc/self/uid_map`: the users of a user namespace.
//!
//! Format: `user_namespaces(7)`.

use crate::System;

/// Returns whether the numbers of users are those of the machine: the first user namespace maps all to themselves.
/// `None` if the machine does not say.
pub fn maps_all_users(system: &System) -> Option<bool> {
    let map = system.text("/proc/self/uid_map")?;
    Some(map.split_whitespace().eq(["0", "0", "4294967295"]))
}

/// Returns the user as whom all users appear that a user namespace does not map (`kernel.overflowuid`).
pub fn overflow_user(system: &System) -> Option<u32> {
    system.value("/proc/sys/kernel/overflowuid")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_machine_without_files_says_nothing() {
        let nowhere = System::at("/nowhere/at/all");
        assert_eq!(maps_all_users(&nowhere), None);
        assert_eq!(overflow_user(&nowhere), None);
    }
}
