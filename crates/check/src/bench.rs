//! A folder laid out for trials.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use feedrate_machine::Volume;
use feedrate_pageio::{Method, OpenRequest, PageFile};
use feedrate_workload::Control;

use crate::error::{Error, Result};
use crate::layout::{self, GRAIN, LEAST, MOST, SourceFile};
use crate::memory::HostMemory;
use crate::preflight::Preflight;
use crate::scratch::Scratch;

pub use crate::layout::{Extent, Sizes};

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
    /// The rate of writing at the first look, in bytes a second; absent where the user gave the sizes.
    rate: Option<f64>,
    seed: u64,
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
            rate: None,
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
                bench.rate = Some(rate);
                Sizes::for_rate(rate, room, extent)
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
        bench.write_sources(extent, control)?;
        Ok(bench)
    }

    /// Writes the files that are to be read, some at a time. Where the time for that ends before, the sizes are those
    /// of the shortest.
    fn write_sources(&mut self, extent: &Extent, control: &Control) -> Result<()> {
        let by = extent.written_by.filter(|_| extent.file_bytes.is_none());
        let asked = self.sizes;
        let wanted = |place| match place < extent.streams {
            true => asked.confirmation,
            false => asked.search,
        };
        let at_once = layout::at_once(extent.most_streams, extent.memory_for_buffers);
        let mut begin = 0;
        while begin < extent.most_streams && !control.is_stopped() {
            let places = begin..(begin + at_once).min(extent.most_streams);
            let left = (extent.most_streams - begin).div_ceil(at_once) as u32;
            let time = by.map(|by| by.saturating_duration_since(Instant::now()) / left);
            begin = places.end;
            let files: Vec<_> = places
                .clone()
                .map(|place| (self.source_file(place), wanted(place)))
                .collect();
            for (place, written) in places.zip(layout::write(&files, time, control)?) {
                if written >= wanted(place) {
                    continue;
                }
                let written = written / GRAIN * GRAIN;
                self.sizes.search = self.sizes.search.min(written);
                if place < extent.streams {
                    self.sizes.confirmation = self.sizes.confirmation.min(written);
                }
            }
        }
        Ok(())
    }

    /// Writes one stream's file for a moment, and returns the rate in bytes a second.
    fn first_look(&self, room: u64, control: &Control) -> Result<f64> {
        let most = (room / 4).min(MOST) / GRAIN * GRAIN;
        if most < GRAIN {
            return Err(Error::Space {
                path: self.folder.clone(),
                available_mb: room / 1_000_000,
                needed_mb: 4 * GRAIN / 1_000_000,
            });
        }
        self.source_file(0).first_look(most, control)
    }

    fn source_file(&self, place: usize) -> SourceFile {
        SourceFile {
            path: self.source(place),
            direct: self.direct,
            seed: self.seed(place ^ 0xffff),
        }
    }

    /// Returns the time that a mixed trial of so many streams takes at least, by the first look; zero if that is not
    /// known.
    pub(crate) fn time_of_trial(&self, streams: usize, bytes: u64) -> Duration {
        let moved = 2.0 * streams as f64 * bytes as f64;
        let seconds = self.rate.map_or(0.0, |rate| moved / rate.max(1.0));
        Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX)
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::preflight::Machine;

    #[test]
    fn files_of_many_streams_for_which_there_is_no_time_are_short_and_whole() {
        let place = tempfile::tempdir_in(env!("CARGO_MANIFEST_DIR")).unwrap();
        let control = Control::default();
        let preflight = Preflight::look(place.path(), &Machine::look(), &control).unwrap();
        let extent = Extent {
            written_by: Some(Instant::now()),
            ..crate::testing::extent(12)
        };
        let scratch = Scratch::make(place.path()).unwrap();
        let bench = Bench::lay_out(scratch, place.path(), preflight, &extent, &control).unwrap();
        let sizes = bench.sizes();
        assert!(sizes.search >= GRAIN && sizes.confirmation >= GRAIN, "{sizes:?}");
        for place in 0..extent.most_streams {
            let size = bench.source(place).metadata().unwrap().len();
            let least = if place < extent.streams {
                sizes.confirmation
            } else {
                sizes.search
            };
            assert!(size >= least, "{place}: {size} {sizes:?}");
        }
    }
}
