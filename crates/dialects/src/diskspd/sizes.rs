//! How large targets are, and what must be written of them before the test.

use super::error::{Error, Result};
use super::request::{Target, Test};
use crate::loads::{self, LoadError};

/// What a test does with one target.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct SizedTarget {
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
