//! Linux.

use std::io::{self, Read, Write};
use std::net::Shutdown;
use std::os::unix::net::UnixStream;
use std::time::Duration;

/// One of two sockets that are connected to each other, as those of programs on one machine are.
#[derive(Debug)]
pub(crate) struct PairedSocket(UnixStream);

impl PairedSocket {
    /// Makes two sockets. The calls of each wait no longer than the limit.
    pub(crate) fn pair(limit: Duration) -> io::Result<(Self, Self)> {
        let (writer, reader) = UnixStream::pair()?;
        writer.set_write_timeout(Some(limit))?;
        reader.set_read_timeout(Some(limit))?;
        Ok((Self(writer), Self(reader)))
    }

    /// Sends some bytes from the first socket. Fails as a call that would block if there is no room within the limit.
    pub(crate) fn send(&self, bytes: &[u8]) -> io::Result<usize> {
        (&self.0).write(bytes)
    }

    /// Receives some bytes at the second socket. Fails as a call that would block if there are none within the limit.
    pub(crate) fn receive(&self, buffer: &mut [u8]) -> io::Result<usize> {
        (&self.0).read(buffer)
    }

    /// Ends one or both directions.
    pub(crate) fn shut_down(&self, direction: Shutdown) -> io::Result<()> {
        self.0.shutdown(direction)
    }
}
