//! Pipes from one step to another: sockets, as those of programs are, through which the same amounts pass.

use std::io::{self, Read, Write};
use std::net::Shutdown;
use std::os::unix::net::UnixStream;
use std::time::Duration;

/// How long an end waits before it looks whether the job is to stop.
const LOOK: Duration = Duration::from_millis(50);

/// A pipe. Each end belongs to one thread.
#[derive(Debug)]
pub(super) struct Pipe {
    writer: UnixStream,
    reader: UnixStream,
}

impl Pipe {
    /// Makes a pipe.
    ///
    /// # Errors
    ///
    /// Fails if the system refuses a socket.
    pub(super) fn new() -> io::Result<Self> {
        let (writer, reader) = UnixStream::pair()?;
        writer.set_write_timeout(Some(LOOK))?;
        reader.set_read_timeout(Some(LOOK))?;
        Ok(Self { writer, reader })
    }

    /// Moves a buffer at one end, after waiting for room or for bytes. Returns false if the other end is gone or
    /// `stopped` says so.
    pub(super) fn pass(&self, buffer: &mut [u8], writes: bool, stopped: impl Fn() -> bool) -> bool {
        let mut moved = 0;
        while moved < buffer.len() {
            let result = match writes {
                true => (&self.writer).write(&buffer[moved..]),
                false => (&self.reader).read(&mut buffer[moved..]),
            };
            match result {
                Ok(0) => return false,
                Ok(now) => moved += now,
                Err(error) => {
                    let waits = matches!(
                        error.kind(),
                        io::ErrorKind::WouldBlock
                            | io::ErrorKind::TimedOut
                            | io::ErrorKind::Interrupted
                    );
                    if !waits || stopped() {
                        return false;
                    }
                }
            }
        }
        true
    }

    /// Tells the other end that this one is gone.
    pub(super) fn break_off(&self) {
        // An end that is closed already needs no word.
        let _ = self.writer.shutdown(Shutdown::Both);
        let _ = self.reader.shutdown(Shutdown::Both);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_writer_waits_for_room_and_a_reader_for_bytes() {
        let pipe = Pipe::new().unwrap();
        let bytes = 10_000_003;
        std::thread::scope(|scope| {
            scope.spawn(|| assert!(pipe.pass(&mut vec![7; bytes], true, || false)));
            let mut read = vec![0; bytes];
            assert!(pipe.pass(&mut read[..bytes - 3], false, || false));
            assert!(pipe.pass(&mut read[bytes - 3..], false, || false));
            assert!(read.iter().all(|&byte| byte == 7));
        });
        pipe.break_off();
        assert!(!pipe.pass(&mut [0], false, || false));
        let pipe = Pipe::new().unwrap();
        assert!(!pipe.pass(&mut [0], false, || true));
    }
}
