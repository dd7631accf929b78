//! The sizes of targets, and what must be written of them before the test.

use std::path::Path;

use super::error::{Error, Result};
use super::names::Names;
use super::request::Test;
use super::target::{Cache, Target};
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

/// A file that must be made larger before the test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Growth<'a> {
    pub(super) path: &'a Path,
    /// Its present size; 0 if it does not exist.
    pub(super) has: u64,
    /// The largest size that a time span needs.
    pub(super) needs: u64,
    /// True if a time span goes past the page cache.
    pub(super) direct: bool,
}

/// Examines the targets of each time span, in order.
pub(super) fn of(test: &Test) -> Result<Vec<Vec<SizedTarget>>> {
    let of_span = |targets: &Vec<Target>| targets.iter().map(|target| one(test, target)).collect();
    test.spans.iter().map(|span| of_span(&span.targets)).collect()
}

/// Returns the files that must grow, each once. All are made before the first time span.
pub(super) fn growths<'a>(test: &'a Test, sizes: &[Vec<SizedTarget>]) -> Vec<Growth<'a>> {
    let mut growths: Vec<Growth<'a>> = Vec::new();
    for (target, sized) in test.targets().zip(sizes.iter().flatten()) {
        let direct = target.cache == Cache::Direct;
        let known = growths.iter_mut().find(|growth| growth.path == target.path);
        match known {
            Some(growth) => {
                growth.needs = growth.needs.max(sized.size);
                growth.direct |= direct;
            }
            None if sized.size > sized.has => growths.push(Growth {
                path: &target.path,
                has: sized.has,
                needs: sized.size,
                direct,
            }),
            None => {}
        }
    }
    growths
}

/// Returns the size that a file will have when others have been made: the largest of all time spans, if one makes it.
fn will_have(test: &Test, path: &Path) -> Option<u64> {
    let same = test.targets().filter(|target| target.path == path);
    same.filter_map(|target| target.create).max()
}

fn one(test: &Test, target: &Target) -> Result<SizedTarget> {
    let names = Names::of(test);
    let writes = target.write_percent > 0;
    let found = loads::find(&target.path, writes, test.overwrite_foreign)?;
    let is_device = found.is_some_and(|found| found.is_device);
    if is_device && target.create.is_some() {
        return Err(LoadError::Fit(format!(
            "{} is a device, which {create} cannot make; leave out {create}",
            target.path.display(),
            create = names.create
        ))
        .into());
    }
    let has = found.map(|found| found.bytes);
    let size = match (target.create, has.max(will_have(test, &target.path))) {
        // A larger one is not truncated, and only so much of it is used.
        (Some(create), _) => create,
        (None, Some(has)) => has,
        (None, None) => {
            return Err(Error::NoFile {
                path: target.path.clone(),
                how: names.how_to_create,
            });
        }
    };
    let end = target.end.map_or(size, |end| end.min(size));
    let part = end.saturating_sub(target.from);
    if part < target.block {
        return Err(LoadError::Fit(format!(
            "{} has {part} bytes from offset {} on, less than one block of {} bytes; change {}, {} or {}, or make it \
             larger with {}",
            target.path.display(),
            target.from,
            target.block,
            names.block,
            names.from,
            names.end,
            names.create
        ))
        .into());
    }
    Ok(SizedTarget {
        has: has.unwrap_or(0),
        size,
        offset: target.from,
        part,
    })
}
