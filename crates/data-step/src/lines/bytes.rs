//! The bytes of what INFILE reads: a file, compressed or not, or the output of a command.

use std::io::{self, Read};
use std::path::Path;

use feedrate_pageio::command::RunningCommand;
use feedrate_pageio::stoppable::InterruptibleFile;
use feedrate_program::Device;

use super::compressed::CompressedFile;

/// The bytes of a source of lines. No read waits long: it then fails with [`io::ErrorKind::WouldBlock`].
pub(super) enum SourceBytes {
    File(InterruptibleFile),
    Command(RunningCommand),
    Compressed(CompressedFile),
}

impl SourceBytes {
    /// Opens what a path names.
    pub(super) fn open(path: &Path, device: &Device) -> io::Result<Self> {
        match device {
            Device::Disk => {
                let file = InterruptibleFile::read_from(path)?;
                file.before_first_use(path)?;
                Ok(Self::File(file))
            }
            Device::Pipe => RunningCommand::read(&path.to_string_lossy()).map(Self::Command),
            Device::Gzip => CompressedFile::gzip(path).map(Self::Compressed),
            Device::Zip(member) => CompressedFile::member(path, member).map(Self::Compressed),
        }
    }

    /// Returns the size of a file.
    pub(super) fn size(&self) -> Option<u64> {
        match self {
            Self::File(file) => Some(file.metadata().ok()?.len()),
            Self::Command(_) | Self::Compressed(_) => None,
        }
    }

    /// Returns the command.
    pub(super) fn command(&mut self) -> Option<&mut RunningCommand> {
        match self {
            Self::Command(command) => Some(command),
            Self::File(_) | Self::Compressed(_) => None,
        }
    }
}

impl Read for SourceBytes {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        match self {
            Self::File(file) => file.read(bytes),
            Self::Command(command) => command.read(bytes),
            Self::Compressed(file) => file.read(bytes),
        }
    }
}
