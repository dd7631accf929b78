//! The kernel's counters of a device, and the difference between two readings.
//!
//! A measurement reads the counters before and after, takes its own bytes off and knows what
//! others did meanwhile. The device that a volume is mounted on shows the others on that volume;
//! its [leaves](crate::BlockDevice::leaves) show those on neighbouring volumes of the same disks,
//! where an array also counts its own copies and parity.
//!
//! Source: `/sys/dev/block/MAJ:MIN/stat`, the kernel's `Documentation/block/stat.rst`.

use serde::{Deserialize, Serialize};

use crate::{BlockDevice, System, platform};

/// Sectors of `stat` are 512 bytes, whatever the device's own block is.
const SECTOR: u64 = 512;

/// One reading of a device's counters since boot.
///
/// Times are in ms; the kernel prints them with 32 bits, so they begin anew every 49.7 days of
/// summed time, which on a busy device is less than a day.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct DeviceCounters {
    /// When it was read, in nanoseconds of `CLOCK_MONOTONIC`.
    pub at_ns: u64,
    /// Reads completed.
    pub reads: u64,
    /// Reads that were merged into a neighbour before they were issued.
    pub reads_merged: u64,
    /// Sectors of 512 bytes read.
    pub sectors_read: u64,
    /// Summed time that reads took, in ms.
    pub read_ms: u64,
    /// Writes completed.
    pub writes: u64,
    /// Writes that were merged.
    pub writes_merged: u64,
    /// Sectors of 512 bytes written.
    pub sectors_written: u64,
    /// Summed time that writes took, in ms.
    pub write_ms: u64,
    /// Requests with the device at this moment.
    pub in_flight: u64,
    /// Time in which at least one request was with the device, in ms. Since Linux 5.0 it is
    /// sampled and may be a little high or low.
    pub busy_ms: u64,
    /// Summed time that all requests took, in ms.
    pub queue_ms: u64,
    /// Discards completed (Linux 4.18).
    pub discards: Option<u64>,
    /// Sectors of 512 bytes discarded (Linux 4.18).
    pub sectors_discarded: Option<u64>,
    /// Flushes of the device's cache completed (Linux 5.5).
    pub flushes: Option<u64>,
    /// Summed time that flushes took, in ms (Linux 5.5).
    pub flush_ms: Option<u64>,
}

/// The activity of a device between two readings.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct DeviceActivity {
    /// Time between the readings, in seconds.
    pub elapsed_s: f64,
    /// Reads completed.
    pub reads: u64,
    /// Writes completed.
    pub writes: u64,
    /// Bytes read.
    pub bytes_read: u64,
    /// Bytes written.
    pub bytes_written: u64,
    /// Flushes completed; missing on kernels that do not count them.
    pub flushes: Option<u64>,
    /// Mean number of requests with the device: summed time of requests / elapsed time.
    pub mean_queue_depth: f64,
    /// Share of the time with at least one request, in percent. At 100 a device that works in
    /// parallel, as all solid-state ones do, may still have room.
    pub utilisation_percent: f64,
    /// Mean time of a read in µs; missing without reads.
    pub mean_read_us: Option<f64>,
    /// Mean time of a write in µs; missing without writes.
    pub mean_write_us: Option<f64>,
}

/// The bytes that others moved on a device while a measurement ran.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct OtherTraffic {
    /// Bytes read beyond the measurement's own.
    pub bytes_read: u64,
    /// Bytes written beyond the measurement's own: other processes, and the file system's journal
    /// and metadata for the measurement itself.
    pub bytes_written: u64,
}

impl DeviceCounters {
    /// The counters of a device of this machine now; `None` where they cannot be read, or where
    /// counting is off (`queue/iostats` is 0) so that their standing still means nothing.
    pub fn read(device: &BlockDevice) -> Option<Self> {
        Self::at(&System::host(), device)
    }

    /// The counters of a device of a given machine.
    pub fn at(system: &System, device: &BlockDevice) -> Option<Self> {
        if device.queue.counted == Some(false) {
            return None;
        }
        let mut counters = Self::parse(&system.text(format!("/sys/dev/block/{}/stat", device.number))?)?;
        counters.at_ns = u64::try_from(platform::monotonic().as_nanos()).unwrap_or(u64::MAX);
        Some(counters)
    }

