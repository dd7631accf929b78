//! A folder laid out for trials.

use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use feedrate_machine::Volume;
use feedrate_pageio::{Discipline, Method, OpenRequest, PageFile};
use feedrate_workload::{Control, Job, Limit, RunAs, Stream, Target, Work, run};

use crate::error::{Error, Result};
use crate::memory::{FreeMemory, HostMemory};
use crate::preflight::Preflight;
use crate::scratch::Scratch;
use crate::setting::Setting;

/// The sizes of test files are multiples of this, and so of every alignment that direct I/O requires.
const GRAIN: u64 = 1 << 20;

/// The least size of a test file that the check chooses by itself, if there is room: with less, a trial would be too
/// short.
const LEAST: u64 = 4 << 20;

/// The largest size of a test file that the check chooses by itself.
const MOST: u64 = 8 << 30;

/// The duration of one probe of the volume's speed.
const FIRST_LOOK: Duration = Duration::from_millis(200);

/// The number of probes. The fastest counts, because a slow one was disturbed, and files that are too small make trials
/// too short.
const LOOKS: usize = 3;

/// A folder with the files that trials read, and the names of those that they write.
#[derive(Debug)]
pub struct Bench {
    /// The checked folder.
    pub folder: PathBuf,
    /// The facts of its volume.
    pub preflight: Preflight,
    /// True if it supports direct I/O.
    pub direct: bool,
    /// The bytes that the buffers of all streams together may take.
    pub memory_for_buffers: u64,
    /// The free memory that cached trials need.
    pub memory: HostMemory,
    scratch: Scratch,
    sizes: Sizes,
    seed: u64,
}

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
}

impl Bench {
    /// Probes the speed of the volume, chooses sizes by it, and writes the files that are to be read.
    ///
    /// # Errors
    ///
    /// Returns an error if there is too little room, if files cannot be written, or if the check is interrupted.
    pub fn lay_out(
        scratch: Scratch,
        folder: &Path,
        preflight: Preflight,
        extent: &Extent,
        control: &Control,
    ) -> Result<Self> {
        let direct = takes_direct_io(&scratch)?;
        let moment = SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .map_or(0, |now| now.as_nanos() as u64);
        let seed = moment ^ u64::from(std::process::id()) << 32;
        let mut bench = Self {
            folder: folder.into(),
            preflight,
            direct,
            memory_for_buffers: extent.memory_for_buffers,
            memory: HostMemory::new(extent.free_memory),
            scratch,
            sizes: Sizes {
                search: LEAST,
                confirmation: LEAST,
            },
            seed,
        };
        let room = bench.preflight.room() / extent.hosts.max(1);
        bench.sizes = match extent.file_bytes {
            Some(bytes) => {
                // A size greater than any volume is rejected below.
                let bytes = bytes.checked_next_multiple_of(GRAIN).unwrap_or(u64::MAX);
                Sizes {
                    search: bytes,
                    confirmation: bytes,
                }
            }
            None => {
                let rate = bench.first_look(room, control)?;
                bench.sizes_for(rate, room, extent)
            }
        };
        let needed = bench.bytes_needed(extent);
        if needed > room {
            return Err(Error::Space {
                path: folder.into(),
                available_mb: room / 1_000_000,
                needed_mb: needed.div_ceil(1_000_000),
            });
        }
        for place in 0..extent.most_streams {
            if control.is_stopped() {
                break;
            }
            let bytes = if place < extent.streams {
                bench.sizes.confirmation
            } else {
                bench.sizes.search
            };
            bench.write_source(place, bytes, None, control)?;
        }
        Ok(bench)
    }

    /// Returns the bytes of a stream's file for each kind of trial.
    pub fn sizes(&self) -> Sizes {
        self.sizes
    }

    /// Returns the file that the stream with an index reads.
    pub fn source(&self, place: usize) -> PathBuf {
        self.scratch.file(&format!("read-{}", place + 1))
    }

