//! How large files are, and what must be written of them before the test.

use std::fs::{self, File};
use std::io::{self, Seek, SeekFrom};
use std::os::unix::fs::FileTypeExt;

use super::error::{Error, Result};
use super::request::{Pattern, Test, TestFile};

const MEGABYTE: u64 = 1 << 20;

/// What a test does with one file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Sized {
    /// The file.
    pub(super) file: TestFile,
    /// What it holds as it is found.
    pub(super) has: u64,
    /// What it must hold.
    pub(super) needs: u64,
    /// Where the part begins that the test works on.
    pub(super) offset: u64,
    /// Bytes of that part, a whole number of blocks.
    pub(super) part: u64,
}

impl Sized {
    /// What is missing of it.
    pub(super) fn grows_by(&self) -> u64 {
        self.needs.saturating_sub(self.has)
    }
}

/// Looks at each file once, in the order of the test.
pub(super) fn of(test: &Test) -> Result<Vec<Sized>> {
    let mut sizes: Vec<Sized> = Vec::new();
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

fn one(test: &Test, file: &TestFile) -> Result<Sized> {
    let (has, is_device) = look(file)?;
    if file.raw && has.is_none() {
        return Err(Error::File {
            action: "find the device",
            path: file.path.clone(),
            source: io::ErrorKind::NotFound.into(),
        });
    }
    if is_device && test.writes && !test.overwrite_foreign {
        return Err(Error::Device {
            path: file.path.clone(),
        });
    }
    let block = test.block_bytes;
    let offset = test.start_blocks.saturating_mul(block);
    let (needs, end) = match test.pattern {
        // That it can be counted has been checked.
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
        return Err(Error::Fit(format!(
            "{} holds {has} bytes, fewer than the {needs} of the test, and a device cannot grow",
            file.path.display()
        )));
    }
    Ok(Sized {
        file: file.clone(),
        has,
        needs,
        offset,
        part,
    })
}

/// What a file holds, if there is one, and whether it is a device.
fn look(file: &TestFile) -> Result<(Option<u64>, bool)> {
    let problem = |action| {
        let path = file.path.clone();
        move |source| Error::File {
            action,
            path,
            source,
        }
    };
    let metadata = match fs::metadata(&file.path) {
        Ok(metadata) => metadata,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok((None, false)),
        Err(error) => return Err(problem("look at")(error)),
    };
    if metadata.file_type().is_block_device() {
        let end = File::open(&file.path)
            .and_then(|mut device| device.seek(SeekFrom::End(0)))
            .map_err(problem("find the size of"))?;
        return Ok((Some(end), true));
    }
    if !metadata.is_file() {
        return Err(Error::Fit(format!(
            "{} is neither a file nor a block device; name one",
            file.path.display()
        )));
    }
    Ok((Some(metadata.len()), false))
}