    /// Reads the text of `stat`: 11 numbers, 15 since Linux 4.18, 17 since 5.5.
    pub fn parse(text: &str) -> Option<Self> {
        let mut numbers = text.split_whitespace().map_while(|word| word.parse().ok());
        let mut next = || numbers.next();
        let mut counters = Self {
            at_ns: 0,
            reads: next()?,
            reads_merged: next()?,
            sectors_read: next()?,
            read_ms: next()?,
            writes: next()?,
            writes_merged: next()?,
            sectors_written: next()?,
            write_ms: next()?,
            in_flight: next()?,
            busy_ms: next()?,
            queue_ms: next()?,
            ..Self::default()
        };
        counters.discards = next();
        let _discards_merged = next();
        counters.sectors_discarded = next();
        let _discard_ms = next();
        counters.flushes = next();
        counters.flush_ms = next();
        Some(counters)
    }

    /// Returns the counts since an earlier reading, with the time between the two as `at_ns`, and the requests of the
    /// later moment as `in_flight`.
    ///
    /// `None` when that cannot be said: a count of requests or sectors went backwards, so the device
    /// was attached anew in between.
    pub fn counted_since(&self, earlier: &Self) -> Option<Self> {
        let counted = |later: Option<u64>, before: Option<u64>| match (later, before) {
            (Some(later), Some(before)) => later.checked_sub(before).map(Some),
            _ => Some(None),
        };
        Some(Self {
            at_ns: self.at_ns.checked_sub(earlier.at_ns)?,
            reads: self.reads.checked_sub(earlier.reads)?,
            reads_merged: self.reads_merged.checked_sub(earlier.reads_merged)?,
            sectors_read: self.sectors_read.checked_sub(earlier.sectors_read)?,
            read_ms: ms_between(earlier.read_ms, self.read_ms)?,
            writes: self.writes.checked_sub(earlier.writes)?,
            writes_merged: self.writes_merged.checked_sub(earlier.writes_merged)?,
            sectors_written: self.sectors_written.checked_sub(earlier.sectors_written)?,
            write_ms: ms_between(earlier.write_ms, self.write_ms)?,
            in_flight: self.in_flight,
            busy_ms: ms_between(earlier.busy_ms, self.busy_ms)?,
            queue_ms: ms_between(earlier.queue_ms, self.queue_ms)?,
            discards: counted(self.discards, earlier.discards)?,
            sectors_discarded: counted(self.sectors_discarded, earlier.sectors_discarded)?,
            flushes: counted(self.flushes, earlier.flushes)?,
            flush_ms: match (self.flush_ms, earlier.flush_ms) {
                (Some(later), Some(before)) => Some(ms_between(before, later)?),
                _ => None,
            },
        })
    }

    /// Returns the activity since an earlier reading.
    ///
    /// `None` when that cannot be said: no time passed, or the device was attached anew in between.
    pub fn since(&self, earlier: &Self) -> Option<DeviceActivity> {
        let counted = self.counted_since(earlier)?;
        if counted.at_ns == 0 {
            return None;
        }
        let elapsed_ms = counted.at_ns as f64 / 1e6;
        let mean_us = |ms: u64, count: u64| (count > 0).then(|| ms as f64 * 1e3 / count as f64);
        Some(DeviceActivity {
            elapsed_s: elapsed_ms / 1e3,
            reads: counted.reads,
            writes: counted.writes,
            bytes_read: counted.sectors_read.saturating_mul(SECTOR),
            bytes_written: counted.sectors_written.saturating_mul(SECTOR),
            flushes: counted.flushes,
            mean_queue_depth: counted.queue_ms as f64 / elapsed_ms,
            utilisation_percent: counted.utilisation_percent(),
            mean_read_us: mean_us(counted.read_ms, counted.reads),
            mean_write_us: mean_us(counted.write_ms, counted.writes),
        })
    }

    /// Of what was counted [since](Self::counted_since) an earlier reading: the share of the time with
    /// at least one request, in percent.
    pub fn utilisation_percent(&self) -> f64 {
        // Sampling in whole ticks can exceed a short interval, and does where no time passed.
        match self.at_ns {
            0 => 0.0,
            elapsed_ns => (self.busy_ms as f64 * 1e8 / elapsed_ns as f64).min(100.0),
        }
    }
}

/// Difference of two sums of milliseconds that the kernel prints with 32 bits.
fn ms_between(earlier: u64, later: u64) -> Option<u64> {
    const TURN: u64 = 1 << 32;
    match later.checked_sub(earlier) {
        Some(difference) => Some(difference),
        None if earlier < TURN => Some(later + TURN - earlier),
        None => None,
    }
}

