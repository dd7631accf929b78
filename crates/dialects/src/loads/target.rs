//! The facts of a file or a device before a test.

use std::fs;
use std::io;
use std::path::Path;

use feedrate_pageio::device::block_device_bytes;
use feedrate_workload::Error;

use super::LoadError;
use crate::system;

/// An existing file or device.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TargetFacts {
    /// Its size.
    pub(crate) bytes: u64,
    /// True if it is a device.
    pub(crate) is_device: bool,
}

/// Examines the target of a test; `None` if it does not exist. Devices are written only if that is requested.
pub(crate) fn find(path: &Path, writes: bool, overwrite_foreign: bool) -> Result<Option<TargetFacts>, LoadError> {
    let problem = |action| {
        move |source| LoadError::File {
            action,
            path: path.to_owned(),
            source,
        }
    };
    let metadata = match fs::metadata(path) {
        Ok(metadata) => metadata,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(problem("look at")(error)),
    };
    if system::is_block_device(&metadata) {
        if writes && !overwrite_foreign {
            return Err(LoadError::Device { path: path.to_owned() });
        }
        let bytes = block_device_bytes(path).map_err(Error::from)?;
        return Ok(Some(TargetFacts { bytes, is_device: true }));
    }
    if !metadata.is_file() {
        return Err(LoadError::Fit(format!(
            "{} is neither a file nor a block device; name one",
            path.display()
        )));
    }
    Ok(Some(TargetFacts {
        bytes: metadata.len(),
        is_device: false,
    }))
}
