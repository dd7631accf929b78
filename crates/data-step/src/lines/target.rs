//! Lines to a file, the log or the listing.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use flate2::Compression;
use flate2::write::GzEncoder;

use feedrate_pageio::command::RunningCommand;
use feedrate_pageio::named_file::WriteMode;
use feedrate_pageio::stoppable::{InterruptibleFile, interruptibly};
use feedrate_program::{Device, External, ExternalKind, LineEnd};
use feedrate_rows::environment::{Listing, Log};
use feedrate_rows::fault::StepResult;

use super::compressed::CompressedFile;
use super::said::end_command;
use super::source::failed;

/// The number of bytes that are written to a file at a time.
const BUFFER: usize = 256 << 10;

/// The destination of lines.
pub(super) enum Target {
    File(LineFile),
    /// FILEVAR= has not named a file yet.
    Unopened,
    Log,
    Listing,
    /// Lines that a procedure will fetch.
    Procedure(Vec<Vec<u8>>),
}

/// The destination of bytes.
enum TargetBytes {
    File(InterruptibleFile),
    /// A command that reads them.
    Command(RunningCommand),
    /// A file that is compressed as it is written.
    Gzip(Box<GzEncoder<InterruptibleFile>>),
}

impl Write for TargetBytes {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::File(file) => file.write(bytes),
            Self::Command(command) => command.write(bytes),
            Self::Gzip(file) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A file with its pending lines.
pub(super) struct LineFile {
    file: TargetBytes,
    path: PathBuf,
    line_end: LineEnd,
    waiting: Vec<u8>,
}

/// Checks that a file of gzip to which a part is to be added is whole: nobody could read what came behind damage.
fn check_whole(path: &Path, writing: WriteMode) -> io::Result<()> {
    let is_new = std::fs::metadata(path).map_or(0, |file| file.len()) == 0;
    if writing == WriteMode::Anew || is_new {
        return Ok(());
    }
    let read = CompressedFile::gzip(path).and_then(|mut file| io::copy(&mut file, &mut io::sink()));
    let text = |error| format!("it is no whole file of gzip, to which a part could be added: {error}");
    read.map(drop).map_err(|error| io::Error::other(text(error)))
}

impl Target {
    /// Opens a file for writing; `None` if it is one that is read. Here and below, waiting for a special file ends when
    /// `check_stop` fails.
    pub(super) fn open(external: &External, check_stop: impl Fn() -> StepResult<()>) -> StepResult<Option<Self>> {
        Ok(Some(match &external.kind {
            ExternalKind::Target { .. } if external.path_variable.is_some() => Self::Unopened,
            ExternalKind::Target { path, .. } => Self::open_file(path, external, check_stop)?,
            ExternalKind::Log => Self::Log,
            ExternalKind::Listing => Self::Listing,
            ExternalKind::Procedure => Self::Procedure(Vec::new()),
            ExternalKind::Source(_) | ExternalKind::Lines(_) => return Ok(None),
        }))
    }

    /// Opens a file for writing, with the options of FILE.
    pub(super) fn open_file(
        path: &Path,
        external: &External,
        check_stop: impl Fn() -> StepResult<()>,
    ) -> StepResult<Self> {
        let writing = match external.kind {
            ExternalKind::Target { append: true, .. } => WriteMode::AtEnd,
            _ => WriteMode::Anew,
        };
        let file = match external.device {
            Device::Disk => InterruptibleFile::write_to(path, writing, check_stop)?.map(TargetBytes::File),
            Device::Pipe => RunningCommand::write(&path.to_string_lossy()).map(TargetBytes::Command),
            Device::Gzip => match check_whole(path, writing) {
                Ok(()) => InterruptibleFile::write_to(path, writing, check_stop)?
                    .map(|file| TargetBytes::Gzip(Box::new(GzEncoder::new(file, Compression::default())))),
                Err(error) => Err(error),
            },
            Device::Zip(_) => Err(io::Error::other(
                "archives are only read; GZIP compresses a single file",
            )),
        };
        Ok(Self::File(LineFile {
            file: file.map_err(|source| failed("write", path, source))?,
            path: path.to_owned(),
            line_end: external.line_end,
            waiting: Vec::new(),
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
                file.waiting.extend_from_slice(file.line_end.bytes());
                if file.waiting.len() >= BUFFER {
                    file.write(check_stop)?;
                }
            }
            Self::Unopened => {
                let none = io::Error::new(io::ErrorKind::NotFound, "FILEVAR= has named no file");
                return Err(failed("write", Path::new(""), none));
            }
            Self::Log => log.line(line),
            Self::Listing => listing.line(line),
            Self::Procedure(lines) => lines.push(line.to_vec()),
        }
        Ok(())
    }

    /// Writes all pending lines, and waits for the end of a command.
    pub(super) fn finish(&mut self, log: &mut dyn Log, check_stop: impl Fn() -> StepResult<()>) -> StepResult<()> {
        match self {
            Self::File(file) => {
                let written = file.write(&check_stop);
                let ended = match &mut file.file {
                    TargetBytes::File(_) => Ok(Ok(())),
                    TargetBytes::Gzip(encoder) => Ok(encoder.try_finish()),
                    TargetBytes::Command(command) => end_command(command, None, log, check_stop),
                };
                written?;
                ended?.map_err(|source| failed("run", &file.path, source))
            }
            Self::Unopened | Self::Log | Self::Listing | Self::Procedure(_) => Ok(()),
        }
    }

    /// Returns the lines for a procedure since the last call.
    pub(super) fn take_lines(&mut self) -> Vec<Vec<u8>> {
        match self {
            Self::Procedure(lines) => std::mem::take(lines),
            Self::File(_) | Self::Unopened | Self::Log | Self::Listing => Vec::new(),
        }
    }
}

impl LineFile {
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
                written += count.map_err(|source| failed("write", &self.path, source))?;
                Ok(())
            });
        }
        (written, outcome)
    }
}
