//! The preparation of all folders before any of them is measured.

use std::path::PathBuf;

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
        let folder = std::fs::canonicalize(named).unwrap_or_else(|_| named.clone());
        if let Some(same) = prepared.iter().position(|other| other.folder == folder) {
            return Err(Error::SameFolder {
                first: options.folders[same].clone(),
                second: options.folders[index].clone(),
            });
        }
        let preflight = Preflight::look(&folder, machine, control)?;
        // After observing the devices: this must not count as others' I/O.
        let swept = scratch::sweep(&folder);
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
