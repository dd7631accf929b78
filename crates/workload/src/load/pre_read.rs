//! Reads files into the page cache before a load begins.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom};

use feedrate_pageio::Error as PagesError;

use super::spec::Load;
use crate::error::Result;

/// The bytes of one read.
const AT_ONCE: usize = 1 << 20;

/// Reads the used parts of a load's files, as long as `goes_on` returns true.
pub(super) fn pre_read(load: &Load, goes_on: &mut dyn FnMut() -> bool) -> Result<()> {
    if !load.engine.kind.needs_files() {
        return Ok(());
    }
    let mut buffer = vec![0; AT_ONCE];
    for file in &load.files {
        let failed = |source| PagesError::File {
            action: "read",
            path: file.path.clone(),
            source,
        };
        let mut opened = File::open(&file.path).map_err(failed)?;
        opened.seek(SeekFrom::Start(file.offset)).map_err(failed)?;
        let mut part = opened.take(file.bytes.unwrap_or(u64::MAX));
        while goes_on() && part.read(&mut buffer).map_err(failed)? > 0 {}
    }
    Ok(())
}
