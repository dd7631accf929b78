//! `/proc/locks`: the locks on files.
//!
//! Format: `proc_locks(5)`. Waiting processes are marked by an arrow.

use crate::{DeviceNumber, System};

/// Returns the process that holds a lock of `flock(2)` on a file, by the device and the number of the file; `None` if
/// it is of another container or machine, or the machine does not say.
pub fn lock_holder(system: &System, device: DeviceNumber, inode: u64) -> Option<u32> {
    holder_in(&system.text("/proc/locks")?, device, inode)
}

fn holder_in(locks: &str, device: DeviceNumber, inode: u64) -> Option<u32> {
    locks.lines().find_map(|line| {
        let fields: Vec<&str> = line.split_whitespace().collect();
        let [_, kind, _, _, process, file, ..] = fields[..] else {
            return None;
        };
        let mut parts = file.split(':');
        let mut hexadecimal = || u32::from_str_radix(parts.next()?, 16).ok();
        let is_on =
            DeviceNumber::new(hexadecimal()?, hexadecimal()?) == device && parts.next()?.parse::<u64>().ok()? == inode;
        (kind == "FLOCK" && is_on)
            .then(|| process.parse::<u32>().ok().filter(|&process| process > 0))
            .flatten()
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn holders_are_found_by_device_and_inode() {
        let locks = "1: POSIX  ADVISORY  WRITE 5 fe:00:77 0 EOF\n\
                     2: FLOCK  ADVISORY  WRITE 708 fe:00:77 0 EOF\n\
                     2: -> FLOCK  ADVISORY  WRITE 9 fe:00:77 0 EOF\n\
                     3: FLOCK  ADVISORY  WRITE 0 fe:00:78 0 EOF\n\
                     rubbish\n";
        let device = DeviceNumber::new(0xfe, 0);
        assert_eq!(holder_in(locks, device, 77), Some(708));
        assert_eq!(holder_in(locks, DeviceNumber::new(0xfe, 1), 77), None);
        // A process outside of this container.
        assert_eq!(holder_in(locks, device, 78), None);
    }

    proptest! {
        #[test]
        fn any_text_is_survived(text: String) {
            let _ = holder_in(&text, DeviceNumber::new(0, 0), 0);
        }
    }
}
