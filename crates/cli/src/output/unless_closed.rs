//! Output to a reader that may stop reading.

use std::io::{self, Write};

/// Writes to `out` until its reader, such as `head`, has gone, and discards the rest. That is not a failure.
#[derive(Debug)]
pub struct UnlessClosed<W> {
    out: W,
    closed: bool,
}

impl<W: Write> UnlessClosed<W> {
    pub fn new(out: W) -> Self {
        Self { out, closed: false }
    }

    fn unless_closed<T>(&mut self, outcome: io::Result<T>, without: T) -> io::Result<T> {
        match outcome {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {
                self.closed = true;
                Ok(without)
            }
            other => other,
        }
    }
}

impl<W: Write> Write for UnlessClosed<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.closed {
            return Ok(bytes.len());
        }
        let written = self.out.write(bytes);
        self.unless_closed(written, bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.closed {
            return Ok(());
        }
        let flushed = self.out.flush();
        self.unless_closed(flushed, ())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Fails(io::ErrorKind);

    impl Write for Fails {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(self.0.into())
        }

        fn flush(&mut self) -> io::Result<()> {
            Err(self.0.into())
        }
    }

    #[test]
    fn only_a_reader_who_has_gone_is_no_failure() {
        let mut gone = UnlessClosed::new(Fails(io::ErrorKind::BrokenPipe));
        assert!(gone.write_all(b"x").is_ok() && gone.flush().is_ok());
        let mut full = UnlessClosed::new(Fails(io::ErrorKind::StorageFull));
        assert!(full.write_all(b"x").is_err() && full.flush().is_err());
    }
}
