//! The sizes of files, and what must be written of them before the test.

use std::io;

use super::error::{Error, Result};
use super::request::{Pattern, Test, TestFile};
use crate::loads::{self, LoadError};

const MEGABYTE: u64 = 1 << 20;

/// A file and the part of it that a test uses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct SizedFile {
    /// The file.
    pub(super) file: TestFile,
    /// Its present size.
    pub(super) has: u64,
    /// The size that it needs.
    pub(super) needs: u64,
    /// The beginning of the part that the test uses.
    pub(super) offset: u64,
    /// The bytes of that part, which are whole blocks.
    pub(super) part: u64,
}

impl SizedFile {
    /// Returns the missing bytes.
    pub(super) fn grows_by(&self) -> u64 {
        self.needs.saturating_sub(self.has)
    }
}

/// Examines each file once, in the order of the test.
pub(super) fn of(test: &Test) -> Result<Vec<SizedFile>> {
    let mut sizes: Vec<SizedFile> = Vec::new();
    for file in test.files() {
        let sized = one(test, file)?;
        match sizes.iter_mut().find(|own| own.file.path == file.path) {
            Some(own) if own.needs >= sized.needs => {}
            Some(own) => *own = sized,
            None => sizes.push(sized),
        }
    }
    Ok(sizes)
}

fn one(test: &Test, file: &TestFile) -> Result<SizedFile> {
    if file.raw && file.path.is_dir() {
        let (name, path) = (&file.name, file.path.display());
        return Err(LoadError::Fit(format!(
            "{name} is a device, and its place here, {path}, is a folder; say which device it is with --map \
             {name}=/dev/sdX"
        ))
        .into());
    }
    let found = loads::find(&file.path, test.writes, test.overwrite_foreign)?;
    let has = found.map(|found| found.bytes);
    let is_device = found.is_some_and(|found| found.is_device);
    if file.raw && has.is_none() {
        return Err(LoadError::File {
            action: "find the device",
            path: file.path.clone(),
            source: io::ErrorKind::NotFound.into(),
        }
        .into());
    }
    let block = test.block_bytes;
    let offset = test.start_blocks.saturating_mul(block);
    let (needs, end) = match test.pattern {
        // That the size does not overflow was checked.
        Pattern::Stripes { factor, ios, .. } => {
            let end = offset + factor * ios * block;
            (end, end)
        }
        Pattern::Random | Pattern::Sequential => match (file.megabytes, has) {
            (Some(megabytes), _) => (megabytes * MEGABYTE, megabytes * MEGABYTE),
            (None, Some(has)) => (0, has),
            (None, None) => {
                return Err(Error::NoFile {
                    path: file.path.clone(),
                });
            }
        },
    };
    let part = end.saturating_sub(offset) / block * block;
    if part == 0 {
        return Err(Error::NoBlock {
            path: file.path.clone(),
            bytes: end,
            block,
        });
    }
    let has = has.unwrap_or(0);
    if is_device && needs > has {
        return Err(LoadError::Fit(format!(
            "{} holds {has} bytes, fewer than the {needs} of the test, and a device cannot grow",
            file.path.display()
        ))
        .into());
    }
    Ok(SizedFile {
        file: file.clone(),
        has,
        needs,
        offset,
        part,
    })
}
