//! The preparation of all folders before any of them is measured.

use std::path::{Path, PathBuf};

use feedrate_pageio::file_facts;
use feedrate_workload::Control;

use super::Observer;
use super::clock::Clock;
use crate::error::{Error, Result};
use crate::options::Options;
use crate::phase::Phase;
use crate::preflight::{Machine, Preflight};
use crate::scratch::{self, Scratch, SweepTotals};

/// A folder that can be checked: its facts, and the folder for the check's own files.
pub(super) struct PreparedFolder {
    pub(super) folder: PathBuf,
    pub(super) preflight: Preflight,
    pub(super) swept: SweepTotals,
    pub(super) scratch: Scratch,
}

/// Examines each folder, removes remains of killed checks, and creates a folder for the check's own files in it.
pub(super) fn all_folders(
    options: &Options,
    machine: &Machine,
    control: &Control,
    (observer, clock): (&dyn Observer, &Clock),
) -> Result<Vec<PreparedFolder>> {
    let mut prepared: Vec<PreparedFolder> = Vec::new();
    for (index, named) in options.folders.iter().enumerate() {
        observer.begins(named, Phase::Preflight, clock);
        // `.` would be meaningless in a report that is passed on.
        let folder = file_facts::without_links(named).unwrap_or_else(|_| named.clone());
        if let Some(same) = prepared.iter().position(|other| other.folder == folder) {
            return Err(Error::SameFolder {
                first: options.folders[same].clone(),
                second: options.folders[index].clone(),
            });
        }
        let mut preflight = Preflight::look(&folder, machine, control)?;
        // After observing the devices: this must not count as others' I/O.
        let swept = sweep(&folder, &mut preflight);
        let scratch = Scratch::make(&folder)?;
        prepared.push(PreparedFolder {
            folder,
            preflight,
            swept,
            scratch,
        });
    }
    Ok(prepared)
}

/// Removes remains of killed checks, whose room there is then.
fn sweep(folder: &Path, preflight: &mut Preflight) -> SweepTotals {
    let swept = scratch::sweep(folder);
    preflight.look_at_space(folder);
    swept
}

#[cfg(test)]
mod tests {
    use std::fs;

    use feedrate_machine::Volume;

    use super::*;
    use crate::testing;

    #[test]
    fn the_room_of_what_killed_checks_left_is_there_for_the_next() {
        let options = Options::new(vec!["/data".into()]);
        let folder = tempfile::tempdir().unwrap();
        let left = folder.path().join(".feedrate-check-1-1");
        fs::create_dir(&left).unwrap();
        fs::write(left.join("owner"), "").unwrap();
        fs::write(left.join("read-1.feedrate"), vec![1; 256 << 20]).unwrap();
        let mut preflight = testing::folder(&testing::machine(2), &options, &[], (1.0, 1.0)).preflight;
        preflight.volume = Volume::of(folder.path()).unwrap();
        let before = preflight.volume.space.unwrap().available_bytes;
        assert_eq!(sweep(folder.path(), &mut preflight).folders, 1);
        let after = preflight.volume.space.unwrap().available_bytes;
        // Others may write meanwhile, but not so much.
        assert!(after > before + (32 << 20), "{before} {after}");
    }
}
