//! Logs in fio's compressed form (`log_store_compressed`): streams of zlib, or of gzip, with samples in binary.
//!
//! A sample is the time in ms, the value, the direction in 4 bytes, the priority in 2, 2 unused ones, and the bytes of
//! the block; where the highest bit of the direction is set, the block's offset follows. Numbers are of the machine's
//! order, and have 8 bytes unless said otherwise.

use std::io::{self, BufRead, BufReader, ErrorKind, Read, Write};

use feedrate_workload::load::Entry;
use flate2::bufread::GzDecoder;
use flate2::write::ZlibEncoder;
use flate2::{Compression, Decompress, FlushDecompress, Status};

use super::log_lines::{LogColumns, direction, priority as priority_column};
use crate::overwrite::Excerpt;

/// The bit of the direction that tells that an offset follows.
const HAS_OFFSET: u32 = 1 << 31;

/// The bit that tells that the log has priorities.
const HAS_PRIORITY: u32 = 1 << 30;

/// The bytes of a sample without an offset.
const SAMPLE: usize = 32;

/// The bytes of lines by which a compressed log is known.
const LINES: usize = 64 << 10;

/// Returns whether a file with these ends is a compressed log: its beginning inflates to samples.
pub(super) fn looks_like_one(excerpt: &Excerpt) -> bool {
    let mut lines = FirstLines(0);
    let is_one = match inflate(excerpt.head.as_slice(), &mut lines) {
        Ok(()) => true,
        // It is cut short, or there is enough of it.
        Err(error) => matches!(error.kind(), ErrorKind::UnexpectedEof | ErrorKind::StorageFull),
    };
    is_one && lines.0 > 0
}

/// Counts the bytes of lines, and takes no more than enough.
struct FirstLines(usize);

impl Write for FirstLines {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.0 >= LINES {
            return Err(ErrorKind::StorageFull.into());
        }
        self.0 += bytes.len();
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Writes entries as a compressed log.
///
/// # Errors
///
/// Returns the error of writing to `out`.
pub(super) fn write(out: &mut dyn Write, entries: &[Entry], since: u64, columns: LogColumns) -> io::Result<()> {
    let with_offset = columns.offset;
    let flags = [(with_offset, HAS_OFFSET), (columns.priority, HAS_PRIORITY)];
    let flags = flags.iter().filter(|(is_set, _)| *is_set);
    let flags = flags.fold(0, |flags, (_, flag)| flags | flag);
    let mut encoder = ZlibEncoder::new(out, Compression::default());
    for entry in entries {
        let time = since.saturating_add(entry.at.as_millis() as u64);
        let direction = u32::from(direction(entry.is_write, entry.is_trim)) | flags;
        encoder.write_all(&time.to_ne_bytes())?;
        encoder.write_all(&entry.value.to_ne_bytes())?;
        encoder.write_all(&direction.to_ne_bytes())?;
        encoder.write_all(&entry.priority.code().to_ne_bytes())?;
        encoder.write_all(&[0; 2])?;
        encoder.write_all(&entry.block_bytes.to_ne_bytes())?;
        if with_offset {
            encoder.write_all(&entry.offset.to_ne_bytes())?;
        }
    }
    encoder.finish().map(|_| ())
}

/// Prints a compressed log as the lines of one that is not, for `--inflate-log`.
///
/// # Errors
///
/// Returns an error if it is no such log, if it is cut short, or if `out` takes nothing.
pub fn inflate(log: impl Read, out: &mut dyn Write) -> io::Result<()> {
    let mut log = BufReader::new(log);
    let mut first = *log.fill_buf()?.first().ok_or(ErrorKind::UnexpectedEof)?;
    loop {
        match first {
            GZIP => samples(&mut GzDecoder::new(&mut log), out)?,
            _ => samples(&mut ZlibStream::new(&mut log), out)?,
        }
        first = match log.fill_buf()?.first() {
            Some(&first) => first,
            None => return Ok(()),
        };
    }
}

/// The first byte of gzip.
const GZIP: u8 = 0x1f;

/// Prints the samples of one stream.
fn samples(log: &mut impl Read, out: &mut dyn Write) -> io::Result<()> {
    let mut sample = [0; SAMPLE];
    while read_whole(log, &mut sample)? {
        let number = |at: usize| -> u64 {
            let bytes = sample.get(at..at + 8).and_then(|bytes| bytes.try_into().ok());
            bytes.map_or(0, u64::from_ne_bytes)
        };
        let word = sample.get(16..20).and_then(|bytes| bytes.try_into().ok());
        let flags = word.map_or(0, u32::from_ne_bytes);
        let direction = flags & !(HAS_OFFSET | HAS_PRIORITY);
        if direction > 2 {
            return Err(io::Error::new(ErrorKind::InvalidData, "it holds no samples of a log"));
        }
        write!(out, "{}, {}, {direction}, {}", number(0), number(8), number(24))?;
        if flags & HAS_OFFSET != 0 {
            let mut offset = [0; 8];
            if !read_whole(log, &mut offset)? {
                return Err(ErrorKind::UnexpectedEof.into());
            }
            write!(out, ", {}", u64::from_ne_bytes(offset))?;
        }
        let priority = u16::from_ne_bytes([sample[20], sample[21]]);
        writeln!(out, ", {}", priority_column(priority, flags & HAS_PRIORITY != 0))?;
    }
    Ok(())
}

/// A stream of zlib, which is an error if it is cut short.
struct ZlibStream<'r, R> {
    input: &'r mut R,
    state: Decompress,
    is_over: bool,
}

