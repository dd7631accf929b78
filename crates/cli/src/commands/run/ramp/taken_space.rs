//! The space that programs take while they run: how much less is free than before.

use std::path::PathBuf;

use feedrate_machine::Volume;
use feedrate_machine::volume::Space;
use feedrate_runs::jobs::{JobState, JobsObserver};

/// The looks from which on what they saw is the most that was taken. With fewer, programs may have taken more between.
const ENOUGH_LOOKS: usize = 8;

/// The volumes of folders, and the least space that was free on them.
#[derive(Debug)]
pub(super) struct TakenSpace {
    volumes: Vec<WatchedVolume>,
    looks: usize,
}

#[derive(Debug)]
struct WatchedVolume {
    folder: PathBuf,
    before: u64,
    least: u64,
}

impl TakenSpace {
    /// Begins to watch the volumes of folders. Those that cannot be seen are left out.
    pub(super) fn begin(folders: &[PathBuf]) -> Self {
        let volumes = folders.iter().filter_map(|folder| {
            let free = free(folder)?;
            Some(WatchedVolume {
                folder: folder.clone(),
                before: free,
                least: free,
            })
        });
        Self {
            volumes: volumes.collect(),
            looks: 0,
        }
    }

    /// Returns the most space that was taken at once. Where it was looked at too seldom, it is at least what was
    /// written, as if nothing had been removed.
    pub(super) fn most(&self, written: Option<u64>) -> Option<u64> {
        if self.volumes.is_empty() {
            return written;
        }
        let taken = self
            .volumes
            .iter()
            .map(|volume| volume.before.saturating_sub(volume.least))
            .sum();
        match self.looks >= ENOUGH_LOOKS {
            true => Some(taken),
            false => Some(written.unwrap_or(0).max(taken)),
        }
    }
}

impl JobsObserver for TakenSpace {
    fn look(&mut self, _: &[JobState<'_>]) {
        self.looks += 1;
        for volume in &mut self.volumes {
            volume.least = free(&volume.folder).map_or(volume.least, |free| free.min(volume.least));
        }
    }
}

/// Returns the folders of which each is on a volume of its own.
pub(super) fn one_for_each_volume(folders: impl Iterator<Item = PathBuf>) -> Vec<PathBuf> {
    let mut found: Vec<(Option<PathBuf>, PathBuf)> = Vec::new();
    for folder in folders {
        let volume = Volume::of(&folder).ok().and_then(|volume| volume.mount_point);
        if !found
            .iter()
            .any(|(known, path)| *path == folder || volume.is_some() && *known == volume)
        {
            found.push((volume, folder));
        }
    }
    found.into_iter().map(|(_, folder)| folder).collect()
}

/// Returns the space that is free on the volume of a folder.
pub(super) fn free(folder: &std::path::Path) -> Option<u64> {
    Space::of(folder).ok().map(|space| space.available_bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_looks_do_not_tell_the_most() {
        let mut taken = TakenSpace {
            volumes: vec![WatchedVolume {
                folder: PathBuf::from("/"),
                before: 100,
                least: 60,
            }],
            looks: 1,
        };
        assert_eq!(taken.most(Some(70)), Some(70));
        assert_eq!(taken.most(None), Some(40));
        taken.looks = ENOUGH_LOOKS;
        assert_eq!(taken.most(Some(70)), Some(40));
        assert_eq!(TakenSpace::begin(&[]).most(Some(7)), Some(7));
    }
}