impl DeviceActivity {
    /// Returns the bytes that are left after the measurement's own. More own bytes than the device moved (a cache above
    /// it, or writes still to come) leave nothing for others.
    pub fn others(&self, own_bytes_read: u64, own_bytes_written: u64) -> OtherTraffic {
        OtherTraffic {
            bytes_read: self.bytes_read.saturating_sub(own_bytes_read),
            bytes_written: self.bytes_written.saturating_sub(own_bytes_written),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn at(seconds: u64, text: &str) -> DeviceCounters {
        DeviceCounters {
            at_ns: seconds * 1_000_000_000,
            ..DeviceCounters::parse(text).expect("a stat line")
        }
    }

    #[test]
    fn activity_between_two_readings() {
        let before = at(10, "100 0 800 50 10 0 80 20 0 70 70");
        let after = at(12, "300 0 1000800 450 30 5 2080 60 3 1070 4070");
        let activity = after.since(&before).expect("comparable");
        assert_eq!(activity.elapsed_s, 2.0);
        assert_eq!(activity.reads, 200);
        assert_eq!(activity.bytes_read, 512_000_000);
        assert_eq!(activity.bytes_written, 1_024_000);
        assert_eq!(activity.mean_queue_depth, 2.0);
        assert_eq!(activity.utilisation_percent, 50.0);
        assert_eq!(activity.mean_read_us, Some(2000.0));
        assert_eq!(activity.mean_write_us, Some(2000.0));
        assert_eq!(activity.flushes, None);
        let others = activity.others(500_000_000, 2_000_000);
        assert_eq!(others.bytes_read, 12_000_000);
        assert_eq!(others.bytes_written, 0);
    }

    #[test]
    fn newer_kernels_tell_more() {
        let counters = at(
            0,
            "471432 11388 18829706 95310 153695 26678 14870352 29402 0 17864 125113 5166 41 533832 339 1558 61",
        );
        assert_eq!(counters.discards, Some(5166));
        assert_eq!(counters.sectors_discarded, Some(533_832));
        assert_eq!(counters.flushes, Some(1558));
        assert_eq!(counters.flush_ms, Some(61));
    }

    #[test]
    fn milliseconds_wrap_at_32_bits() {
        let before = at(1, "1 0 8 4294967290 0 0 0 0 0 4294967000 4294967290");
        let after = at(2, "2 0 16 4 0 0 0 0 0 204 4");
        let counted = after.counted_since(&before).expect("comparable");
        assert_eq!((counted.read_ms, counted.queue_ms), (10, 10));
        let activity = after.since(&before).expect("comparable");
        assert_eq!(activity.mean_read_us, Some(10_000.0));
        assert_eq!(activity.utilisation_percent, 50.0);
    }

    #[test]
    fn a_new_device_is_not_compared() {
        let before = at(1, "100 0 800 50 10 0 80 20 0 70 70");
        let after = at(2, "3 0 24 1 0 0 0 0 0 1 1");
        assert_eq!(after.since(&before), None);
        assert_eq!(before.since(&before), None, "no time passed");
        let nothing = before.counted_since(&before).expect("comparable");
        assert_eq!((nothing.reads, nothing.utilisation_percent()), (0, 0.0));
    }

    #[test]
    fn short_or_foreign_text_is_none() {
        assert_eq!(DeviceCounters::parse(""), None);
        assert_eq!(DeviceCounters::parse("1 2 3 4 5 6 7 8 9 10"), None);
        assert_eq!(DeviceCounters::parse("1 2 3 4 5 x 7 8 9 10 11"), None);
    }

    proptest! {
        #[test]
        fn any_text_is_survived(text: String) {
            DeviceCounters::parse(&text);
        }

        #[test]
        fn any_two_readings_are_survived(a: [u64; 17], b: [u64; 17], s in 0u64..100, t in 0u64..100) {
            let line = |numbers: [u64; 17]| numbers.map(|n| n.to_string()).join(" ");
            if let Some(activity) = at(t, &line(b)).since(&at(s, &line(a))) {
                prop_assert!(activity.utilisation_percent <= 100.0);
                prop_assert!(activity.mean_queue_depth >= 0.0 && activity.mean_queue_depth.is_finite());
            }
        }
    }
}
