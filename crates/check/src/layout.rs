//! The files that are to be read: how large they are, and how they are written.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use feedrate_pageio::{Discipline, Method};
use feedrate_workload::outcome::{Outcome, StreamOutcome};
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

/// The transfers in flight to each file.
const DEPTH: u32 = 8;

/// The rounds in which all files are written, unless there is too little memory for that.
const MOST_ROUNDS: usize = 4;

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

    /// Returns the bytes that were written, and their rate.
    fn write_to(&self, target: Target, bytes: u64, time: Option<Duration>, control: &Control) -> Result<(u64, f64)> {
        let outcome = write_all(vec![self.stream(target, bytes, time)], control)?;
        Ok((outcome.bytes, outcome.bytes_a_second()))
    }

    /// Returns the stream that writes it, for so long at most.
    fn stream(&self, target: Target, bytes: u64, time: Option<Duration>) -> Stream {
        let work = Work::Write {
            file: self.path.clone(),
        };
        let setting = if self.direct {
            Setting::direct_overlapped(GRAIN, 1, DEPTH)
        } else {
            Setting::cached_as_sas(GRAIN)
        };
        let mut stream = Stream::new("layout", work, Method::Cached, GRAIN, bytes);
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
        stream
    }
}

/// Returns how many of so many files are written at the same time, with so much memory for buffers. Each round of them
/// ends with flushes, which take as long for many files as for one.
pub(crate) fn at_once(files: usize, memory: u64) -> usize {
    let most = memory / (u64::from(DEPTH) * GRAIN);
    files.div_ceil(MOST_ROUNDS).min(most as usize).max(1)
}

/// Writes files of these sizes at the same time, for so long at most, but at least a grain of each. Returns the bytes
/// that were written of each.
pub(crate) fn write(files: &[(SourceFile, u64)], time: Option<Duration>, control: &Control) -> Result<Vec<u64>> {
    let streams = files
        .iter()
        .map(|(file, bytes)| file.stream(Target::Reserve, *bytes, time));
    let outcome = write_all(streams.collect(), control)?;
    let written = outcome.streams.iter().map(StreamOutcome::bytes).zip(files);
    let whole = written.map(|(written, (file, bytes))| {
        let least = GRAIN.min(*bytes);
        match written < least && !control.is_stopped() {
            true => Ok(file.write_to(Target::Reserve, least, None, control)?.0),
            false => Ok(written),
        }
    });
    whole.collect()
}

fn write_all(streams: Vec<Stream>, control: &Control) -> Result<Outcome> {
    let job = Job {
        streams,
        run_as: RunAs::Threads,
        interval: Duration::from_secs(1),
    };
    Ok(run(&job, control)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sizes(rate: f64, room: u64) -> Sizes {
        let extent = crate::testing::extent(2);
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
        let other = SourceFile {
            path: place.path().join("read-2.feedrate"),
            ..file
        };
        let written = write(&[(other, GRAIN)], None, &control).unwrap();
        assert_eq!(written, [GRAIN]);
        // An endless file in a moment.
        let written = write(&[(file, 1 << 40)], Some(Duration::ZERO), &control).unwrap();
        assert!((GRAIN..1 << 40).contains(&written[0]), "{written:?}");
    }

    #[test]
    fn files_of_many_streams_are_written_in_few_rounds() {
        for (files, memory, number) in [
            (1, 1 << 30, 1),
            (4, 1 << 30, 1),
            (64, 1 << 30, 16),
            (64, 32 << 20, 4),
            (8, 0, 1),
        ] {
            assert_eq!(at_once(files, memory), number, "{files} {memory}");
        }
    }
}
