//! The files that are to be read: how large they are, and how they are written.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use feedrate_pageio::{Discipline, Method};
use feedrate_workload::{Control, Job, Limit, RunAs, Stream, Target, Work, run};

use crate::error::{Error, Result};
use crate::memory::FreeMemory;
use crate::setting::Setting;

/// The sizes of test files are multiples of this, and so of every alignment that direct I/O requires.
pub(crate) const GRAIN: u64 = 1 << 20;

/// The least size of a test file that the check chooses by itself, if there is room and the volume moves it within some
/// trials' time: with less, a trial would be too short.
pub(crate) const LEAST: u64 = 4 << 20;

/// The times of a trial within which the least files should be moved.
const LEAST_WITHIN: f64 = 3.0;

/// The largest size of a test file that the check chooses by itself.
pub(crate) const MOST: u64 = 8 << 30;

/// The duration of one probe of the volume's speed.
const FIRST_LOOK: Duration = Duration::from_millis(200);

/// The number of probes. The fastest counts, because a slow one was disturbed, and files that are too small make trials
/// too short.
const LOOKS: usize = 3;

/// The time after which no more probes are begun.
const LOOKS_END: Duration = Duration::from_secs(1);

/// The factor by which a probe writes more than the one before, as long as that took too little time. What goes through
/// the page cache is only stopped by its size: the cache takes much more in a moment than the device does.
const GROWTH: u64 = 4;

/// The bytes of a stream's file for each kind of trial.
#[derive(Clone, Copy, Debug)]
pub struct Sizes {
    /// A trial of the search.
    pub search: u64,
    /// A trial of the confirmation.
    pub confirmation: u64,
}

/// The extent of the trials on a bench.
#[derive(Clone, Copy, Debug)]
pub struct Extent {
    /// The streams of a usual trial.
    pub streams: usize,
    /// The streams of the largest trial, whose files need only the size for a trial of the search.
    pub most_streams: usize,
    /// The time that a trial of the search should take.
    pub search: Duration,
    /// The time that a trial of the confirmation should take.
    pub confirmation: Duration,
    /// The bytes that the buffers of all streams together may take.
    pub memory_for_buffers: u64,
    /// The fate of the free memory of this machine.
    pub free_memory: FreeMemory,
    /// The bytes of each file, if given by the user.
    pub file_bytes: Option<u64>,
    /// The number of hosts that share the room on the volume.
    pub hosts: u64,
    /// The moment by which files whose sizes the check chooses are written; those that are not are shorter.
    pub written_by: Option<Instant>,
}

/// A file that a stream is to read.
#[derive(Debug)]
pub(crate) struct SourceFile {
    pub(crate) path: PathBuf,
    /// True if it is written past the page cache.
    pub(crate) direct: bool,
    pub(crate) seed: u64,
}

impl Sizes {
    /// Returns sizes for which trials have the intended duration. A mixed trial moves its size twice in each stream, so
    /// half of the rate is available.
    pub(crate) fn for_rate(rate: f64, room: u64, extent: &Extent) -> Self {
        let streams = extent.streams.max(1) as u64;
        let for_time = |time: Duration, streams: u64| {
            let bytes = (rate * time.as_secs_f64() / 2.0) as u64 / streams;
            // On a slow volume, files that are too short are better than trials for which there is no time.
            let most = (rate * LEAST_WITHIN * time.as_secs_f64() / 2.0) as u64 / streams;
            let least = (most / GRAIN * GRAIN).clamp(GRAIN, LEAST);
            bytes.next_multiple_of(GRAIN).clamp(least, MOST)
        };
        let mut sizes = Self {
            search: for_time(extent.search, streams),
            confirmation: for_time(extent.confirmation, streams),
        };
        // If that does not fit, smaller files are still better than none.
        let all = extent.most_streams.max(1) as u64;
        let fits = (room / (2 * all) / GRAIN * GRAIN).max(GRAIN);
        sizes.search = sizes.search.min(fits);
        sizes.confirmation = sizes.confirmation.min(fits);
        sizes
    }
}

