//! I/O limits that control groups lay on this process.
//!
//! Sources: `io.max` of `Documentation/admin-guide/cgroup-v2.rst`, `blkio.throttle.*` of
//! `Documentation/admin-guide/cgroup-v1/blkio-controller.rst`.

use serde::{Deserialize, Serialize};

use crate::cgroup::{Group, Version};
use crate::{BlockDevice, DeviceNumber, System};

/// Limits on one device; a missing one does not bind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Throttle {
    /// The device.
    pub device: DeviceNumber,
    /// Bytes read in a second.
    pub read_bytes_per_s: Option<u64>,
    /// Bytes written in a second.
    pub write_bytes_per_s: Option<u64>,
    /// Reads in a second.
    pub reads_per_s: Option<u64>,
    /// Writes in a second.
    pub writes_per_s: Option<u64>,
}

impl Throttle {
    fn none(device: DeviceNumber) -> Self {
        Self {
            device,
            read_bytes_per_s: None,
            write_bytes_per_s: None,
            reads_per_s: None,
            writes_per_s: None,
        }
    }

    fn is_none(&self) -> bool {
        *self == Self::none(self.device)
    }

    fn tighten(&mut self, key: &str, limit: u64) {
        let place = match key {
            "rbps" => &mut self.read_bytes_per_s,
            "wbps" => &mut self.write_bytes_per_s,
            "riops" => &mut self.reads_per_s,
            "wiops" => &mut self.writes_per_s,
            _ => return,
        };
        *place = Some(place.map_or(limit, |other| other.min(limit)));
    }
}

/// The limits on any of the devices and those beneath them, the tightest of all groups above this
/// process.
pub fn on(system: &System, devices: &[BlockDevice]) -> Vec<Throttle> {
    let Some(group) = Group::of(system, "blkio") else {
        return Vec::new();
    };
    let limits: Vec<(DeviceNumber, &str, u64)> = match group.version {
        Version::Two => group
            .texts(system, "io.max")
            .flat_map(|text| parse_io_max(&text))
            .collect(),
        Version::One => [
            ("rbps", "blkio.throttle.read_bps_device"),
            ("wbps", "blkio.throttle.write_bps_device"),
            ("riops", "blkio.throttle.read_iops_device"),
            ("wiops", "blkio.throttle.write_iops_device"),
        ]
        .into_iter()
        .flat_map(|(key, file)| {
            let lines: Vec<_> = group
                .texts(system, file)
                .flat_map(|text| parse_v1(&text))
                .map(|(device, limit)| (device, key, limit))
                .collect();
            lines
        })
        .collect(),
    };
    let mut numbers: Vec<DeviceNumber> = devices
        .iter()
        .flat_map(BlockDevice::walk)
        .map(|device| device.number)
        .collect();
    numbers.sort_unstable();
    numbers.dedup();
    numbers
        .into_iter()
        .map(|number| {
            let mut throttle = Throttle::none(number);
            for &(device, key, limit) in &limits {
                if device == number {
                    throttle.tighten(key, limit);
                }
            }
            throttle
        })
        .filter(|throttle| !throttle.is_none())
        .collect()
}

/// `8:16 rbps=2097152 wbps=max riops=max wiops=120`
fn parse_io_max(text: &str) -> Vec<(DeviceNumber, &'static str, u64)> {
    let mut limits = Vec::new();
    for line in text.lines() {
        let mut words = line.split_whitespace();
        let Some(device) = words.next().and_then(|word| word.parse().ok()) else {
            continue;
        };
        for (key, value) in words.filter_map(|word| word.split_once('=')) {
            let key = ["rbps", "wbps", "riops", "wiops"]
                .into_iter()
                .find(|known| *known == key);
            // `max` is no number and no limit.
            if let (Some(key), Ok(limit)) = (key, value.parse()) {
                limits.push((device, key, limit));
            }
        }
    }
    limits
}

/// `8:16 1048576`
fn parse_v1(text: &str) -> Vec<(DeviceNumber, u64)> {
    text.lines()
        .filter_map(|line| {
            let (device, limit) = line.trim().split_once(' ')?;
            Some((device.parse().ok()?, limit.trim().parse().ok()?))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn io_max() {
        let limits = parse_io_max("8:16 rbps=2097152 wbps=max riops=max wiops=120\nnonsense\n");
        let device = DeviceNumber::new(8, 16);
        assert_eq!(limits, [(device, "rbps", 2_097_152), (device, "wiops", 120)]);
        assert_eq!(parse_v1("8:16 1048576\n"), [(device, 1 << 20)]);
    }

    proptest! {
        #[test]
        fn any_text_is_survived(text: String) {
            parse_io_max(&text);
            parse_v1(&text);
        }
    }
}
