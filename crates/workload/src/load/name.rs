//! The files and folders whose names a load makes calls about, before it runs.

use std::io::ErrorKind;

use feedrate_pageio::{Error as PagesError, Kind, Kinds, NameCall, named_file};

use super::spec::{FileCall, Load, LoadFile};
use crate::claim::claim;
use crate::error::Result;

/// Checks that calls may be about a file or folder, and makes a folder that they need.
pub(super) fn ready(load: &Load, opening: FileCall, file: &LoadFile) -> Result<()> {
    if let Ok(Some(kind)) = Kind::of(&file.path, Kinds::FilesAndDevices)
        && kind.is_device()
    {
        return Err(load.error(format!(
            "{} is a device, and {} is measured of files; name another",
            file.path.display(),
            opening.call.name()
        )));
    }
    let is_to_be_made = opening.of_folders && opening.needs_names();
    if is_to_be_made || !opening.needs_names() {
        named_file::check_links(&file.path).map_err(|source| PagesError::Open {
            path: file.path.clone(),
            source,
        })?;
    }
    if !is_to_be_made {
        return Ok(());
    }
    match NameCall::MAKE_FOLDER.make(&file.path) {
        Err(source) if source.kind() != ErrorKind::AlreadyExists => Err(PagesError::File {
            action: NameCall::MAKE_FOLDER.action(),
            path: file.path.clone(),
            source,
        }
        .into()),
        _ => Ok(()),
    }
}

/// Refuses files that a load is going to remove if feedrate did not make them. Folders are only removed empty.
pub(super) fn check_removal(load: &Load) -> Result<()> {
    let removes = load.opening.filter(|opening| opening.removes());
    if removes.is_none_or(|opening| opening.of_folders) {
        return Ok(());
    }
    for file in &load.files {
        if let Some(absent) = claim(&file.path, load.overwrite_foreign)? {
            absent.keep();
        }
    }
    Ok(())
}
