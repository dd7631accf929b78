//! The sizes of targets, and what must be written of them before the test.

use super::error::{Error, Result};
use super::request::{Target, Test};
use crate::loads::{self, LoadError};

/// A target and the part of it that a test uses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct SizedTarget {
    /// Its present size; 0 if it does not exist.
    pub(super) has: u64,
    /// Its size when the test begins.
    pub(super) size: u64,
    /// The beginning of the part that the test uses.
    pub(super) offset: u64,
    /// The bytes of that part.
    pub(super) part: u64,
}

/// Examines each target, in order.
pub(super) fn of(test: &Test) -> Result<Vec<SizedTarget>> {
    test.targets
        .iter()
        .map(|target| one(test, target))
        .collect()
}

fn one(test: &Test, target: &Target) -> Result<SizedTarget> {
    let writes = test.write_percent > 0;
    let found = loads::find(&target.path, writes, test.overwrite_foreign)?;
    let is_device = found.is_some_and(|found| found.is_device);
    if is_device && test.create.is_some() {
        return Err(LoadError::Fit(format!(
            "{} is a device, which -c cannot make; leave out -c",
            target.path.display()
        ))
        .into());
    }
    let has = found.map(|found| found.bytes);
    let size = match (test.create, has) {
        // A larger one is not truncated, and only so much of it is used.
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
        return Err(LoadError::Fit(format!(
            "{} has {part} bytes from offset {} on, less than one block of {} bytes; change -b, -B or -f, or make it \
             larger with -c",
            target.path.display(),
            test.from,
            test.block
        ))
        .into());
    }
    Ok(SizedTarget {
        has: has.unwrap_or(0),
        size,
        offset: test.from,
        part,
    })
}
