//! `/proc/diskstats`: the counters of all block devices.
//!
//! Format: the kernel's `Documentation/admin-guide/iostats.rst`.

use std::collections::BTreeMap;

use crate::{DeviceCounters, DeviceNumber, System};

/// Returns the counters of all devices of a machine; none if the file cannot be read.
pub fn disk_statistics(system: &System) -> BTreeMap<DeviceNumber, DeviceCounters> {
    parse(&system.text("/proc/diskstats").unwrap_or_default())
}

/// Reads the text: major and minor number, name, and the counters of each device.
fn parse(text: &str) -> BTreeMap<DeviceNumber, DeviceCounters> {
    let line = |line: &str| {
        let mut words = line.split_whitespace();
        let number = DeviceNumber::new(words.next()?.parse().ok()?, words.next()?.parse().ok()?);
        let _name = words.next()?;
        let counters: Vec<&str> = words.collect();
        Some((number, DeviceCounters::parse(&counters.join(" "))?))
    };
    text.lines().filter_map(line).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn devices_are_found_by_number() {
        let devices = parse("   8       1 sda1 10 0 16 5 20 0 32 7 0 9 12\n 254 0 dm-0 1\n");
        assert_eq!(devices.len(), 1);
        let counters = devices[&DeviceNumber::new(8, 1)];
        assert_eq!((counters.reads, counters.sectors_written), (10, 32));
    }

    proptest! {
        #[test]
        fn any_text_is_survived(text: String) {
            parse(&text);
        }
    }
}