    /// Returns the file that the stream with an index writes.
    pub fn target(&self, place: usize) -> PathBuf {
        self.scratch.file(&format!("write-{}", place + 1))
    }

    /// Returns the check's own files.
    pub fn scratch(&self) -> &Scratch {
        &self.scratch
    }

    /// Returns the bytes that may be written here now, with room left for others.
    pub fn room(&self) -> u64 {
        let mut preflight = self.preflight.clone();
        if let Ok(volume) = Volume::of(&self.folder) {
            preflight.volume = volume;
        }
        preflight.room()
    }

    /// Returns the seed of a stream's content, which differs for each stream and each check.
    pub fn seed(&self, index: usize) -> u64 {
        self.seed ^ (index as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    /// Returns the bytes of all files that exist at the same time: each stream's source and target.
    fn bytes_needed(&self, extent: &Extent) -> u64 {
        let more = extent.most_streams.saturating_sub(extent.streams) as u64;
        (extent.streams as u64)
            .saturating_mul(self.sizes.confirmation)
            .saturating_add(more.saturating_mul(self.sizes.search))
            .saturating_mul(2)
    }

    /// Writes one stream's file for a moment, and returns the rate in bytes a second, including the time to reach the
    /// device.
    fn first_look(&self, room: u64, control: &Control) -> Result<f64> {
        let most = (room / 4).min(MOST) / GRAIN * GRAIN;
        if most < GRAIN {
            return Err(Error::Space {
                path: self.folder.clone(),
                available_mb: room / 1_000_000,
                needed_mb: 4 * GRAIN / 1_000_000,
            });
        }
        let mut fastest = 0.0f64;
        for _ in 0..LOOKS {
            let rate = self.write_source(0, most, Some(FIRST_LOOK), control)?;
            fastest = fastest.max(rate);
        }
        Ok(fastest)
    }

    /// Returns sizes for which trials have the intended duration. A mixed trial moves its size twice in each stream, so
    /// half of the rate is available.
    fn sizes_for(&self, rate: f64, room: u64, extent: &Extent) -> Sizes {
        let streams = extent.streams.max(1) as u64;
        let for_time = |time: Duration, streams: u64| {
            let bytes = (rate * time.as_secs_f64() / 2.0) as u64 / streams;
            bytes.next_multiple_of(GRAIN).clamp(LEAST, MOST)
        };
        let mut sizes = Sizes {
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

    fn write_source(&self, place: usize, bytes: u64, time: Option<Duration>, control: &Control) -> Result<f64> {
        let work = Work::Write {
            file: self.source(place),
        };
        let setting = if self.direct {
            Setting::direct_overlapped(1 << 20, 1, 8)
        } else {
            Setting::cached_as_sas(1 << 20)
        };
        let mut stream = Stream::new("layout", work, Method::Cached, 1 << 20, bytes);
        setting.apply(&mut stream);
        // A probe ends long before its range does, so preallocation would be wasted.
        stream.target = match (time, setting.discipline) {
            (None, Discipline::Overlapped) => Target::Reserve,
            _ => Target::Grow,
        };
        stream.durable = true;
        // It is in the check's own folder, so remains of an interruption may be overwritten.
        stream.overwrite_foreign = true;
        stream.limit = Limit {
            bytes: Some(bytes),
            time,
        };
        stream.seed = self.seed(place ^ 0xffff);
        let job = Job {
            streams: vec![stream],
            run_as: RunAs::Threads,
            interval: Duration::from_secs(1),
        };
        Ok(run(&job, control)?.bytes_a_second())
    }
}

/// Returns whether files here can be opened for direct I/O.
fn takes_direct_io(scratch: &Scratch) -> Result<bool> {
    let path = scratch.file("direct");
    let opened = PageFile::open(&path, OpenRequest::write_new(Method::Unbuffered));
    let _ = std::fs::remove_file(&path);
    match opened {
        Ok(_) => Ok(true),
        Err(feedrate_pageio::Error::DirectRefused { .. }) => Ok(false),
        Err(error) => Err(error.into()),
    }
}
