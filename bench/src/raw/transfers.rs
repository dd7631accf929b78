//! Cases of transfers of one stream, in each program's own words; fio's at its best known settings.

use feedrate_bench::peers::fio::Fio;
use serde::Serialize;

/// The shape of transfers.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Shape {
    /// Bytes of a transfer.
    pub block: u64,
    /// Transfers in flight.
    pub depth: u32,
}

/// A kind of transfers.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Transfers {
    /// The options of `feedrate measure`.
    pub feedrate: &'static str,
    /// The options of fio.
    pub fio: &'static str,
    /// Transfers in flight.
    pub depth: u32,
    /// Set where they go through the page cache.
    pub is_cached: bool,
    /// Set where they come at random.
    pub is_random: bool,
    /// Set where nothing is written.
    pub only_reads: bool,
    /// Set where feedrate's processor time is to be at most fio's.
    pub judges_cpu: bool,
}

/// Past the page cache, from front to back.
pub const DIRECT_READ: Transfers = Transfers {
    feedrate: "--do read --method direct",
    fio: "--rw=read",
    depth: 16,
    is_cached: false,
    is_random: false,
    only_reads: true,
    judges_cpu: true,
};

/// The same, overwriting.
pub const DIRECT_WRITE: Transfers = Transfers {
    feedrate: "--do write --method direct --target overwrite",
    fio: "--rw=write --overwrite=1 --fallocate=none",
    only_reads: false,
    ..DIRECT_READ
};

/// Past the page cache, at random. fio's map of blocks already visited is off; feedrate keeps none.
pub const RANDOM_READ: Transfers = Transfers {
    feedrate: "--do read --method direct --order random",
    fio: "--rw=randread --norandommap",
    depth: 32,
    is_random: true,
    judges_cpu: false,
    ..DIRECT_READ
};

/// From the page cache, which holds the whole file.
pub const HOT_READ: Transfers = Transfers {
    feedrate: "--do read --method cached",
    fio: "--rw=read --ioengine=psync --invalidate=0",
    depth: 1,
    is_cached: true,
    judges_cpu: false,
    ..DIRECT_READ
};

/// Into the page cache, which holds all that is written, overwriting from front to back.
pub const CACHED_WRITE: Transfers = Transfers {
    feedrate: "--do write --method cached --target overwrite",
    fio: "--rw=write --overwrite=1 --fallocate=none --ioengine=psync --invalidate=0",
    only_reads: false,
    judges_cpu: true,
    ..HOT_READ
};

/// The same, half of it reads of the same part of the file.
pub const CACHED_MIX: Transfers = Transfers {
    feedrate: "--do mix --reads 50 --method cached --target overwrite",
    fio: "--rw=readwrite --rwmixread=50 --overwrite=1 --fallocate=none --ioengine=psync --invalidate=0",
    ..CACHED_WRITE
};

impl Transfers {
    /// Returns the options of `feedrate measure`, the file's name and where figures go left out.
    pub fn options_of_feedrate(&self, shape: Shape, size: u64, seconds: f64) -> String {
        let depth = match self.is_cached {
            true => String::new(),
            false => format!(" --depth {}", shape.depth),
        };
        let (block, own) = (shape.block, self.feedrate);
        format!("--page {block} --size {size} --time {seconds} {own}{depth}")
    }

    /// Returns the same of fio. Both programs measure one latency of each transfer, so fio's other two are switched
    /// off. `batch` is how many transfers it submits and reaps at once, of each 16 in flight.
    pub fn options_of_fio(&self, shape: Shape, size: u64, seconds: f64, batch: u32) -> String {
        let direct = match self.is_cached {
            true => String::new(),
            false => Fio::direct(shape.depth, batch * shape.depth / 16),
        };
        let (block, own) = (shape.block, self.fio);
        let milliseconds = (seconds * 1e3).round();
        format!(
            "--name=raw --thread --disable_slat=1 --disable_lat=1 --bs={block} --size={size} \
             --time_based --runtime={milliseconds}ms {own}{direct}"
        )
    }
}
