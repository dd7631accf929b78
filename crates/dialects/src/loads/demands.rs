//! Checks that the resources that a test needs are available, before anything is done.

use std::path::Path;

use feedrate_machine::{Memory, Volume};
use feedrate_workload::load::{Blocks, Load, Schedule};

use super::LoadError;

/// Checks that the blocks in flight fit in memory. The kernel grants more than there is, and kills the process that
/// then uses it.
pub(crate) fn memory(schedule: &Schedule) -> Result<(), LoadError> {
    let memory = Memory::host();
    let limits = [memory.available_bytes, memory.cgroup_limit_bytes];
    let Some(available) = limits.into_iter().flatten().min() else {
        return Ok(());
    };
    // Batches follow each other, so the largest counts.
    let of_batch = |loads: &Vec<Load>| loads.iter().map(in_flight).sum::<u128>();
    let most = schedule.batches.iter().map(of_batch).max().unwrap_or(0);
    if most < available.into() {
        return Ok(());
    }
    Err(LoadError::Fit(format!(
        "the blocks in flight of all threads need {most} bytes of memory, and {available} are available; use fewer or \
         smaller blocks"
    )))
}

fn in_flight(load: &Load) -> u128 {
    let longest = |blocks: &Blocks| match blocks {
        Blocks::Fixed(bytes) => *bytes,
        Blocks::Range { most, .. } => *most,
        Blocks::Split(shares) => shares.iter().map(|&(bytes, _)| bytes).max().unwrap_or(0),
    };
    let block = longest(&load.blocks.read).max(longest(&load.blocks.write));
    u128::from(block) * u128::from(load.depth.most)
}

/// Checks that the volume of a file has room for it to grow by so many bytes.
pub(crate) fn room(path: &Path, grows_by: u64) -> Result<(), LoadError> {
    let folder = match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    };
    let space = Volume::of(folder).ok().and_then(|volume| volume.space);
    match space {
        Some(space) if space.available_bytes < grows_by => Err(LoadError::Fit(format!(
            "the volume of {} has room for {} bytes, fewer than the {grows_by} that it is to grow by; free some space, \
             or make it smaller",
            path.display(),
            space.available_bytes
        ))),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use feedrate_workload::load::{Depths, LoadFile, PerDirection};

    use super::*;

    #[test]
    fn more_than_there_is_is_refused() {
        let mut load = Load::new("x", vec![LoadFile::new("x", 1 << 40)]);
        let small = Schedule {
            batches: vec![vec![load.clone()]],
        };
        assert!(memory(&small).is_ok());
        load.blocks = PerDirection::both(Blocks::Fixed(1 << 30));
        load.depth = Depths::of(1 << 20);
        let large = Schedule {
            batches: vec![vec![load]],
        };
        assert!(
            memory(&large)
                .unwrap_err()
                .to_string()
                .contains("1125899906842624 bytes of memory")
        );
        assert!(room(Path::new("x"), 1).is_ok());
        let message = room(Path::new("x"), u64::MAX).unwrap_err().to_string();
        assert!(message.starts_with("the volume of x has room for"), "{message}");
    }
}
