//! The files that are there before the first step.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use feedrate_dataset::Settings;
use feedrate_dataset::pages::{StreamReader, StreamWriter};
use feedrate_pageio::{Content, Method, OpenRequest, PageFile};

use super::end::new_file;
use crate::error::{Error, Result};
use crate::job::JobFile;

/// Bytes that are written at a time.
const CHUNK: usize = 256 << 10;

/// Makes a file with content that neither compresses nor repeats. It has reached the device.
pub(super) fn make(file: &JobFile, path: &Path, stop: &AtomicBool) -> Result<()> {
    new_file(path)?;
    let mut writer = StreamWriter::open(path, None, &Settings::default())?;
    let mut content = Content::new(file.bytes ^ 0x5eed, 0);
    let mut chunk = vec![0; CHUNK];
    content.fill(&mut chunk);
    let mut left = file.bytes;
    while left > 0 {
        if stop.load(Ordering::Relaxed) {
            return Err(Error::Interrupted);
        }
        content.stamp(&mut chunk);
        let now = usize::try_from(left).unwrap_or(CHUNK).min(CHUNK);
        writer.put(&chunk[..now])?;
        left -= now as u64;
    }
    writer.finish(true)?.close();
    Ok(())
}

/// Brings a file into the page cache, or sends it out of it. Returns whether it is as it was to be, as far as is known.
///
/// # Errors
///
/// Fails if the file cannot be read, or `stop` is set.
pub fn set_cached(path: &Path, cached: bool, stop: &AtomicBool) -> Result<bool> {
    if cached {
        let mut reader = StreamReader::open(path, &Settings::default())?;
        loop {
            if stop.load(Ordering::Relaxed) {
                return Err(Error::Interrupted);
            }
            let bytes = reader.fill()?.len();
            if bytes == 0 {
                return Ok(true);
            }
            std::io::BufRead::consume(&mut reader, bytes);
        }
    }
    let opened = PageFile::open(path, OpenRequest::read(Method::Cached))?;
    Ok(opened.evict()?.is_cold())
}