impl<'r, R: BufRead> ZlibStream<'r, R> {
    fn new(input: &'r mut R) -> Self {
        Self {
            input,
            state: Decompress::new(true),
            is_over: false,
        }
    }
}

impl<R: BufRead> Read for ZlibStream<'_, R> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        while !self.is_over && !bytes.is_empty() {
            let input = self.input.fill_buf()?;
            let is_cut = input.is_empty();
            let (taken, given) = (self.state.total_in(), self.state.total_out());
            let status = self.state.decompress(input, bytes, FlushDecompress::None)?;
            let taken = (self.state.total_in() - taken) as usize;
            let given = (self.state.total_out() - given) as usize;
            self.input.consume(taken);
            self.is_over = status == Status::StreamEnd;
            if given > 0 {
                return Ok(given);
            }
            if is_cut && !self.is_over {
                return Err(ErrorKind::UnexpectedEof.into());
            }
        }
        Ok(0)
    }
}

/// Fills the bytes, and returns false at the end.
fn read_whole(log: &mut impl Read, bytes: &mut [u8]) -> io::Result<bool> {
    let mut filled = 0;
    while let Some(rest) = bytes.get_mut(filled..).filter(|rest| !rest.is_empty()) {
        match log.read(rest) {
            Ok(0) if filled == 0 => return Ok(false),
            Ok(0) => return Err(ErrorKind::UnexpectedEof.into()),
            Ok(read) => filled += read,
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(true)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use feedrate_workload::load::{IoClass, RequestPriority};

    use super::*;

    fn entry(at: u64, value: u64, is_write: bool, offset: u64) -> Entry {
        Entry {
            at: Duration::from_millis(at),
            value,
            is_write,
            is_trim: false,
            block_bytes: 4096,
            offset,
            priority: RequestPriority::new(IoClass::RealTime, 0, 0),
        }
    }

    fn inflated(log: &[u8]) -> io::Result<String> {
        let mut out = Vec::new();
        inflate(log, &mut out)?;
        Ok(String::from_utf8(out).unwrap())
    }

    #[test]
    fn a_log_comes_back_as_its_lines() {
        let entries = [entry(1, 500, false, 0), entry(2, 600, true, 8192)];
        // The lines are those of fio 3.33 --inflate-log of the same files.
        for (log_offset, log_prio, lines) in [
            (false, false, "11, 500, 0, 4096, 1\n12, 600, 1, 4096, 1\n"),
            (true, false, "11, 500, 0, 4096, 0, 1\n12, 600, 1, 4096, 8192, 1\n"),
            (false, true, "11, 500, 0, 4096, 0x2000\n12, 600, 1, 4096, 0x2000\n"),
        ] {
            let columns = LogColumns {
                offset: log_offset,
                priority: log_prio,
            };
            let mut log = Vec::new();
            write(&mut log, &entries, 10, columns).unwrap();
            assert!(looks_like_one(&Excerpt::of_bytes(&log)));
            assert_eq!(inflated(&log).unwrap(), lines);
            // fio adds a stream for each chunk, and reads gzip as well.
            let mut zipped = flate2::write::GzEncoder::new(Vec::new(), Compression::fast());
            let mut plain = Vec::new();
            ZlibStream::new(&mut &log[..]).read_to_end(&mut plain).unwrap();
            zipped.write_all(&plain).unwrap();
            let twice = [&log[..], &zipped.finish().unwrap()].concat();
            assert_eq!(inflated(&twice).unwrap(), lines.repeat(2));
            assert!(looks_like_one(&Excerpt::of_bytes(&twice)));
            for end in 0..log.len() {
                assert!(inflated(&log[..end]).is_err(), "{end}");
            }
        }
    }

    #[test]
    fn what_is_no_log_is_told() {
        assert!(inflated(b"1, 2, 3, 4, 5\n").is_err());
        let mut other = ZlibEncoder::new(Vec::new(), Compression::fast());
        other.write_all(&[0xff; 64]).unwrap();
        let other = other.finish().unwrap();
        assert!(inflated(&other).is_err());
        for foreign in [&b"x\x9c my notes"[..], b"x\x9c", b"1, 2, 3, 4, 5\n", b"", &other] {
            assert!(!looks_like_one(&Excerpt::of_bytes(foreign)), "{foreign:?}");
        }
    }

    #[test]
    fn a_long_log_is_known_by_its_beginning() {
        // Values that differ, so that it has more than is looked at.
        let mut random = fastrand::Rng::with_seed(1);
        let entries: Vec<_> = (0..40_000).map(|at| entry(at, random.u64(..), false, 0)).collect();
        let columns = LogColumns {
            offset: false,
            priority: false,
        };
        let mut log = Vec::new();
        write(&mut log, &entries, 0, columns).unwrap();
        assert!(log.len() > 128 << 10);
        assert!(looks_like_one(&Excerpt::of_bytes(&log[..64 << 10])));
    }
}