impl SourceFile {
    /// Writes one stream's file for a moment, and returns the rate in bytes a second, including the time to reach the
    /// device.
    pub(crate) fn first_look(&self, most: u64, control: &Control) -> Result<f64> {
        // A probe ends long before its range does, so preallocation would be wasted.
        let began = Instant::now();
        let mut bytes = LEAST.min(most);
        let look = |bytes| {
            let looked = Instant::now();
            let (_, rate) = self.write_to(Target::Grow, bytes, Some(FIRST_LOOK), control)?;
            Ok::<_, Error>((rate, looked.elapsed()))
        };
        let (mut fastest, mut took) = look(bytes)?;
        while took < FIRST_LOOK && bytes < most && !control.is_stopped() {
            bytes = bytes.saturating_mul(GROWTH).min(most);
            (fastest, took) = look(bytes)?;
        }
        for _ in 1..LOOKS {
            if began.elapsed() > LOOKS_END || control.is_stopped() {
                break;
            }
            fastest = fastest.max(look(bytes)?.0);
        }
        Ok(fastest)
    }

    /// Writes one stream's file, for so long at most. Returns the bytes that were written.
    pub(crate) fn write(&self, bytes: u64, time: Option<Duration>, control: &Control) -> Result<u64> {
        Ok(self.write_to(Target::Reserve, bytes, time, control)?.0)
    }

    /// Returns the bytes that were written, and their rate.
    fn write_to(&self, target: Target, bytes: u64, time: Option<Duration>, control: &Control) -> Result<(u64, f64)> {
        let work = Work::Write {
            file: self.path.clone(),
        };
        let setting = if self.direct {
            Setting::direct_overlapped(1 << 20, 1, 8)
        } else {
            Setting::cached_as_sas(1 << 20)
        };
        let mut stream = Stream::new("layout", work, Method::Cached, 1 << 20, bytes);
        setting.apply(&mut stream);
        stream.target = match setting.discipline {
            Discipline::Overlapped => target,
            Discipline::AsSas => Target::Grow,
        };
        stream.durable = true;
        // It is in the check's own folder, so remains of an interruption may be overwritten.
        stream.overwrite_foreign = true;
        stream.limit = Limit {
            bytes: Some(bytes),
            time,
        };
        stream.seed = self.seed;
        let job = Job {
            streams: vec![stream],
            run_as: RunAs::Threads,
            interval: Duration::from_secs(1),
        };
        let outcome = run(&job, control)?;
        Ok((outcome.bytes, outcome.bytes_a_second()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sizes(rate: f64, room: u64) -> Sizes {
        let extent = Extent {
            streams: 2,
            most_streams: 4,
            search: Duration::from_millis(100),
            confirmation: Duration::from_millis(160),
            memory_for_buffers: 1 << 30,
            free_memory: FreeMemory::Stays,
            file_bytes: None,
            hosts: 1,
            written_by: None,
        };
        Sizes::for_rate(rate, room, &extent)
    }

    #[test]
    fn files_are_as_large_as_the_volume_is_fast() {
        const ROOM: u64 = 1 << 40;
        let fast = sizes(2e9, ROOM);
        assert_eq!((fast.search >> 20, fast.confirmation >> 20), (48, 77));
        let usual = sizes(200e6, ROOM);
        assert_eq!((usual.search >> 20, usual.confirmation >> 20), (5, 8));
        let slow = sizes(20e6, ROOM);
        assert_eq!((slow.search, slow.confirmation), (GRAIN, 2 * GRAIN));
        assert_eq!(sizes(2e9, 64 << 20).confirmation, 8 << 20);
    }

    #[test]
    fn what_there_is_no_time_for_is_not_written() {
        let place = tempfile::tempdir().unwrap();
        let file = SourceFile {
            path: place.path().join("read-1.feedrate"),
            direct: false,
            seed: 7,
        };
        let control = Control::default();
        assert!(file.first_look(LEAST, &control).unwrap() > 0.0);
        assert_eq!(file.write(GRAIN, None, &control).unwrap(), GRAIN);
        // An endless file in a moment.
        let written = file.write(1 << 40, Some(Duration::from_millis(1)), &control);
        assert!(written.unwrap() < 1 << 40);
    }
}
