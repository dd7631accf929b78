//! Making a file as large as a test needs it, with contents that no storage can make small.

use std::path::Path;

use feedrate_workload::load::{
    Blocks, Contents, Depths, Directions, Load, LoadEngine, LoadFile, PerDirection,
};

/// The most that is written at a time.
const BLOCK_SHIFT: u32 = 20;

/// Blocks in flight.
const DEPTH: u32 = 8;

/// The least block that goes past the page cache: no device has larger sectors.
const LEAST_DIRECT: u64 = 4096;

/// A load that writes what a file lacks, from what it `has` to what it `needs`, and flushes it.
pub(crate) fn fill(
    path: &Path,
    has: u64,
    needs: u64,
    direct: bool,
    overwrite_foreign: bool,
) -> Load {
    let block = 1u64 << needs.trailing_zeros().min(BLOCK_SHIFT);
    let offset = has / block * block;
    let file = LoadFile {
        path: path.into(),
        offset,
        start: 0,
        bytes: Some(needs.saturating_sub(offset)),
        file_bytes: None,
    };
    let mut load = Load::new(format!("fill {}", path.display()), vec![file]);
    load.directions = Directions::Write;
    load.blocks = PerDirection::both(Blocks::Fixed(block));
    load.engine = LoadEngine::Uring {
        fixed_buffers: true,
        poll_submission: None,
    };
    load.depth = Depths::of(DEPTH);
    load.direct = direct && block >= LEAST_DIRECT;
    load.content = Contents::Scrambled;
    load.invalidate = false;
    load.flush.at_end = true;
    load.seed = fastrand::u64(..);
    load.overwrite_foreign = overwrite_foreign;
    load
}
