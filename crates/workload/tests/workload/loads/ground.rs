//! The ground of the tests: a folder on a disk, loads in it, and their outcomes.

use std::path::Path;

use feedrate_workload::load::{
    self, Directions, Load, LoadEngine, LoadFile, LoadOutcome, NullWatch, Schedule, ScheduleOutcome,
};
use feedrate_workload::{Control, Result};
use tempfile::TempDir;

pub const K: u64 = 1024;

/// Engines that move pages, with the depth that each is tried with.
pub const ENGINES: [(LoadEngine, u32); 4] = [
    (LoadEngine::SINGLE, 1),
    (LoadEngine::vectored(1), 1),
    (LoadEngine::MAPPED, 1),
    (LoadEngine::URING_PLAIN, 8),
];

/// A folder beside the build's output, because the system's temporary folder may be in memory.
pub fn folder() -> TempDir {
    tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap()
}

/// A load of one file.
pub fn load(path: &Path, directions: Directions, bytes: u64) -> Load {
    let mut load = Load::new("it", vec![LoadFile::new(path, bytes)]);
    load.directions = directions;
    load
}

/// Runs a schedule of batches.
pub fn try_run(batches: Vec<Vec<Load>>) -> Result<ScheduleOutcome> {
    load::run(&Schedule { batches }, &Control::default(), &mut NullWatch)
}

/// Runs a load alone, which must succeed.
pub fn run(load: &Load) -> LoadOutcome {
    let outcome = run_to_its_end(load);
    assert!(outcome.error.is_none(), "{:?}", outcome.error);
    outcome
}

/// Runs a load alone, whatever comes of it.
pub fn run_to_its_end(load: &Load) -> LoadOutcome {
    let mut outcome = try_run(vec![vec![load.clone()]]).unwrap();
    outcome.batches.remove(0).loads.remove(0)
}
