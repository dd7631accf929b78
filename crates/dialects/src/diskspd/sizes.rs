//! How large targets are, and what must be written of them before the test.

use std::fs::{self, File};
use std::io::{self, Seek, SeekFrom};
use std::os::unix::fs::FileTypeExt;

use super::error::{Error, Result};
use super::request::{Target, Test};

/// What a test does with one target.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Sized {
    /// What it holds as it is found; nothing if it is not there.
    pub(super) has: u64,
    /// What it holds when the test begins.
    pub(super) size: u64,
    /// Where the part begins that the test works on.
    pub(super) offset: u64,
    /// Bytes of that part.
    pub(super) part: u64,
}

/// Looks at each target, in their order.
pub(super) fn of(test: &Test) -> Result<Vec<Sized>> {
    test.targets
        .iter()
        .map(|target| one(test, target))
        .collect()
}

fn one(test: &Test, target: &Target) -> Result<Sized> {
    let found = look(target)?;
    let is_device = found.is_some_and(|(_, is_device)| is_device);
    if is_device && test.create.is_some() {
        return Err(Error::Fit(format!(
            "{} is a device, which -c cannot make; leave out -c",
            target.path.display()
        )));
    }
    if is_device && test.write_percent > 0 && !test.overwrite_foreign {
        return Err(Error::Device {
            path: target.path.clone(),
        });
    }
    let has = found.map(|(size, _)| size);
    let size = match (test.create, has) {
        // One that is larger is left as it is, and only so much of it is used.
        (Some(create), _) => create,
        (None, Some(has)) => has,
        (None, None) => {
            return Err(Error::NoFile {
                path: target.path.clone(),
            });
        }
    };
    let end = test.end.map_or(size, |end| end.min(size));
    let part = end.saturating_sub(test.from);
    if part < test.block {
        return Err(Error::Fit(format!(
            "{} has {part} bytes from offset {} on, less than one block of {} bytes; change -b, -B or -f, or make it \
             larger with -c",
            target.path.display(),
            test.from,
            test.block
        )));
    }
    Ok(Sized {
        has: has.unwrap_or(0),
        size,
        offset: test.from,
        part,
    })
}

/// What a target holds, if it is there, and whether it is a device.
fn look(target: &Target) -> Result<Option<(u64, bool)>> {
    let problem = |action| {
        let path = target.path.clone();
        move |source| Error::File {
            action,
            path,
            source,
        }
    };
    let metadata = match fs::metadata(&target.path) {
        Ok(metadata) => metadata,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(problem("look at")(error)),
    };
    if metadata.file_type().is_block_device() {
        let end = File::open(&target.path)
            .and_then(|mut device| device.seek(SeekFrom::End(0)))
            .map_err(problem("find the size of"))?;
        return Ok(Some((end, true)));
    }
    if !metadata.is_file() {
        return Err(Error::Fit(format!(
            "{} is neither a file nor a block device; name one",
            target.path.display()
        )));
    }
    Ok(Some((metadata.len(), false)))
}
