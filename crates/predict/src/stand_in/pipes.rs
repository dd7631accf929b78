//! Pipes from one step to another: sockets, as those of programs are, through which the same amounts pass.

use std::io;
use std::net::Shutdown;
use std::time::Duration;

use feedrate_pageio::Direction;

use crate::system::PairedSocket;

/// The time that an end waits before it looks whether the job is to stop.
const LOOK: Duration = Duration::from_millis(50);

/// A pipe. Each end belongs to one thread.
#[derive(Debug)]
pub(super) struct Pipe {
    writer: PairedSocket,
    reader: PairedSocket,
}

impl Pipe {
    /// Makes a pipe.
    ///
    /// # Errors
    ///
    /// Fails if the system refuses a socket.
    pub(super) fn new() -> io::Result<Self> {
        let (writer, reader) = PairedSocket::pair(LOOK)?;
        Ok(Self { writer, reader })
    }

    /// Moves a buffer at one end, after waiting for room or for bytes. Returns how much of it moved: less than all if
    /// the other end has moved everything that it had, or `is_over` says that nobody waits any more.
    pub(super) fn pass(&self, buffer: &mut [u8], direction: Direction, is_over: impl Fn() -> bool) -> usize {
        let mut moved = 0;
        while moved < buffer.len() {
            let result = match direction {
                Direction::Write => self.writer.send(&buffer[moved..]),
                Direction::Read => self.reader.receive(&mut buffer[moved..]),
            };
            match result {
                Ok(0) => break,
                Ok(now) => moved += now,
                Err(error) => {
                    let waits = matches!(
                        error.kind(),
                        io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut | io::ErrorKind::Interrupted
                    );
                    if !waits || is_over() {
                        break;
                    }
                }
            }
        }
        moved
    }

    /// Ends one end, which has moved everything. The other end reads what is still in the pipe, or writes no more.
    pub(super) fn finish(&self, direction: Direction) {
        // One that is closed already needs no word.
        let _ = match direction {
            Direction::Write => self.writer.shut_down(Shutdown::Write),
            Direction::Read => self.reader.shut_down(Shutdown::Both),
        };
    }

    /// Ends both ends, so that nobody waits any more.
    pub(super) fn break_off(&self) {
        let _ = self.writer.shut_down(Shutdown::Both);
        let _ = self.reader.shut_down(Shutdown::Both);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_writer_waits_for_room_and_a_reader_for_bytes() {
        let pipe = Pipe::new().unwrap();
        let bytes = 10_000_003;
        let never = || false;
        std::thread::scope(|scope| {
            scope.spawn(|| {
                let moved = pipe.pass(&mut vec![7; bytes], Direction::Write, never);
                assert_eq!(moved, bytes);
                pipe.finish(Direction::Write);
            });
            let mut read = vec![0; bytes + 5];
            assert_eq!(pipe.pass(&mut read[..bytes - 3], Direction::Read, never), bytes - 3);
            // The writer has no more.
            assert_eq!(pipe.pass(&mut read[bytes - 3..], Direction::Read, never), 3);
            assert!(read[..bytes].iter().all(|&byte| byte == 7));
        });
    }

    #[test]
    fn a_writer_whose_reader_has_enough_does_not_wait() {
        let pipe = Pipe::new().unwrap();
        pipe.finish(Direction::Read);
        assert!(pipe.pass(&mut vec![7; 1 << 20], Direction::Write, || false) < 1 << 20);
        let pipe = Pipe::new().unwrap();
        assert_eq!(pipe.pass(&mut [0], Direction::Read, || true), 0);
        pipe.break_off();
        assert_eq!(pipe.pass(&mut [0], Direction::Read, || false), 0);
    }
}
