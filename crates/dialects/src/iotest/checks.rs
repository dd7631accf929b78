//! Conditions that are checked before a test starts.

use std::fs;

use feedrate_machine::volume::{FileSystemKind, Space};
use feedrate_machine::{BackingStore, Volume};

use super::error::{Error, Result};
use super::layout;
use super::request::{Form, Test};
use crate::loads::LoadError;

/// Returns the volume of the folder, or an error if the test cannot be run there.
pub(super) fn volume(test: &Test) -> Result<Volume> {
    let refuse = |what| {
        Err(Error::Folder {
            path: test.folder.clone(),
            what,
        })
    };
    match fs::metadata(&test.folder) {
        Ok(metadata) if metadata.is_dir() => {}
        Ok(_) => return refuse("it is not a folder; name one"),
        Err(source) if source.kind() == std::io::ErrorKind::NotFound => {
            return refuse("there is no such folder; make it, or name another");
        }
        Err(source) => {
            return Err(LoadError::File {
                action: "look at",
                path: test.folder.clone(),
                source,
            }
            .into());
        }
    }
    let Ok(volume) = Volume::of(&test.folder) else {
        return refuse("its volume cannot be looked at; name another");
    };
    if volume.read_only {
        return refuse("it is mounted read-only; name a folder that can be written to");
    }
    if test.cold_durable && volume.kind() == FileSystemKind::Memory {
        return Err(Error::NeverCold {
            path: test.folder.clone(),
        });
    }
    Ok(volume)
}

/// The least that a test leaves free, so that others on the volume can go on.
const LEAST_LEFT: u64 = 1 << 30;

/// Returns the bytes that a test may fill of a volume's room: a twentieth of the volume and 1 GiB are left, but on a
/// small volume no more than half of what is free.
pub(super) fn usable_room(space: Space) -> u64 {
    let left = (space.total_bytes / 20).max(LEAST_LEFT).min(space.available_bytes / 2);
    space.available_bytes - left
}

/// Checks that the volume has room for all files: smaller ones are never taken in silence.
pub(super) fn room(test: &Test, volume: &Volume) -> Result<()> {
    let Some(space) = volume.space.filter(|&space| usable_room(space) < test.all_bytes()) else {
        return Ok(());
    };
    let advice = match test.form {
        Form::Streams => "give fewer or smaller files (-i, -b, -s)",
        Form::Cores => "give a smaller --filesize, of which the page cache may serve a part",
    };
    Err(LoadError::Fit(format!(
        "-t {}: {} of {} need {}, and of the {} that are free on its volume a test takes at most {}; free some \
         space, or {advice}",
        test.folder.display(),
        layout::count(test.streams, "file"),
        layout::amount(test.file_bytes),
        layout::amount(test.all_bytes()),
        layout::amount(space.available_bytes),
        layout::amount(usable_room(space)),
    ))
    .into())
}

/// Returns whether the kernel counts what is read from a volume as coming from storage.
pub(super) fn counts_reads(volume: &Volume) -> bool {
    matches!(volume.backing, BackingStore::Block { .. } | BackingStore::Memory)
}
