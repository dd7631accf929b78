//! Lines to a file, the log or the listing.

use std::io::{self, Write};
use std::path::Path;

use feedrate_pageio::named_file::WriteMode;
use feedrate_pageio::stoppable::{InterruptibleFile, interruptibly};
use feedrate_program::ExternalKind;
use feedrate_rows::environment::{Listing, Log};
use feedrate_rows::fault::StepResult;

use super::source::failed;

/// The number of bytes that are written to a file at a time.
const BUFFER: usize = 256 << 10;

/// The destination of lines.
pub(super) enum Target<'s> {
    File(LineFile<'s>),
    Log,
    Listing,
    /// Lines that a procedure will fetch.
    Procedure(Vec<Vec<u8>>),
}

/// A file with its pending lines.
pub(super) struct LineFile<'s> {
    file: InterruptibleFile,
    path: &'s Path,
    waiting: Vec<u8>,
}

impl<'s> Target<'s> {
    /// Opens a file for writing; `None` if it is one that is read. Here and below, waiting for a special file ends when
    /// `check_stop` fails.
    pub(super) fn open(kind: &'s ExternalKind, check_stop: impl Fn() -> StepResult<()>) -> StepResult<Option<Self>> {
        Ok(Some(match kind {
            ExternalKind::Target { path, append } => {
                let writing = match append {
                    true => WriteMode::AtEnd,
                    false => WriteMode::Anew,
                };
                let file = InterruptibleFile::write_to(path, writing, check_stop)?
                    .map_err(|source| failed("write", path, source))?;
                Self::File(LineFile {
                    file,
                    path,
                    waiting: Vec::new(),
                })
            }
            ExternalKind::Log => Self::Log,
            ExternalKind::Listing => Self::Listing,
            ExternalKind::Procedure => Self::Procedure(Vec::new()),
            ExternalKind::Source(_) | ExternalKind::Lines(_) => return Ok(None),
        }))
    }

    /// Writes a line.
    #[inline]
    pub(super) fn line(
        &mut self,
        line: &[u8],
        log: &mut dyn Log,
        listing: &mut dyn Listing,
        check_stop: impl Fn() -> StepResult<()>,
    ) -> StepResult<()> {
        match self {
            Self::File(file) => {
                // A long line is not copied.
                if line.len() >= BUFFER {
                    file.write(&check_stop)?;
                    file.write_through(line, &check_stop)?;
                } else {
                    file.waiting.extend_from_slice(line);
                }
                file.waiting.push(b'\n');
                if file.waiting.len() >= BUFFER {
                    file.write(check_stop)?;
                }
            }
            Self::Log => log.line(line),
            Self::Listing => listing.line(line),
            Self::Procedure(lines) => lines.push(line.to_vec()),
        }
        Ok(())
    }

    /// Writes all pending lines.
    pub(super) fn finish(&mut self, check_stop: impl Fn() -> StepResult<()>) -> StepResult<()> {
        match self {
            Self::File(file) => file.write(check_stop),
            Self::Log | Self::Listing | Self::Procedure(_) => Ok(()),
        }
    }

    /// Returns the lines for a procedure since the last call.
    pub(super) fn take_lines(&mut self) -> Vec<Vec<u8>> {
        match self {
            Self::Procedure(lines) => std::mem::take(lines),
            Self::File(_) | Self::Log | Self::Listing => Vec::new(),
        }
    }
}

impl LineFile<'_> {
    /// Writes the pending lines.
    fn write(&mut self, check_stop: impl Fn() -> StepResult<()>) -> StepResult<()> {
        let mut waiting = std::mem::take(&mut self.waiting);
        let (written, outcome) = self.write_some(&waiting, check_stop);
        // Written bytes are not written again when the failed step finishes its lines.
        waiting.drain(..written);
        self.waiting = waiting;
        outcome
    }

    /// Writes bytes directly; there must be no pending lines.
    fn write_through(&mut self, text: &[u8], check_stop: impl Fn() -> StepResult<()>) -> StepResult<()> {
        self.write_some(text, check_stop).1
    }

    /// Writes as many of the bytes as possible. Returns how many.
    fn write_some(&mut self, text: &[u8], check_stop: impl Fn() -> StepResult<()>) -> (usize, StepResult<()>) {
        let mut written = 0;
        let mut outcome = Ok(());
        while outcome.is_ok() && written < text.len() {
            let rest = &text[written..];
            outcome = interruptibly(|| self.file.write(rest), &check_stop).and_then(|count| {
                let count = count.and_then(|count| match count {
                    0 => Err(io::ErrorKind::WriteZero.into()),
                    count => Ok(count),
                });
                written += count.map_err(|source| failed("write", self.path, source))?;
                Ok(())
            });
        }
        (written, outcome)
    }
}
