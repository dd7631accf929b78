//! Lines into a file, the log or the listing.

use std::fs::{File, OpenOptions};
use std::io::{BufWriter, Write};
use std::path::Path;

use super::source::failed;
use crate::data::fault::Faulted;
use crate::environment::{Listing, Log};
use crate::ir::ExternalKind;

/// Bytes that are written to a file at a time.
const BUFFER: usize = 256 << 10;

/// Where lines go.
pub(super) enum Target<'s> {
    File(BufWriter<File>, &'s Path),
    Log,
    Listing,
}

impl<'s> Target<'s> {
    /// Opens what is written; `None` when it is something that is read.
    pub(super) fn open(kind: &'s ExternalKind) -> Faulted<Option<Self>> {
        Ok(Some(match kind {
            ExternalKind::Target { path, append } => {
                let mut options = OpenOptions::new();
                options
                    .create(true)
                    .write(true)
                    .append(*append)
                    .truncate(!*append);
                let file = options
                    .open(path)
                    .map_err(|source| failed("write", path, source))?;
                Self::File(BufWriter::with_capacity(BUFFER, file), path)
            }
            ExternalKind::Log => Self::Log,
            ExternalKind::Listing => Self::Listing,
            ExternalKind::Source(_) | ExternalKind::Lines(_) => return Ok(None),
        }))
    }

    /// Writes a line.
    pub(super) fn line(
        &mut self,
        line: &[u8],
        log: &mut dyn Log,
        listing: &mut dyn Listing,
    ) -> Faulted<()> {
        match self {
            Self::File(file, path) => {
                let written = file.write_all(line).and_then(|()| file.write_all(b"\n"));
                written.map_err(|source| failed("write", path, source))?;
            }
            Self::Log => log.line(line),
            Self::Listing => listing.line(line),
        }
        Ok(())
    }

    /// Sees to it that all lines are where they belong.
    pub(super) fn finish(&mut self) -> Faulted<()> {
        if let Self::File(file, path) = self {
            file.flush()
                .map_err(|source| failed("write", path, source))?;
        }
        Ok(())
    }
}
