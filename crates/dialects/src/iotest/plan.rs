//! A test as loads of feedrate.

use std::path::PathBuf;

use feedrate_workload::load::{
    Advice, Blocks, Contents, Directions, Load, LoadEngine, LoadFile, PerDirection, Reserve, Schedule,
};

use super::request::Test;

/// Returns the loads that write or read the files, a stream each, as dd moves them: through the page cache, a block a
/// call, with no hint to the kernel and no flush.
pub(super) fn schedule(test: &Test, files: &[PathBuf], directions: Directions) -> Schedule {
    let seed = fastrand::u64(..);
    let loads = (0..).zip(files).map(|(number, file)| {
        let mut load = Load::new(
            format!("stream {}", number + 1),
            vec![LoadFile::new(file, test.file_bytes)],
        );
        load.directions = directions;
        load.blocks = PerDirection::both(Blocks::Fixed(test.block));
        load.engine = LoadEngine::SINGLE;
        load.advice = Advice::None;
        load.content = Contents::Scrambled;
        load.invalidate = false;
        // Files grow as they are written: allocating their space is part of the work.
        load.layout.reserve = Reserve::None;
        load.seed = seed.wrapping_add(number);
        load
    });
    Schedule {
        batches: vec![loads.collect()],
    }
}
